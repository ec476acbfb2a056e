"""The command `solve`: exact scores of a Connect Four position and its moves; proven results of other games."""

from typing import Any

from ..bits import popcount
from ..errors import InputError
from ..games.interface.game import Game
from ..parallel.ordered_map import worker_count
from ..players.base import timer
from ..players.describe import plural, proven_result
from ..players.perfect import decision, exactly, in_words
from ..players.proof import NODES
from ..solve.solver import GAME, Bounds, Solver, StoppedError, check
from . import prove
from .draw_board import print_position
from .live_analysis import score_text
from .output import Show, interruptible
from .validate import given_game, given_state

BITS = 24
"""Size of the solver's table, 2 to this power times 8 bytes: larger than usual, for early positions fill it."""


def run(
    game_spec: str, position: str, nodes: int | None, seconds: float | None, workers: int | None, show: Show
) -> None:
    game = given_game(game_spec)
    if game.shipped_name != GAME:
        if seconds is not None or workers is not None:
            raise InputError(f"--seconds and --workers are for {GAME}; other games take --nodes")
        prove.run(game, position, nodes or NODES, show)
    elif nodes is not None:
        raise InputError(f"{GAME} has a solver, which needs no --nodes")
    else:
        solve(game, position, seconds, worker_count(workers), show)


def solve(game: Game, position: str, seconds: float | None, workers: int, show: Show) -> None:
    """Print the scores of all moves of a Connect Four position, or what is known of them after seconds."""
    state = given_state(game, position)
    check(state)
    solver = Solver(bits=BITS, workers=workers)
    known = find_bounds(solver, state, seconds, show)
    print_position(game, state, show)
    show.line()
    show.table(["column", ">score", "with best play"], rows(state, known))
    best = ", ".join(str(column) for column in to_json(known)["best"])
    show.line(f"\nbest: {best or 'not known yet'}; {plural(solver.nodes, 'position')} searched")
    show.result(to_json(known))


def find_bounds(solver: Solver, state: Any, seconds: float | None, show: Show) -> dict[int, Bounds]:
    """Return the bounds of every move; meanwhile those known so far are shown."""
    interruptible(solver.compile)
    with show.progress.status("searching ...") as status, timer(seconds, solver.stop):

        def look() -> None:
            known = solver.so_far().items()
            status.update("searching: " + "; ".join(f"{column + 1}: {score_text(*each)}" for column, each in known))

        meanwhile = look if show.progress.is_terminal else None
        try:
            return exactly(interruptible(solver.scores, state, meanwhile=meanwhile, stop=solver.stop))
        except StoppedError:
            return solver.so_far()


def rows(state: Any, known: dict[int, Bounds]) -> list[list[str]]:
    """Return each column, its score, and what that means: the plies to the end or, unless all are known, words."""
    played, is_solved = popcount(state.stones), all(each.is_exact for each in known.values())

    def meaning(column: int, each: Bounds) -> str:
        return proven_result(decision(column, each.low, played, 0)) if is_solved else in_words(each, played)

    return [[str(column + 1), score_text(*each), meaning(column, each)] for column, each in known.items()]


def to_json(known: dict[int, Bounds]) -> dict[str, Any]:
    """Return the scores for programs, None for full columns; if time was too short, bounds for those that are None."""
    exact = {column: each.low for column, each in known.items() if each.is_exact}
    score = max(each.low for each in known.values())
    is_known = score == max(each.high for each in known.values())
    unknown = {str(column + 1): list(each) for column, each in known.items() if not each.is_exact}
    return {
        "score": score if is_known else None,
        "scores": {str(column + 1): exact.get(column) for column in range(7)},
        "best": [column + 1 for column in exact if is_known and exact[column] == score],
        **({"bounds": unknown} if unknown else {}),
    }
