"""Moves as squares: where a piece comes from, its path, and what it captures."""

from typing import Any, NamedTuple

from ..games.interface.board_layout import EMPTY, PIECES, UNUSED, Square, board_rows
from ..games.interface.game import Game


def legal_moves(game: Game, state: Any) -> list[dict[str, Any]]:
    """Return every legal move as clicks; a capture with two routes is listed twice."""
    rows = board_rows(game, state)
    if rows and game.moves(state) and game.routes(state):
        found = _routed_moves(game, state, rows)
    else:
        found = [_seen_move(game, state, rows, move, child) for move, child in game.expand(state)]
    forced = len({each["move"] for each in found}) == 1 or game.must_capture(state)
    return [{**each, "forced": forced} for each in found]


def _routed_moves(game: Game, state: Any, rows: list[str]) -> list[dict[str, Any]]:
    """Return the moves of a game that defines `routes`."""
    squares = [(row, at) for row, line in enumerate(rows) for at, letter in enumerate(line) if letter != UNUSED]
    found = []
    for route, move in game.routes(state):
        path = [squares[number - 1] for number in route]
        after = board_rows(game, game.apply(state, move))
        captures = [square for square in changes(rows, after).emptied if square not in (path[0], path[-1])]
        found.append(_entry(game.move_text(state, move), path, captures, after))
    return found


def _seen_move(game: Game, state: Any, rows: list[str], move: int, child: Any) -> dict[str, Any]:
    """Return a move inferred from what it changes on the board; a pass, which changes nothing, has no path."""
    after = board_rows(game, child)
    seen = changes(rows, after)
    own = "xX" if getattr(state, "player", 1) == 1 else "oO"
    start = [square for square in seen.emptied if _letter(rows, square) in own]
    captures = [square for square in [*seen.emptied, *seen.turned] if square not in start]
    arrived = seen.filled or [square for square in seen.turned if _letter(rows, square) not in own]
    path = [*start, *arrived[:1]] if arrived else []
    taken = [square for square in captures if square not in path[-1:]]
    return _entry(game.move_text(state, move), path, taken, after)


def _entry(move: str, path: list[Square], captures: list[Square], after: list[str]) -> dict[str, Any]:
    """Return a move as clients see it, with the board after it, so that they can show it without waiting."""
    return {
        "move": move,
        "to": list(path[-1]) if path else None,
        "path": [list(square) for square in path],
        "captures": [list(square) for square in captures],
        "rows": after,
    }


def _letter(rows: list[str], square: Square) -> str:
    return rows[square[0]][square[1]]


class Changes(NamedTuple):
    """What differs between two boards."""

    filled: list[Square]
    emptied: list[Square]
    turned: list[Square]
    """Squares with another piece."""


def changes(before: list[str], after: list[str]) -> Changes:
    found = Changes([], [], [])
    for row, (old_line, new_line) in enumerate(zip(before, after, strict=False)):
        for column, (old, new) in enumerate(zip(old_line, new_line, strict=False)):
            if old != new:
                kept = old in PIECES and new in PIECES
                part = found.turned if kept else found.emptied if new == EMPTY else found.filled
                part.append((row, column))
    return found
