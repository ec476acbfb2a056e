"""The speed of evolution: whole draughts games between 91-40-10-1 nets, those of the evolved-draughts paper."""

from collections.abc import Iterator
from itertools import count

import numpy as np

from ..games.interface.find import find_game
from ..learn.evolve.genetic_algorithm import Genetic
from ..learn.evolve.genome import FORMS, Layout
from ..learn.games_between_nets import NODES, Contest, Contests
from .speed import Measurement, Work, compare

PLIES = (4, 6)
OPENING_PLIES, MAX_PLIES = 6, 100


def evolution_rows(peers: bool) -> Iterator[Measurement]:
    """Yield games and nodes per second on one thread."""
    for ply in PLIES:
        yield compare(f"evolve/draughts/{ply}", "games/s", games_work(ply, nodes=False), None)
    yield compare(f"evolve/draughts/{PLIES[-1]}/nodes", "nodes/s", games_work(PLIES[-1], nodes=True), None)


def games_work(ply: int, nodes: bool) -> Work:
    """Return the work of playing two nets with both colours, new ones each time; it counts nodes, or games."""
    game = find_game("draughts")
    layout = Layout(FORMS["paper"], game)
    nets = [layout.express(genome) for genome in Genetic(layout, np.random.default_rng(0)).genomes()]
    contests = Contests(game, f"alphabeta:depth={ply}", OPENING_PLIES, MAX_PLIES, workers=1)
    numbers = count()

    def work() -> int:
        number = next(numbers)
        given = Contest(nets[number % len(nets)], nets[(number + 1) % len(nets)], [number])
        results = contests.play([given])
        return int(results[:, :, NODES].sum()) if nodes else results.shape[1]

    return work
