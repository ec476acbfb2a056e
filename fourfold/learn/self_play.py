"""The games of a net against itself, on all cores or on a cluster, for learners that learn from such games."""

from collections.abc import Sequence
from threading import local
from typing import Any, ClassVar, NamedTuple

from .. import rules
from ..binding.bind import field_types
from ..binding.definition import Definition
from ..games.interface.game import Game
from ..parallel.ordered_map import Workers, ordered_map
from .made_in_workers import MadeInWorkers


class Task(NamedTuple):
    """Games that are played together; they have their own random numbers, so any number of workers plays the same."""

    games: int
    practice: Any
    """How they are played."""
    seed: list[int]


class SelfPlay(MadeInWorkers):
    """Plays in threads, since kernels release the GIL; a subclass says how to play a task."""

    together: ClassVar[int]
    """Games of a task."""

    def __init__(self, game: Game, workers: Workers):
        self.game, self.workers = game, workers
        self._memories = local()

    def play_in_tasks(self, weights: Any, games: int, practice: Any, seed: Sequence[int]) -> list[Any]:
        """Return the results of all tasks, in order."""
        counts = [min(self.together, games - first) for first in range(0, games, self.together)]
        tasks = [Task(count, practice, [*seed, number]) for number, count in enumerate(counts)]
        return list(ordered_map(self.play_task, tasks, self.workers, threads=True, shared=weights, warm=self._maker))

    def play_task(self, weights: Any, task: Task) -> Any:
        raise NotImplementedError


def why_no_self_play(game: Game) -> str:
    """Return what a game lacks for a net to learn from such games; empty if it lacks nothing."""
    if None in field_types(game.module.State):
        return "a field of its State is not an integer; use another learner"
    if not Definition(game.module, rules).defines("variables"):
        return "it does not define variables, the inputs of a net (docs/add-a-game.md)"
    return ""
