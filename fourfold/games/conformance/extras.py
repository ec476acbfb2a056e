"""Checks of the optional parts of a game: text, drawing, variables, and its own versions of defaults in rules.py."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from ...binding.bind import INTEGERS
from .inspection import SPARE, Inspection

Thing = TypeVar("Thing")
CELL = re.compile(r".[0-9]*")
MOST_MOVES = 10
"""How many moves of a state are checked where each of them takes a while."""


def check_extras(inspection: Inspection, state: Any, moves: list[int], is_chance: bool = False) -> None:
    """Check every extra that the game defines, each by itself; a terminal state has no moves.

    Where chance decides, moves are its outcomes, and what depends on expand is not asked.
    """
    steps: dict[str, Callable[..., None]] = {
        "text": check_text,
        "board": check_board,
        "variables": check_variables,
        "fixed_variables": check_fixed_variables,
        "reversible_plies": check_reversible_plies,
        "has_capture": check_has_capture,
    }
    if moves:
        steps |= {
            "move_text": check_move_text,
            "moves_played": check_moves_played,
            "changes": check_changes,
        }
    if moves and not is_chance:
        steps |= {
            "count_moves": check_count_moves,
            "pick_move": check_pick_move,
            "is_quiet": check_is_quiet,
            "position": check_position,
            "routes": check_routes,
        }
    for name, step in steps.items():
        if inspection.defines(name):
            inspection.attempt(step, inspection, state, moves)


def few(things: list[Thing], most: int = MOST_MOVES) -> list[Thing]:
    """Return at most so many of the things, from the first to the last."""
    if len(things) <= most:
        return things
    return [things[place * (len(things) - 1) // (most - 1)] for place in range(most)]


def check_text(inspection: Inspection, state: Any, moves: list[int]) -> None:
    text = inspection.call("text", state)
    inspection.expect(isinstance(text, str), "text", "returns {}, not a text", text)
    if inspection.defines("parse"):
        read = inspection.typed("parse", inspection.call("parse", text))
        inspection.expect(read == state, "parse", "reads {} from {}, the text of {}", read, text, state)


def check_move_text(inspection: Inspection, state: Any, moves: list[int]) -> None:
    texts: dict[str, int] = {}
    for move in dict.fromkeys(moves):
        text = inspection.call("move_text", state, move)
        inspection.expect(isinstance(text, str) and text, "move_text", "returns {}, not a text", text)
        alike = text in texts
        inspection.expect(not alike, "move_text", "writes the moves {} and {} alike, {}", texts.get(text), move, text)
        texts[text] = move
    for text in few(list(texts)) if inspection.defines("parse_move") else ():
        read, move = inspection.call("parse_move", state, text), texts[text]
        inspection.expect(read == move, "parse_move", "reads {} from {}, the text of move {}", read, text, move)


def check_board(inspection: Inspection, state: Any, moves: list[int]) -> None:
    rows = inspection.call("board", state)
    are_rows = isinstance(rows, list) and rows and all(map(is_row, rows))
    inspection.expect(are_rows, "board", "returns {}, not a list of texts, or of rows of cells such as x5", rows)
    inspection.expect(len({len(row) for row in rows}) == 1, "board", "has rows of different lengths: {}", rows)


def is_row(row: Any) -> bool:
    """Return whether row is a text, or cells: a letter each, with or without a number of pieces."""
    if isinstance(row, str):
        return True
    return isinstance(row, tuple | list) and all(isinstance(cell, str) and CELL.fullmatch(cell) for cell in row)


def check_variables(inspection: Inspection, state: Any, moves: list[int]) -> None:
    count = inspection.module.VARIABLES
    out = np.full(count + SPARE, np.nan)
    inspection.call("variables", state, out)
    written = 1 + int(max(np.flatnonzero(~np.isnan(out)), default=-1))
    inspection.expect(written == count, "variables", "writes {} numbers, not VARIABLES = {}", written, count)
    inspection.expect(np.isfinite(out[:count]).all(), "variables", "writes {}, not finite numbers", out[:count])
    for permutation in inspection.constant("SYMMETRIES"):
        good = sorted(permutation) == list(range(count))
        inspection.expect(good, "SYMMETRIES", "{} is not a permutation of 0 to {}", permutation, count - 1)
    places = inspection.constant("PLACES")
    if inspection.defines("PLACES"):
        good = len(places) == count and all(len(place) == 2 and min(place) >= 0 for place in places)
        inspection.expect(good, "PLACES", "is not a row and a column for each of {} variables", count)


def check_fixed_variables(inspection: Inspection, state: Any, moves: list[int]) -> None:
    """Check what is written, and that the side that is returned changes as the side to move does."""
    sign = fixed_sign(inspection, state)
    for move in few(moves, 2):
        child = inspection.call("apply", state, move)
        after, again = fixed_sign(inspection, child), inspection.moves_again(state, child)
        good = after == (sign if again else -sign)
        inspection.expect(good, "fixed_variables", "returns {}, and {} after move {}", sign, after, move)


def fixed_sign(inspection: Inspection, state: Any) -> int:
    """Return the side to move, as fixed_variables returns it."""
    out = np.full(inspection.module.VARIABLES, np.nan)
    sign = inspection.call("fixed_variables", state, out)
    inspection.expect(sign in (1, -1), "fixed_variables", "returns {}, not 1 or -1", sign)
    good = np.isfinite(out).all()
    inspection.expect(good, "fixed_variables", "writes {}, not VARIABLES finite numbers", out)
    return int(sign)


def check_changes(inspection: Inspection, state: Any, moves: list[int]) -> None:
    """Check that the variables, negated if the side changes, plus `changes` are those after each move."""
    before, after = np.zeros((2, inspection.module.VARIABLES))
    inspection.call("variables", state, before)
    for move in few(moves):
        child = inspection.call("apply", state, move)
        rows = np.zeros((len(before), 2))
        count = inspection.call("changes", state, child, rows)
        inspection.call("variables", child, after)
        changed = before.copy() if inspection.moves_again(state, child) else -before
        for variable, amount in rows[: max(count, 0)]:
            changed[int(variable)] += amount
        good = count < 0 or (changed == after).all()
        inspection.expect(good, "changes", "makes {} of what is {} after move {}", changed, after, move)


def check_count_moves(inspection: Inspection, state: Any, moves: list[int]) -> None:
    count = inspection.call("count_moves", state)
    inspection.expect(count == len(moves), "count_moves", "returns {}, but expand writes {}", count, len(moves))


def check_pick_move(inspection: Inspection, state: Any, moves: list[int]) -> None:
    """Check that a share of the moves gives the one at its place."""
    buffer = np.zeros(inspection.module.MAX_MOVES, np.int64)
    for move, share in shares(moves):
        found = inspection.call("pick_move", state, share, buffer)
        inspection.expect(found == move, "pick_move", "returns {} for share {}, not the move {}", found, share, move)


def shares(moves: list[int]) -> list[tuple[int, float]]:
    """Return some of the moves, each with a number from 0 to 1 that stands for its place."""
    return [(moves[place], (place + 0.5) / len(moves)) for place in few(list(range(len(moves))))]


def check_moves_played(inspection: Inspection, state: Any, moves: list[int]) -> None:
    """Check that every move is counted, except a pass."""
    played = inspection.call("moves_played", state)
    for move in few(moves):
        after = inspection.call("moves_played", inspection.call("apply", state, move))
        good = after in (played, played + 1)
        inspection.expect(good, "moves_played", "returns {}, and {} after move {}", played, after, move)


def check_has_capture(inspection: Inspection, state: Any, moves: list[int]) -> None:
    answer = inspection.call("has_capture", state)
    inspection.expect(isinstance(answer, INTEGERS), "has_capture", "returns {}, not True or False", answer)


def check_routes(inspection: Inspection, state: Any, moves: list[int]) -> None:
    """Check that the routes are those of all legal moves but a pass, over squares, and that each stands for one."""
    routes = inspection.call("routes", state)
    good = {move for _, move in routes} in (set(), set(moves), set(moves) - {inspection.constant("PASS")})
    inspection.expect(good, "routes", "returns {}, which are not routes of the moves {}", routes, moves)
    good = all(_is_route(list(squares)) for squares, _ in routes)
    inspection.expect(good, "routes", "returns {}, not numbers of squares from 1 on, with 0 between pieces", routes)
    named = dict[Any, int]()
    for squares, move in routes:
        good = named.setdefault(squares, move) == move
        inspection.expect(
            good, "routes", "gives the moves {} and {} the same squares, {}", named[squares], move, squares
        )


def _is_route(squares: list[int]) -> bool:
    ends = squares[:1] + squares[-1:]
    return bool(squares) and min(squares) >= 0 and 0 not in ends and (0, 0) not in pairwise(squares)


def check_is_quiet(inspection: Inspection, state: Any, moves: list[int]) -> None:
    quiet = inspection.call("is_quiet", state)
    inspection.expect(isinstance(quiet, INTEGERS), "is_quiet", "returns {}, not True or False", quiet)


def check_position(inspection: Inspection, state: Any, moves: list[int]) -> None:
    """Check that `position` is a state with the same moves, and that applying it again changes nothing."""
    position = inspection.typed("position", inspection.call("position", state))
    inspection.expect(inspection.call("position", position) == position, "position", "twice is not the same as once")
    same = inspection.written(position, np.int64) == moves
    inspection.expect(same, "position", "returns {}, which has other moves", position)


def check_reversible_plies(inspection: Inspection, state: Any, moves: list[int]) -> None:
    plies = inspection.call("reversible_plies", state)
    good = isinstance(plies, INTEGERS) and plies >= 0
    inspection.expect(good, "reversible_plies", "returns {}, not an integer of at least 0", plies)
