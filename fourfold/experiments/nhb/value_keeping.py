"""How often players of Connect Four keep what a position is worth, by the word of a perfect solver.

    python -m fourfold.experiments.value_keeping

The solver is bitbully (pip install bitbully). Positions come from random play; in each, some moves keep its value, be
it a win, a draw or a loss, and others do not, and nobody can win at once: whatever is chosen, there was a choice.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from ...errors import InputError
from ...games.interface.find import find_game
from ...games.interface.game import Game
from ...matches.openings import random_state
from ...matches.statistics import wilson
from ...players.specs import player

POSITIONS, SEED = 2000, 0
PLIES = range(8, 31)
EVALUATORS = ("nhb", "zero", "untrained")
NODES = 500

Solver = Callable[[Game, Any], dict[int, int]]
"""Returns what each legal move is worth to the side to move: -1, 0 or 1."""


class Position(NamedTuple):
    state: Any
    keeping: set[int]
    """The moves that keep its value."""


def positions(game: Game, solve: Solver, seed: int) -> Iterator[Position]:
    """Yield positions, none twice, in which a move can be right or wrong."""
    rng, seen = np.random.default_rng(seed), set()
    while True:
        state = random_state(game, int(rng.choice(PLIES)), rng)
        if state in seen or any(game.outcome(child) == -1 for _, child in game.expand(state)):
            continue
        seen.add(state)
        values = solve(game, state)
        keeping = {move for move, value in values.items() if value == max(values.values())}
        if len(keeping) < len(values):
            yield Position(state, keeping)


def bitbully_solver() -> Solver:
    try:
        from bitbully import BitBully, Board
    except ImportError:
        raise InputError("this needs a perfect solver: pip install bitbully") from None
    solver = BitBully()

    def solve(game: Game, state: Any) -> dict[int, int]:
        rows = [[".xo".index(letter) for letter in row] for row in game.module.board(state)]
        scores = solver.score_all_moves(Board.from_array(rows))
        return {column: int(np.sign(score)) for column, score in scores.items()}

    return solve


def share_kept(spec: str, game: Game, asked: Sequence[Position]) -> float:
    """Return how often the player of spec keeps the value; it begins a new game in every position."""
    chosen = player(spec, game)
    kept = 0
    for number, (state, keeping) in enumerate(asked):
        chosen.new_game(number)
        kept += chosen.choose(state).move in keeping
    return kept / len(asked)


def main(count: int = POSITIONS, solve: Solver | None = None) -> None:
    game = find_game("connect_four")
    asked = list(islice(positions(game, solve or bitbully_solver(), SEED), count))
    by_chance = np.mean([len(keeping) / len(game.moves(state)) for state, keeping in asked])
    print(f"{count} positions of connect_four, seed {SEED}; {NODES} nodes a move")
    print(f"{'any move':12} {100 * by_chance:5.1f} %")
    for name in EVALUATORS:
        share = share_kept(f"alphabeta:nodes={NODES},eval={name}", game, asked)
        low, high = wilson(share, count)
        print(f"{name:12} {100 * share:5.1f} % ({100 * low:.1f} to {100 * high:.1f})")


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(f"fourfold: {error}")
