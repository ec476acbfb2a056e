"""The NHB-player: nets that teach themselves a game, and the best of them joined into one."""

from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from ...binding.bind import why_plain
from ...errors import InputError
from ...evaluators import slfn, weights_file
from ...games.interface.game import Game
from ...parallel.ordered_map import Workers
from ...storage import run_folder
from ...storage.array_files import MODEL
from ..games_between_nets import Plan, Simulator
from .one_net import ENDINGS, OUTCOMES, PAPER, Apprentice, Cycle, Recipe

RECIPES: dict[str, tuple[Recipe, ...]] = {"best": (ENDINGS, OUTCOMES), "paper": (PAPER,)}
MEMBERS = "members.json"
NETS = 12
"""How many learn at most, where there are recipes to choose from."""
TRIALS, TRIAL_NODES = 200, 1000
"""Matches against untrained nets by which a net is judged, twice as many for nets that are joined; nodes a move."""
PLAIN = 20
"""How many times less of both a game gets that is not compiled."""
ENOUGH, TEAM = 0.97, 4
"""If a net has this score, so many by its recipe are joined as they are: trials could not tell a better choice."""
NOISE = 0.02
"""Of nets joined, more are taken rather than fewer if their score is no worse than this: they vary less."""
LUCK = 0.1
"""By how much a recipe that has taught one net may be better than that net says."""
SEED_OF_TRIALS = 1
"""Keeps the opponents of the trials apart from those of the training."""


class Member(NamedTuple):
    """A net that has learned."""

    recipe: int
    """Which of the recipes it learned by."""
    score: float
    """What it made of its trials."""
    weights: slfn.Weights


