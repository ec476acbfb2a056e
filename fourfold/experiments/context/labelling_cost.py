"""What it costs to score all moves of a Connect Four position, by the number of its stones.

    python -m fourfold.experiments.labelling_cost

Positions come from random play, nobody can win at once, and there is no opening book.
"""

import time

from ...solve.book import Book
from ...solve.labels import TABLE_BITS
from ...solve.solver import Solver
from .random_positions import random_positions

PLIES, POSITIONS, SECONDS, SEED = range(6, 37), 200, 20.0, 0
"""For every ply so many positions are scored, or as many as fit into so many seconds."""


def cost(plies: int, solver: Solver) -> tuple[int, float]:
    """Return how many positions were scored, and the milliseconds that one took."""
    states, done, begun = random_positions(POSITIONS, plies, SEED), 0, time.perf_counter()
    while done < len(states) and time.perf_counter() - begun < SECONDS:
        solver.scores(states[done])
        done += 1
    return done, 1e3 * (time.perf_counter() - begun) / done


def main() -> None:
    solver = Solver(bits=TABLE_BITS, book=Book())
    solver.scores(random_positions(1, 36, SEED)[0])  # compiled before the clock runs
    for plies in PLIES:
        count, milliseconds = cost(plies, solver)
        print(f"{plies:2d} stones: {milliseconds:10.2f} ms, mean of {count}", flush=True)


if __name__ == "__main__":
    main()
