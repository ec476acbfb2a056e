"""Evolutions in run folders, and games of their champions."""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from ...evaluators import mlp, weights_file
from ...games.interface.game import Game
from ...learn.evolve.genetic_algorithm import Genetic
from ...learn.evolve.learner import EvolveLearner, Generation
from ...learn.games_between_nets import OUTCOME, Contest, Contests
from ...parallel.ordered_map import Workers
from ...storage import run_folder as runs
from ..framework.study import Report

OPENING_PLIES = 6
OPENINGS = f"random:{OPENING_PLIES}"


def evolve(learner: EvolveLearner, game: Game, report: Report) -> EvolveLearner:
    """Return the learner when all its generations are there, without games for its learning curve."""
    with closing(learner.steps(game, is_measured=False)) as steps:
        for reached in steps:
            report(reached.share, f"generation {reached.done - 1} of {reached.total - 1}")
    return learner


def untrained_nets(learner: EvolveLearner, count: int) -> list[mlp.Weights]:
    """Return nets such as a learner's recipe begins with."""
    rng, layout = np.random.default_rng([learner.seed, 99]), learner.layout
    if learner.recipe.breeder == "genetic":
        small = learner.recipe.breeding.get("small", False)
        genomes = Genetic(layout, rng, small=small, population=max(count, 15)).genomes()[:count]
    else:
        genomes = np.array([layout.small_genome(rng) for _ in range(count)])
    return [layout.express(genome) for genome in genomes]


def meet_nets(
    learner: EvolveLearner, champion: mlp.Weights, rivals: Sequence[mlp.Weights], ply: int, workers: Workers
) -> tuple[int, int, int]:
    """Return the games that a champion won, drew and lost: a pair from a new opening against each rival."""
    contests = Contests(learner.game, f"alphabeta:depth={ply}", OPENING_PLIES, 200, workers)
    meetings = [Contest(champion, rival, [learner.seed, 99, 1 + number]) for number, rival in enumerate(rivals)]
    outcomes = Counter(contests.play(meetings)[:, :, OUTCOME].ravel().tolist())
    return outcomes[1], outcomes[0], outcomes[-1]


def run_folder(folder: Path, recipe: str, seed: int) -> Path:
    return folder / f"seed-{seed}" / recipe


def net_of(model: Path) -> mlp.Weights:
    net: mlp.Weights = weights_file.load(str(model)).weights
    return net


def read_generations(run: Path) -> list[Generation]:
    """Return the metrics of the generations of a run."""
    return [Generation(**line) for line in runs.read_lines(run / runs.METRICS).values]
