"""A leg of the race: a learner trains on in its own run folder, where it stopped the last time, for some seconds."""

import time
from pathlib import Path

from ...evaluators import weights_file
from ...games.interface.game import Game
from ...parallel.ordered_map import Workers
from ..learner import Learner
from .race import TRAINING, Event, Training

AT_ONCE = 1e-9
"""Minutes after which a learner stops that has to make one step."""


class Leg:
    """A learner that trains, step by step."""

    def __init__(self, task: Training, kind: type[Learner], game: Game, out: Path, seed: int, workers: Workers):
        self.task, self.begun = task, time.monotonic()
        minutes = max(task.until / 60.0, AT_ONCE)
        self.learner = kind(seed=seed, workers=workers, out=out, minutes=minutes, **kind.endless(game))
        self.steps = self.learner.steps(game, is_measured=False)
        self.text = ""
        """The current result."""

    def advance(self) -> bool:
        """Make a step; return whether one was made."""
        reached = next(self.steps, None)
        self.text = reached.text if reached else self.text
        return reached is not None

    def seconds(self, before: float) -> float:
        """Return how long it has taken, after so many seconds of training: also in a process that was killed."""
        return max(time.monotonic() - self.begun, self.learner.seconds_spent() - before)

    def finish(self, model: Path, before: float) -> Event:
        """Write the model, and return what happened."""
        seconds = self.seconds(before)
        weights_file.save_model(model, self.learner.model())
        task, trained = self.task, self.learner.seconds_spent()
        return Event(
            task.round, TRAINING, task.method, round(seconds, 3), round(trained, 3), self.learner.is_finished()
        )

    def fail(self, fault: str) -> Event:
        seconds = time.monotonic() - self.begun
        return Event(self.task.round, TRAINING, self.task.method, round(seconds, 3), is_done=True, fault=fault)

    def close(self) -> None:
        self.steps.close()
