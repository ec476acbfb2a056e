"""Checks of the optional parts of a game: text, drawing, variables, and its own versions of defaults in rules.py."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...binding.bind import INTEGERS
from .inspection import SPARE, Inspection


def check_extras(inspection: Inspection, state: Any, moves: list[int]) -> None:
    """Check every extra that the game defines, each by itself; a terminal state has no moves."""
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
            "count_moves": check_count_moves,
            "moves_played": check_moves_played,
            "is_quiet": check_is_quiet,
            "position": check_position,
            "changes": check_changes,
            "routes": check_routes,
        }
    for name, step in steps.items():
        if inspection.defines(name):
            inspection.attempt(step, inspection, state, moves)


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
        if inspection.defines("parse_move"):
            read = inspection.call("parse_move", state, text)
            inspection.expect(read == move, "parse_move", "reads {} from {}, the text of move {}", read, text, move)


def check_board(inspection: Inspection, state: Any, moves: list[int]) -> None:
    rows = inspection.call("board", state)
    are_texts = isinstance(rows, list) and rows and all(isinstance(row, str) for row in rows)
    inspection.expect(are_texts, "board", "returns {}, not a list of texts", rows)
    inspection.expect(len({len(row) for row in rows}) == 1, "board", "has rows of different lengths: {}", rows)


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
    out = np.full(inspection.module.VARIABLES, np.nan)
    sign = inspection.call("fixed_variables", state, out)
    inspection.expect(sign in (1, -1), "fixed_variables", "returns {}, not 1 or -1", sign)
    good = np.isfinite(out).all()
    inspection.expect(good, "fixed_variables", "writes {}, not VARIABLES finite numbers", out)


def check_changes(inspection: Inspection, state: Any, moves: list[int]) -> None:
    """Check that the negated variables plus `changes` are those after each move."""
    before, after = np.zeros((2, inspection.module.VARIABLES))
    inspection.call("variables", state, before)
    for move in moves:
        child = inspection.call("apply", state, move)
        rows = np.zeros((len(before), 2))
        count = inspection.call("changes", state, child, rows)
        inspection.call("variables", child, after)
        changed = -before
        for variable, amount in rows[: max(count, 0)]:
            changed[int(variable)] += amount
        good = count < 0 or (changed == after).all()
        inspection.expect(good, "changes", "makes {} of what is {} after move {}", changed, after, move)


def check_count_moves(inspection: Inspection, state: Any, moves: list[int]) -> None:
    count = inspection.call("count_moves", state)
    inspection.expect(count == len(moves), "count_moves", "returns {}, but expand writes {}", count, len(moves))


def check_moves_played(inspection: Inspection, state: Any, moves: list[int]) -> None:
    """Check that every move is counted, except a pass."""
    played = inspection.call("moves_played", state)
    for move in moves:
        after = inspection.call("moves_played", inspection.call("apply", state, move))
        good = after in (played, played + 1)
        inspection.expect(good, "moves_played", "returns {}, and {} after move {}", played, after, move)


def check_has_capture(inspection: Inspection, state: Any, moves: list[int]) -> None:
    answer = inspection.call("has_capture", state)
    inspection.expect(isinstance(answer, INTEGERS), "has_capture", "returns {}, not True or False", answer)


def check_routes(inspection: Inspection, state: Any, moves: list[int]) -> None:
    """Check that the routes are those of all legal moves, from square to square."""
    routes = inspection.call("routes", state)
    good = {move for _, move in routes} in (set(), set(moves))
    inspection.expect(good, "routes", "returns {}, which are not routes of the moves {}", routes, moves)
    good = all(len(squares) > 1 and min(squares) > 0 for squares, _ in routes)
    inspection.expect(good, "routes", "returns {}, not two or more numbers of squares from 1 on for each", routes)


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
