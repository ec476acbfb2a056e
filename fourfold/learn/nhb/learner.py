"""Train nets with one hidden layer, online, on examples that the player makes itself (docs/nhb.md)."""

from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from ...binding.bind import why_plain
from ...errors import InputError
from ...evaluators import slfn
from ...evaluators.weights_file import Model
from ...games.interface.game import Game
from ...players.describe import plural
from ..curves import Curve, Point, share_point
from ..games_between_nets import Plan, Simulator
from ..learner import Learner
from ..settings import setting, with_changes
from ..yardstick import AgainstUntaught, Yardstick
from .one_net import ENDINGS, LABELS, OUTCOMES, PAPER, Cycle, OneNet, Recipe, last_cycle, recent_scores

RECIPES: dict[str, tuple[Recipe, ...]] = {"best": (ENDINGS, OUTCOMES), "paper": (PAPER,)}
PUPIL = "pupil."
"""Prefix of the arrays of the net in training, in a checkpoint."""
NETS = 12
"""The most nets to train, where there are recipes to choose from."""
TRIALS, TRIAL_NODES = 200, 1000
"""Matches against untrained nets that test a net, twice as many for joined nets; and nodes per move."""
PLAIN = 20
"""The divisor of both for a game that is not compiled."""
ENOUGH, TEAM = 0.97, 4
"""Once a net has this score, this many nets of its recipe are joined: trials cannot tell nets apart any more."""
NOISE = 0.02
"""More nets are joined rather than fewer if their score is within this of the best: they vary less."""
LUCK = 0.1
"""The width of a recipe's upper confidence bound after one net."""
SEED_OF_TRIALS = 1
"""Separates the opponents of the trials from those of the training."""


class Member(NamedTuple):
    """A trained net."""

    recipe: int
    """The number of its recipe."""
    score: float
    """Its score in its trials."""
    weights: slfn.Weights


@dataclass(frozen=True)
class Settings:
    """The options of the command line; in Python, also any field of the Recipe."""

    matches: int | None = setting(None, "How many training matches each net plays.", metavar="N", least=1)
    nodes: int | None = setting(None, "Search nodes per move in these matches.", metavar="N", least=1)
    nets: int | None = setting(None, "How many nets to train at most; the best are joined.", metavar="N", least=1)
    seconds: float | None = setting(None, "Time per move, instead of nodes.", metavar="S")
    recipe: str = setting("best", "best, or paper for that of the NHB paper.", metavar="NAME")
    max_plies: int = setting(400, "A longer match is a draw.", flag="", least=1)
    changes: dict[str, Any] = setting({}, "Fields of the recipe.", flag="")

    def __post_init__(self) -> None:
        if self.recipe not in RECIPES:
            raise InputError(f"no recipe named {self.recipe!r}; choose from {', '.join(RECIPES)}")


