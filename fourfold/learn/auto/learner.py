"""Let the learners that fit the game race, and give most of the time to the best (docs/from-zero.md)."""

import time
from collections.abc import Generator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import InputError
from ...evaluators import weights_file
from ...evaluators.weights_file import Model
from ...games.interface.game import Game
from ...matches.match import match
from ...parallel.ordered_map import worker_count
from ...players.model_players import kinds_of, player_spec
from ...players.untrained import best_untrained
from ...storage.run_folder import Run
from ..curves import Curve, Line
from ..find import find_learner
from ..learner import MAX_PLIES, Learner, Progress, check_game
from ..methods import method_names
from ..settings import setting
from .drawing import draw
from .leg import Leg
from .race import MATCH, TRAINING, UNTRAINED, Contestant, Event, Match, Race, Standing, Training

OWN_NAME = "auto"
MODELS, DRAWING = "models", "race.svg"
QUICKEST, SLOWEST, MOVES = 0.005, 0.05, 60_000
"""Seconds per move in matches, at least and at most; between them so many moves would take the whole time."""
PAIRS = 2
"""Openings of a match at least, each played with both colours; one for each worker if there are more."""
LABELS = "seconds of training", "score against the best player that learned nothing"


@dataclass(frozen=True)
class Settings:
    """How long, and who."""

    minutes: float = setting(20.0, "How long it takes, including the time before an interruption.", metavar="N")
    learners: str = setting("", "Who races, such as nhb,outcome; empty: all that can learn the game.", metavar="NAMES")
    seconds: float | None = setting(None, "Time per move in matches; 0.005 to 0.05 by the minutes.", metavar="S")

    def __post_init__(self) -> None:
        if not 0.0 < self.minutes < 1e6:
            raise InputError(f"minutes={self.minutes:g} must be above 0")
        if self.seconds is not None and not 0.0 < self.seconds < 1e6:
            raise InputError(f"seconds={self.seconds:g} must be above 0")
        able = able_methods()
        unknown = [name for name in self.learners.split(",") if self.learners and name not in able]
        if unknown:
            raise InputError(f"{unknown[0]!r} cannot race; choose from {', '.join(able)}")