class Learner:
    """Teaches a player a game from its rules alone.

    A recipe may stand for several: a net is taught by each, then more by the one whose nets play best, and the best few
    are joined into one wider net. All that is judged, is judged by matches against untrained nets.

    With `out` a run folder keeps all of it; the same settings and folder go on where it stopped.
    """

    def __init__(
        self,
        matches: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        recipe: str = "best",
        nets: int | None = None,
        seed: int = 0,
        workers: Workers = None,
        max_plies: int = 400,
        out: str | Path | None = None,
        **changes: Any,
    ):
        """Take settings: matches a net and nodes a move are the recipe's, unless given; changes are to the recipe."""
        if recipe not in RECIPES:
            raise InputError(f"no recipe named {recipe!r}; there are {', '.join(RECIPES)}")
        self.recipe = recipe
        self.recipes = tuple(replace(each, **changes) for each in RECIPES[recipe])
        self.nets = (1 if len(self.recipes) == 1 else NETS) if nets is None else nets
        if self.nets < 1:
            raise InputError(f"nets={nets} must be at least 1")
        self.settings: dict[str, Any] = {"matches": matches, "nodes": nodes, "seconds": seconds, "max_plies": max_plies}
        self.apprentices = [Apprentice(each, **self.settings) for each in self.recipes]
        self.seed = seed
        self.workers = workers
        self.max_plies = max_plies
        self.out = None if out is None else Path(out)

    def fit(self, game: Game, progress: Callable[[Cycle], None] | None = None) -> Self:
        """Return self, having learned: `weights_` is the net, `cycles_` tells how it went, `members_` who is in it.

        After every cycle progress is called, with `weights_` as good as they are by then.
        """
        self.game = game
        self.members_: list[Member] = []
        self.cycles_: list[Cycle] = []
        self.simulator = Simulator(game, self.max_plies, self.workers)
        with run_folder.open_run(self.out, self._config()) as run:
            scores = run.checkpoint.notes["scores"] if run.checkpoint else []
            while len(self.members_) < self.nets and not self._is_enough():
                number = len(self.members_)
                recipe = self._next_recipe()
                weights = self._teach(number, recipe, run, progress)
                score = scores[number] if number < len(scores) else self._score(weights, TRIALS)
                self.members_.append(Member(recipe, score, weights))
                self._save_members(run)
            self.weights_ = self._join_best()
            self._save(run)
        return self

    @property
    def matches(self) -> int:
        """How many matches will have been played at most."""
        return max(apprentice.matches for apprentice in self.apprentices) * self.nets

    def _next_recipe(self) -> int:
        """Return the number of the recipe by which the next net learns: each once, then what may be the best.

        A net makes a few points more or less by luck: the fewer nets a recipe has taught, the more its mean may rise.
        """
        if len(self.members_) < len(self.recipes):
            return len(self.members_)
        counts = [sum(member.recipe == recipe for member in self.members_) for recipe in range(len(self.recipes))]
        return max(range(len(counts)), key=lambda recipe: self._mean_score(recipe) + LUCK / counts[recipe] ** 0.5)

    def _best_recipe(self) -> int:
        return max(sorted({member.recipe for member in self.members_}), key=self._mean_score)

    def _mean_score(self, recipe: int) -> float:
        return float(np.mean([member.score for member in self.members_ if member.recipe == recipe]))

    def _teach(
        self, number: int, recipe: int, run: run_folder.Run, progress: Callable[[Cycle], None] | None
    ) -> slfn.Weights:
        """Return a net that has learned by the recipe, in a run of its own."""
        folder = run.folder / "nets" / str(number) if run.folder else None
        seed = int(np.random.SeedSequence([self.seed, number]).generate_state(1)[0])
        apprentice = Apprentice(self.recipes[recipe], **self.settings, seed=seed, workers=self.workers, out=folder)

        def tell(cycle: Cycle) -> None:
            self.cycles_.append(cycle._replace(net=number))
            if not self.members_:
                self.weights_ = apprentice.weights_
                self._save(run)
            if progress:
                progress(self.cycles_[-1])

        apprentice.fit(self.game, tell)
        self.cycles_ = [cycle for cycle in self.cycles_ if cycle.net < number]
        self.cycles_ += [cycle._replace(net=number) for cycle in apprentice.cycles_]
        return apprentice.weights_

    def _score(self, weights: slfn.Weights, matches: int) -> float:
        """Return the score against untrained nets, each met with both colours."""
        nodes, plans = TRIAL_NODES, list[Plan]()
        if why_plain(self.game.module):
            matches, nodes = max(matches // PLAIN, 2), nodes // PLAIN
        for number in range(matches // 2):
            seed = [self.seed, SEED_OF_TRIALS, number]
            other, state = slfn.random_weights(self.game.variables, seed), self.game.init_state()
            plans += [Plan(weights, other, state, nodes), Plan(other, weights, state, nodes)]
        outcomes = [result.outcome * (-1) ** number for number, result in enumerate(self.simulator.play(plans))]
        return float(np.mean(outcomes)) / 2 + 0.5

    def _is_enough(self) -> bool:
        return self._are_beyond_trials() and len(self._by_best_recipe()) >= TEAM

    def _are_beyond_trials(self) -> bool:
        return len(self.members_) >= len(self.recipes) and max(member.score for member in self.members_) >= ENOUGH

    def _by_best_recipe(self) -> list[Member]:
        return [member for member in self.members_ if member.recipe == self._best_recipe()]

    def _join_best(self) -> slfn.Weights:
        """Return the best of the nets joined: as many of them as play best together."""
        if len(self.members_) == 1 or self._are_beyond_trials():
            return slfn.join([member.weights for member in self._by_best_recipe()])
        ranked = sorted(self.members_, key=lambda member: -member.score)
        teams = [slfn.join([member.weights for member in ranked[:size]]) for size in range(1, len(ranked) + 1)]
        scores = [self._score(team, 2 * TRIALS) for team in teams]
        return [team for team, score in zip(teams, scores, strict=True) if score >= max(scores) - NOISE][-1]

    def _config(self) -> dict[str, Any]:
        return {
            "method": "nhb",
            "game": self.game.spec,
            "recipe": self.recipe,
            "nets": self.nets,
            "seed": self.seed,
            **self.settings,
            "recipes": [asdict(recipe) for recipe in self.recipes],
        }

    def _save_members(self, run: run_folder.Run) -> None:
        """Write the best net so far, and the scores of all: a net need not be judged again."""
        self.weights_ = max(self.members_, key=lambda member: member.score).weights
        self._save(run)
        members = [member.recipe for member in self.members_], [member.score for member in self.members_]
        notes = dict(zip(("recipes", "scores"), members, strict=True))
        if run.folder:
            run_folder.write_json(run.folder / MEMBERS, notes)
        run.save(len(self.members_), notes)

    def _save(self, run: run_folder.Run) -> None:
        """Write the net as it is, and how it came about."""
        if run.folder:
            notes = {"config": self._config(), "cycle": self.cycles_[-1]._asdict()}
            weights_file.save(run.folder / MODEL, self.weights_, evaluator="slfn", game=self.game.name, notes=notes)
        run.write_metrics(cycle._asdict() for cycle in self.cycles_)