class NhbLearner(Learner):
    """Learns a game from its rules alone.

    With several recipes, one net is trained by each, then more by the one whose nets play best, and the best few are
    joined into one wider net. Nets are tested in matches against untrained nets.
    """

    Settings, Metrics = Settings, Cycle
    metrics_name, unit, labels = "cycles", "matches", LABELS
    sizes = {"minute": {"nets": 1, "matches": 1500}, "short": {"nets": 4, "matches": 3000}, "long": {}}
    title = "NHB player"
    about = "A net learns from the searches in its own games. Works for any game, and is soon strong."
    example = "connect_four --matches 200 --nodes 500 --out runs/c4"
    uses_cluster = True

    def __init__(self, **settings: Any) -> None:
        super().__init__(**with_changes(settings, self.Settings, Recipe))
        self.recipes = tuple(replace(each, **self.settings.changes) for each in RECIPES[self.settings.recipe])
        self.nets: int = self.settings.nets or (1 if len(self.recipes) == 1 else NETS)

    def start(self) -> None:
        self.members_: list[Member] = []
        self.joined: slfn.Weights | None = None
        self.simulator = Simulator(self.game, self.settings.max_plies, self.workers)
        self.pupil = self._next_pupil()

    def _next_pupil(self) -> OneNet:
        """Return the next net to train."""
        seed = int(np.random.SeedSequence([self.seed, len(self.members_)]).generate_state(1)[0])
        pupil = OneNet(recipe=self.recipes[self._next_recipe()], seed=seed, workers=self.workers, **self._limits())
        pupil.game, pupil.metrics_ = self.game, []
        pupil.start()
        return pupil

    def _limits(self) -> dict[str, Any]:
        return {name: getattr(self.settings, name) for name in ("matches", "nodes", "seconds", "max_plies")}

    def step(self) -> Cycle:
        """Return a cycle of the net in training; after its last cycle it is tested."""
        number, pupil = len(self.members_), self.pupil
        pupil.metrics_.append(pupil.step())
        cycle = pupil.metrics_[-1]._replace(net=number)
        if not pupil.is_finished():
            return cycle
        score = self._score(pupil.weights_, TRIALS)
        self.members_.append(Member(self.recipes.index(pupil.recipe), score, pupil.weights_))
        if not self.is_finished():
            self.pupil = self._next_pupil()
        return cycle._replace(score=score)

    def is_finished(self) -> bool:
        is_enough = self._are_beyond_trials() and len(self._by_best_recipe()) >= TEAM
        return len(self.members_) >= self.nets or is_enough

    def finish(self) -> bool:
        self.joined = self._join_best()
        return True

    @classmethod
    def endless(cls, game: Game) -> dict[str, Any]:
        return {"nets": 50}

    def yardstick(self) -> Yardstick:
        return AgainstUntaught(self.game, self.simulator, self.model())

    def total(self) -> int:
        return self.nets * max(self.settings.matches or recipe.matches for recipe in self.recipes)

    def progress(self) -> tuple[int, str]:
        net = self.metrics_[-1]
        text = f"net {net.net + 1} of {self.nets}: {net.text()}"
        return sum(cycle.matches for cycle in self._last_cycles()), text

    def _last_cycles(self) -> list[Cycle]:
        """Return the last cycle of every net."""
        return list({cycle.net: cycle for cycle in self.metrics_}.values())

    def summary(self) -> list[str]:
        last, examples = self._last_cycles(), sum(cycle.examples for cycle in self.metrics_)
        trials = (
            f"the best single net scored {max(member.score for member in self.members_):.0%} in {TRIALS} trial matches"
            " against untrained ones"
            if self.members_
            else "the time was up before the first net was finished, so it was not tried in matches"
        )
        made = "a net" if len(last) == 1 else f"{len(last)} nets, the best joined into one"
        return [
            f"{sum(cycle.matches for cycle in last):,} matches of {self.game.name} and"
            f" {plural(examples, 'example')} in {sum(cycle.seconds for cycle in last):.1f} s: {made} of"
            f" {plural(len(self.weights_.biases), 'hidden unit')}",
            trials,
        ]

    @classmethod
    def curve(cls, metrics: list[dict[str, Any]], config: dict[str, Any]) -> list[Point]:
        """Return the score against untrained nets over the last matches, net after net."""
        points, before = list[Point](), 0
        for net in _by_net(metrics):
            points += [point._replace(x=before + point.x) for point in recent_scores(net)]
            before += net[-1]["matches"]
        return points

    @classmethod
    def old_curve(cls, metrics: list[dict[str, Any]], config: dict[str, Any]) -> Curve:
        """Return the curve of a run of 0.1.0, and the trials of its nets apart."""
        tests, before, scores = list[Point](), 0, dict(enumerate(config.get("scores", [])))
        for number, net in enumerate(_by_net(metrics)):
            before += net[-1]["matches"]
            if number in scores:
                tests.append(share_point(before, scores[number], TRIALS))
        label = f"trials of its nets: {TRIALS} other matches against untrained nets"
        return super().old_curve(metrics, config)._replace(baseline=0.5, tests=tests, tests_label=label)

    def model(self) -> Model:
        return Model(self.game.name, "slfn", {"config": self.config(), **last_cycle(self)}, self._best_so_far())

    def _best_so_far(self) -> slfn.Weights:
        if self.joined is not None:
            return self.joined
        return max(self.members_, key=lambda member: member.score).weights if self.members_ else self.pupil.weights_

    def config(self) -> dict[str, Any]:
        about = {"method": "nhb", "game": self.game.spec, "recipe": self.settings.recipe, "nets": self.nets}
        return {**about, "seed": self.seed, **self._limits(), "recipes": [asdict(recipe) for recipe in self.recipes]}

    def state(self) -> dict[str, np.ndarray]:
        """Return the trained nets, and the state of the one in training."""
        arrays = {
            f"{number}.{part}": array
            for number, member in enumerate(self.members_)
            for part, array in member.weights._asdict().items()
        }
        is_learning = self.pupil.metrics_ and not self.pupil.is_finished()
        learning = self.pupil.state() if is_learning else {}
        return arrays | {f"{PUPIL}{name}": array for name, array in learning.items()}

    def notes(self) -> dict[str, Any]:
        return {name: [getattr(each, name) for each in self.members_] for name in ("recipe", "score")}

    def restore(self, arrays: dict[str, np.ndarray], notes: dict[str, Any]) -> None:
        for number, (recipe, score) in enumerate(zip(notes["recipe"], notes["score"], strict=True)):
            weights = slfn.Weights(*(arrays[f"{number}.{part}"] for part in slfn.Weights._fields))
            self.members_.append(Member(recipe, score, weights))
        if not self.is_finished():
            self.pupil = self._next_pupil()
            self.pupil.metrics_ = [cycle for cycle in self.metrics_ if cycle.net == len(self.members_)]
        if self.pupil.metrics_:
            kept = {name.removeprefix(PUPIL): each for name, each in arrays.items() if name.startswith(PUPIL)}
            self.pupil.restore(kept, {})

    def _next_recipe(self) -> int:
        """Return the number of the recipe for the next net.

        Each is used once, then the one with the highest upper confidence bound on the mean score of its nets.
        """
        if len(self.members_) < len(self.recipes):
            return len(self.members_)
        counts = [sum(member.recipe == recipe for member in self.members_) for recipe in range(len(self.recipes))]
        return max(range(len(counts)), key=lambda recipe: self._mean_score(recipe) + LUCK / counts[recipe] ** 0.5)

    def _best_recipe(self) -> int:
        return max(sorted({member.recipe for member in self.members_}), key=self._mean_score)

    def _mean_score(self, recipe: int) -> float:
        return float(np.mean([member.score for member in self.members_ if member.recipe == recipe]))

    def _score(self, weights: slfn.Weights, matches: int) -> float:
        """Return the score against untrained nets, each played with both colours."""
        nodes, plans = TRIAL_NODES, list[Plan]()
        if why_plain(self.game.module):
            matches, nodes = max(matches // PLAIN, 2), nodes // PLAIN
        for number in range(matches // 2):
            seed = [self.seed, SEED_OF_TRIALS, number]
            other, state = slfn.random_weights(self.game.variables, seed), self.game.init_state()
            plans += [Plan(a, b, state, nodes, dice=number) for a, b in ((weights, other), (other, weights))]
        outcomes = [result.outcome * (-1) ** number for number, result in enumerate(self.simulator.play(plans))]
        return float(np.mean(outcomes)) / 2 + 0.5

    def _are_beyond_trials(self) -> bool:
        return len(self.members_) >= len(self.recipes) and max(member.score for member in self.members_) >= ENOUGH

    def _by_best_recipe(self) -> list[Member]:
        return [member for member in self.members_ if member.recipe == self._best_recipe()]

    def _join_best(self) -> slfn.Weights:
        """Return the best nets joined: as many of them as play best together; the one in training if none is ready."""
        if not self.members_:
            return self.pupil.weights_
        if len(self.members_) == 1 or self._are_beyond_trials():
            return slfn.join([member.weights for member in self._by_best_recipe()])
        ranked = sorted(self.members_, key=lambda member: -member.score)
        teams = [slfn.join([member.weights for member in ranked[:size]]) for size in range(1, len(ranked) + 1)]
        scores = [self._score(team, 2 * TRIALS) for team in teams]
        return [team for team, score in zip(teams, scores, strict=True) if score >= max(scores) - NOISE][-1]


def _by_net(metrics: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    return [list(cycles) for _, cycles in groupby(metrics, lambda each: each.get("net", 0))]
