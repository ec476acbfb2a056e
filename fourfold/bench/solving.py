"""How fast Connect Four is solved, labelled and ranked; the positions to solve are Pons's test sets, if available."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..binding.bind import typed
from ..evaluators.connect_four import context_net
from ..experiments.context.random_positions import random_positions
from ..games import connect_four
from ..games.interface.find import find_game
from ..players import policy
from ..solve.book import Book
from ..solve.solver import Solver, check, widest
from ..solve.threats import open_squares, winning_squares
from .speed import Measurement, Work, compare

DATA = Path(os.environ.get("FOURFOLD_DATA") or Path(__file__).resolve().parents[2].parent / "shared" / "data")
SETS = ("L3_R1", "L2_R1", "L1_R1")
PLIES = range(16, 37)
BATCH, BITS = 500, 20
EARLY, EARLY_POSITIONS, EARLY_BITS = (10, 11, 12, 13, 14), 4, 24
"""Numbers of stones of early positions, how many with each, and the table for them."""


def solving_rows(peers: bool) -> Iterator[Measurement]:
    """Yield positions a second on one thread, beside bitbully's null-window search."""
    for name in SETS:
        path = DATA / "connect_four" / f"Test_{name}"
        if path.is_file():
            lines = [line.split()[0] for line in path.read_text().splitlines()]
            yield compare(f"solve/{name}", "positions/s", solve_work(lines), bitbully_work(lines) if peers else None)
    early = early_lines()
    alone, together = (solve_work(early, EARLY_BITS, workers) for workers in (1, 2))
    yield compare("solve/10-14", "positions/s", alone, bitbully_work(early) if peers else None)
    yield compare("solve/10-14, 2 threads against 1", "positions/s", together, alone)
    yield compare("label/16-36", "positions/s", label_work(), None)
    yield compare("rank/S4", "positions/s", rank_work(untrained_ranker()), None)
    yield compare("rank/sorter", "positions/s", rank_work(sorter_ranker()), None)


def early_lines() -> list[str]:
    """Return the columns of random games that lead to early positions, in which nobody can win immediately."""
    rng, found = np.random.default_rng(0), list[str]()
    while len(found) < len(EARLY) * EARLY_POSITIONS:
        line = "".join(map(str, rng.integers(1, 8, EARLY[len(found) % len(EARLY)])))
        try:
            check(state := connect_four.parse(line))
        except ValueError:  # a full column, or the game is over
            continue
        if not winning_squares(state.own, state.stones) & open_squares(state.stones):
            found.append(line)
    return found


def solve_work(lines: list[str], bits: int = BITS, workers: int = 1) -> Work:
    """Return the work of solving all positions, beginning with an empty table."""
    solver = Solver(bits=bits, book=Book(), workers=workers)
    states = [typed(connect_four.parse(line)) for line in lines]

    def work() -> int:
        solver.forget()
        for state in states:
            solver.search(state, *widest(state.stones))
        return len(states)

    return work


def bitbully_work(lines: list[str]) -> Work | None:
    try:
        from bitbully.bitbully_core import BitBullyCore, BoardCore
    except ImportError:
        return None
    solver, boards = BitBullyCore(), list[Any]()
    for line in lines:
        board = BoardCore()
        for digit in line:
            board.play(int(digit) - 1)
        boards.append(board)

    def work() -> int:
        solver.resetTranspositionTable()
        for board in boards:
            solver.nullWindow(board)
        return len(boards)

    return work


def label_work() -> Work:
    """Return the work of scoring all moves of positions from random play, beginning with an empty table."""
    solver, states = Solver(book=Book()), sample(BATCH)

    def work() -> int:
        solver.forget()
        for state in states:
            solver.scores(state)
        return len(states)

    return work


def sample(size: int) -> list[Any]:
    """Return positions without an immediate win, the same number for each number of stones."""
    found = [random_positions(-(-size // len(PLIES)), plies, seed=0) for plies in PLIES]
    return [state for group in zip(*found, strict=True) for state in group][:size]


def rank_work(preferences: Any) -> Work:
    states = sample(BATCH)
    own, stones = (np.array([getattr(state, name) for state in states], np.uint64) for name in ("own", "stones"))

    def work() -> int:
        preferences(own, stones)
        return BATCH

    return work


def sorter_ranker() -> Any:
    rank = policy.load("sorter", find_game("connect_four")).rank
    return lambda own, stones: rank((own, stones, np.ones(len(own), np.int64)))


def untrained_ranker() -> Any:
    """Return a ranker of the system S4; its speed does not depend on training."""
    from ..binding.bind import bind

    kernels, ranker = bind(context_net, game=connect_four), context_net.make_ranker(context_net.random_weights("S4", 0))
    found = np.zeros((BATCH, 7), np.float32)
    return lambda own, stones: kernels.rank_positions(ranker, own, stones, found)
