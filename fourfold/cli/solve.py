"""The command `solve`: exact scores of a Connect Four position and its moves; proven results of other games."""

from typing import Any

from ..bits import popcount
from ..errors import InputError
from ..games.interface.game import Game
from ..players.describe import plural, proven_result
from ..players.perfect import decision
from ..players.proof import NODES
from ..solve.solver import GAME, Solver, best_moves, check
from . import prove
from .draw_board import print_position
from .output import Show, interruptible
from .validate import given_game, given_state

EARLY = 8
"""Before this ply a position outside the book takes long."""


def run(game_spec: str, position: str, nodes: int | None, show: Show) -> None:
    game = given_game(game_spec)
    if game.shipped_name != GAME:
        prove.run(game, position, nodes or NODES, show)
    elif nodes is not None:
        raise InputError(f"{GAME} has a solver, which needs no --nodes")
    else:
        solve(game, position, show)


def solve(game: Game, position: str, show: Show) -> None:
    """Print the scores of all moves of a Connect Four position."""
    state = given_state(game, position)
    check(state)
    solver, played = Solver(), popcount(state.stones)
    if played < EARLY and solver.book.move_scores(state) is None:
        show.progress.print(f"not in the book, which ends at ply {solver.book.plies}: this may take minutes")
    scores = interruptible(solver.scores, state)
    print_position(game, state, show)
    show.line()
    rows = [
        [str(column + 1), f"{score:+d}", proven_result(decision(column, score, played, 0))]
        for column, score in scores.items()
    ]
    show.table(["column", ">score", "with best play"], rows)
    show.line(f"\nbest: {', '.join(str(column + 1) for column in best_moves(scores))}"
              f"; {plural(solver.nodes, 'position')} searched")  # fmt: skip
    show.result(to_json(scores))


def to_json(scores: dict[int, int]) -> dict[str, Any]:
    return {
        "score": max(scores.values()),
        "scores": {str(column + 1): scores.get(column) for column in range(7)},
        "best": [column + 1 for column in best_moves(scores)],
    }