class AutoLearner(Learner):
    """Learns a game by the method that fits it best, as far as matches can tell.

    The run folder has the run of each learner, and its models after each round.
    """

    Settings, Metrics = Settings, Event
    metrics_name, unit, labels = "events", "seconds", LABELS
    sizes = {"minute": {"minutes": 2.0}, "short": {"minutes": 10.0}, "long": {"minutes": 60.0}}
    title = "The best of all"
    about = "All methods that fit the game race; in matches half of them drop out, and the best gets most of the time."
    example = "connect_four --minutes 20 --out runs/best"

    _leg: Leg | None = None

    def start(self) -> None:
        if self.out is None:
            raise InputError(f"{OWN_NAME} needs a run folder: out=RUN")
        self.folder = self.out
        self.methods = self._racing()
        self._known_kinds: dict[str, list[str]] = {}
        self._race = Race(self.methods, 60.0 * self.settings.minutes, self._kinds, ())
        self._leg = None

    def steps(self, game: Game, is_measured: bool = True) -> Generator[Progress, None, None]:
        """Learn game; when that ends, for whatever reason, the learner that is training lets go of its run folder."""
        try:
            yield from super().steps(game, is_measured)
        finally:
            if self._leg:
                self._leg.close()

    def _racing(self) -> list[str]:
        if not self.settings.learners:
            return [name for name in able_methods() if find_learner(name).fits(self.game)]
        named = list(dict.fromkeys(self.settings.learners.split(",")))
        for name in named:
            check_game(find_learner(name)(), self.game)
        return named

    @classmethod
    def why_not(cls, game: Game) -> str:
        if any(find_learner(name).fits(game) for name in able_methods()):
            return ""
        reasons = [f"{name}: {find_learner(name).why_not(game)}" for name in able_methods()]
        return f"no learner fits it ({'; '.join(reasons)})"

    @property
    def race(self) -> Race:
        """The race as it stands."""
        if len(self._race.events) != len(self.metrics_):
            self._race = Race(self.methods, 60.0 * self.settings.minutes, self._kinds, self.metrics_)
        return self._race

    def _kinds(self, method: str) -> list[str]:
        if method not in self._known_kinds:
            self._known_kinds[method] = kinds_of(weights_file.evaluator_of(self._model_path(method, 0)), self.game)
        return self._known_kinds[method]

    @property
    def move_seconds(self) -> float:
        """The time per move in matches."""
        fitting = min(max(60.0 * self.settings.minutes / MOVES, QUICKEST), SLOWEST)
        return float(self.settings.seconds or round(fitting, 3))

    def config(self) -> dict[str, Any]:
        return {**super().config(), **asdict(self.settings), "learners": ",".join(self.methods)}

    def step(self) -> Event | None:
        """Let a learner make a step, or two players meet; return what happened when that is over."""
        if self._leg is None:
            task = self.race.task
            assert task, "the race is not over"
            if isinstance(task, Match):
                return self._play(task)
            self._leg = self._start_leg(task)
        return self._run_on(self._leg)

    def _start_leg(self, task: Training) -> Leg:
        kind = find_learner(task.method)
        return Leg(task, kind, self.game, self.folder / task.method, self.seed, self.workers)

    def _run_on(self, leg: Leg) -> Event | None:
        """Make a step of a learner; one that cannot learn the game after all does not take part."""
        task = leg.task
        try:
            if leg.advance():
                return None
            (self.folder / MODELS).mkdir(exist_ok=True)
            event = leg.finish(self._model_path(task.method, task.round), self.race.trained(task.method))
        except InputError as error:
            if task.round > 0:
                raise
            event = leg.fail(str(error))
        self._leg = None
        self._check_field(event)
        return event

    def _check_field(self, event: Event) -> None:
        faults = {each.name: each.fault for each in [*self.metrics_, event] if each.fault}
        if len(faults) == len(self.methods):
            told = "; ".join(f"{name}: {fault}" for name, fault in faults.items())
            raise InputError(f"no learner can learn {self.game.name}: {told}")

    def _play(self, task: Match) -> Event:
        begun, pairs = time.monotonic(), max(PAIRS, worker_count(self.workers))
        seed = int(np.random.SeedSequence([self.seed, task.round, task.cycle]).generate_state(1)[0])
        found = match(
            self.spec(task.one), self.spec(task.other), self.game, 2 * pairs, seed=seed, workers=self.workers,
            max_plies=MAX_PLIES,
        )  # fmt: skip
        games = zip(found.records[::2], found.records[1::2], strict=True)
        scores = [0.5 + (one.outcome - other.outcome) / 4.0 for one, other in games
                  if not (one.is_failure or other.is_failure)]  # fmt: skip
        seconds = round(time.monotonic() - begun, 3)
        return Event(
            task.round, MATCH, str(task.one), seconds, other=str(task.other), scores=scores, distinct=found.distinct
        )

    def spec(self, player: Contestant) -> str:
        """Return the spec of a player of the matches."""
        if player == UNTRAINED:
            return best_untrained(self.game, f"seconds={self.move_seconds:g}")
        return player_spec(player.kind, str(self._model_path(player.method, player.round)), f"{self.move_seconds:g}")

    def _model_path(self, method: str, number: int) -> Path:
        return self.folder / MODELS / f"{method}-{number}.safetensors"

    @property
    def player_(self) -> str:
        """The spec of the player that uses the model best."""
        champion = self.race.champion()
        assert champion, "something was learned"
        return player_spec(champion.kind, str(self.out))

    def model(self) -> Model:
        """Return the best model so far."""
        champion = self.race.champion()
        if champion is None:
            assert self._leg, "a step was made"
            return self._leg.learner.model()
        found = weights_file.load(str(self._model_path(champion.method, champion.round)))
        return found._replace(notes={**found.notes, "auto": champion._asdict()})

    def yardstick(self) -> None:
        """Return nothing: the matches of the race make the curve."""

    def total(self) -> int:
        return round(60.0 * self.settings.minutes)

    def is_finished(self) -> bool:
        return bool(self.metrics_) and self._leg is None and self.race.task is None

    def progress(self) -> tuple[int, str]:
        race, leg = self.race, self._leg
        if leg:
            seconds = leg.seconds(race.trained(leg.task.method))
            return round(race.spent + seconds), f"{self._round_words(leg.task.round)}: {leg.task.method}, {leg.text}"
        champion, last = race.champion(), self.metrics_[-1]
        if champion and race.task is None:
            return round(race.spent), f"{champion.method} is the best, played by {champion.kind}"
        words = f"{last.name} against {last.other}" if last.what == MATCH else last.name
        return round(race.spent), f"{self._round_words(last.round)}: {words}"

    def _round_words(self, number: int) -> str:
        race = self.race
        return {0: "first steps", race.final: "final", race.choice: "choice"}.get(number, f"heat {number}")

    def news(self) -> str:
        """Return a line about a training, or about a round that is over."""
        last, race = self.metrics_[-1], self.race
        if last.fault:
            return f"{last.name} does not take part: {last.fault}"
        if last.what == TRAINING:
            return f"{self._round_words(last.round)}: {last.name} has trained for {last.trained:.0f} s"
        return self._standings_words(last.round) if last.round in race.decided() else ""

    def _standings_words(self, number: int) -> str:
        standings = self.race.standings(number)
        games = min(standing.games for standing in standings)
        told = ", ".join(f"{self._name(each, number)} {each.score:.0%}" for each in standings)
        out = [self._name(each, number) for each in standings if each.is_out]
        left = f"; out: {', '.join(out)}" if number < self.race.final else f"; best: {self._name(standings[0], number)}"
        return f"{self._round_words(number)}: {told} of the points in {games} games each{left}"

    def _name(self, standing: Standing, number: int) -> str:
        return standing.player.method if number < self.race.final else str(standing.player)

    @property
    def curve_(self) -> Curve:
        champion = self.race.champion()
        if champion is None:
            return Curve(*LABELS, [])
        names = [champion.method, *(name for name in self.race.field if name != champion.method)]
        lines = [Line(name, self.race.points(name), self._fate(name, name == champion.method)) for name in names]
        opponent = best_untrained(self.game, f"seconds={self.move_seconds:g}")
        terms = f"against {opponent}, both {self.move_seconds:g} s a move, from random openings with both colours"
        return Curve(*LABELS, lines[0].points, terms, 0.5, lines=lines)

    def _fate(self, method: str, is_champion: bool) -> str:
        """Return how far a learner has come."""
        race = self.race
        for number in race.decided():
            own = [each for each in race.standings(number) if each.player.method == method]
            if own and own[0].is_out and number < race.final:
                return f"out after heat {number}, {own[0].score:.0%} of the points"
        return "the best" if is_champion else ""

    def _save(self, run: Run) -> None:
        """Write the drawing, too; before anything is learned there is nothing to write."""
        if self.race.champion() is None and self._leg is None:
            return
        super()._save(run)
        if run.folder:
            run.write_product(run.folder / DRAWING, draw(f"The race for {self.game.name}", self.curve_, self._table()))
            run.write_manifest()

    def _table(self) -> list[str]:
        """Return what happened, a line for each round that is over."""
        return [self._standings_words(number) for number in self.race.decided()]

    def summary(self) -> list[str]:
        champion, race = self.race.champion(), self.race
        assert champion, "something was learned"
        point = race.against_untrained(race.choice, champion)
        lines = [*self._table(), f"{champion.method} has trained for {race.trained(champion.method):.0f} of"
                 f" {race.spent:.0f} s"]  # fmt: skip
        if point:
            score = f"{point.y:.0%} ({point.low:.0%} to {point.high:.0%})"
            lines.append(f"it scores {score} against {self.spec(UNTRAINED)}")
        return [*lines, f"the race is drawn in {self.folder / DRAWING}", f"player: {self.player_}"]

    def advice(self) -> list[str]:
        return [f"play against it:  fourfold play {self.game.spec} --player {self.player_}"]

    def result(self) -> dict[str, Any]:
        champion, race = self.race.champion(), self.race
        assert champion, "something was learned"
        point = race.against_untrained(race.choice, champion)
        return {
            "player": self.player_,
            "method": champion.method,
            "heats": [self._heat_json(number) for number in range(1, race.heats + 1)],
            "choice": [standing_json(each) for each in race.standings(race.choice)],
            "against_untrained": None if point is None else {"opponent": self.spec(UNTRAINED), **point._asdict()},
        }

    def _heat_json(self, number: int) -> dict[str, Any]:
        standings = self.race.standings(number)
        learners = [
            {"trained": self.race.trained(each.player.method, number), **standing_json(each)} for each in standings
        ]
        return {"heat": number, "learners": learners}

    def state(self) -> dict[str, np.ndarray]:
        """Return nothing: what happened tells what is to be done, and the learners keep their own runs."""
        return {}

    def restore(self, arrays: dict[str, np.ndarray], notes: dict[str, Any]) -> None:
        """Do nothing: what happened is restored already."""


def able_methods() -> list[str]:
    """Return the learners that need nothing but the rules, which are those that can be started from the page."""
    return [name for name in method_names() if name != OWN_NAME and find_learner(name).sizes]


def standing_json(standing: Standing) -> dict[str, Any]:
    player = standing.player
    return {"method": player.method, "kind": player.kind, "round": player.round,
            "score": round(standing.score, 4), "games": standing.games, "out": standing.is_out}  # fmt: skip
