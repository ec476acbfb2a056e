"""Moves as squares: where a piece comes from, its path, and what it captures."""

from itertools import groupby
from typing import Any, NamedTuple

from ..games.interface.board_layout import Square, board_rows
from ..games.interface.cell import EMPTY, UNUSED, Row, count_of, is_piece, letter_of, side_of
from ..games.interface.game import Game


class Played(NamedTuple):
    """A move, and the boards before and after it."""

    move: str
    before: list[Row]
    after: list[Row]
    again: bool
    """Whether the same side moves again."""


def legal_moves(game: Game, state: Any) -> list[dict[str, Any]]:
    """Return every legal move as clicks; a capture with two routes is listed twice."""
    rows, children = board_rows(game, state), game.expand(state)
    played = {
        move: Played(game.move_text(state, move), rows, board_rows(game, child), game.moves_again(state, child))
        for move, child in children
    }
    routes = game.routes(state) if rows and children else []
    side = 1 if getattr(state, "player", 1) == -1 else 0
    if routes:
        found = [_routed_move(route, played[move]) for route, move in routes]
        found += [_entry(played[move], [], []) for move in played.keys() - {move for _, move in routes}]
    else:
        found = _told_apart([_seen_move(each, side, game.style.shape) for each in played.values()], rows)
    forced = len(played) == 1 or game.must_capture(state)
    return [{**each, "forced": forced} for each in found]


def _routed_move(route: tuple[int, ...], played: Played) -> dict[str, Any]:
    """Return a move of a game that defines `routes`."""
    squares = [(row, at) for row, line in enumerate(played.before) for at, cell in enumerate(line) if cell != UNUSED]
    parts = [[squares[number - 1] for number in part] for is_way, part in groupby(route, bool) if is_way]
    if not parts:
        return _entry(played, [], [])
    ends = {part[end] for part in parts for end in (0, -1)}
    captures = [square for square in changes(played.before, played.after).emptied if square not in ends]
    found = _entry(played, parts[0], captures)
    return {**found, "parts": [[list(square) for square in part] for part in parts]} if len(parts) > 1 else found


def _seen_move(played: Played, side: int, shape: str) -> dict[str, Any]:
    """Return a move inferred from what it changes on the board; a pass, which changes nothing, has no path."""
    rows = played.before
    seen = changes(rows, played.after)
    if seen.fewer or seen.more:
        return _entry(played, _counted_path(played, seen, side, shape), [])
    start = [square for square in seen.emptied if _is_of(rows, square, side)]
    captures = [square for square in [*seen.emptied, *seen.turned] if square not in start]
    put = [square for square in seen.filled if rows[square[0]][square[1]] == EMPTY] or seen.filled
    arrived = put or [square for square in seen.turned if not _is_of(rows, square, side)]
    path = [*start, *arrived[:1]] if arrived else []
    return _entry(played, path, [square for square in captures if square not in path[-1:]])


def _counted_path(played: Played, seen: "Changes", side: int, shape: str) -> list[Square]:
    """Return the pit that is sown, or from where to where the only piece went; nothing if that is not clear."""
    left = [square for square in [*seen.fewer, *seen.emptied] if _is_of(played.before, square, side)]
    come = [square for square in [*seen.more, *seen.filled] if _is_of(played.after, square, side)]
    if shape == "pit":
        return left if len(left) == 1 else []
    return [*left, *come] if len(left) <= 1 and len(come) == 1 else []


def _told_apart(moves: list[dict[str, Any]], rows: list[Row]) -> list[dict[str, Any]]:
    """Return moves of which no two have the same path: only the one that changes least keeps it, others are buttons.

    So is one that takes over a piece where others put one on an empty square, as in the swap of hex.
    """
    best: dict[str, dict[str, Any]] = {}
    for move in sorted(moves, key=lambda each: len(each["captures"])):
        best.setdefault(str(move["path"]), move)
    puts = any(_is_put(move, rows) for move in moves)
    odd = [puts and len(move["path"]) == 1 and not _is_put(move, rows) for move in moves]
    return [
        {**move, "to": None, "path": []} if is_odd or best[str(move["path"])] is not move else move
        for move, is_odd in zip(moves, odd, strict=True)
    ]


def _is_put(move: dict[str, Any], rows: list[Row]) -> bool:
    """Return whether a move puts a piece on an empty square."""
    return len(move["path"]) == 1 and rows[move["to"][0]][move["to"][1]] == EMPTY


def _entry(played: Played, path: list[Square], captures: list[Square]) -> dict[str, Any]:
    """Return a move as clients see it, with the board after it, so that they can show it without waiting."""
    return {
        "move": played.move,
        "to": list(path[-1]) if path else None,
        "path": [list(square) for square in path],
        "captures": [list(square) for square in captures],
        "again": played.again,
        "rows": played.after,
    }


def _is_of(rows: list[Row], square: Square, side: int) -> bool:
    cell = rows[square[0]][square[1]]
    return is_piece(cell) and side_of(cell) == side


class Changes(NamedTuple):
    """What differs between two boards."""

    filled: list[Square]
    emptied: list[Square]
    turned: list[Square]
    """Squares with another piece."""
    more: list[Square]
    """Squares with more pieces of the same kind."""
    fewer: list[Square]


def changes(before: list[Row], after: list[Row]) -> Changes:
    found = Changes([], [], [], [], [])
    for row, (old_line, new_line) in enumerate(zip(before, after, strict=False)):
        for column, (old, new) in enumerate(zip(old_line, new_line, strict=False)):
            if old != new:
                getattr(found, _change(old, new)).append((row, column))
    return found


def _change(old: str, new: str) -> str:
    """Return the field of Changes for a cell that was old and is new."""
    if not is_piece(old) or not is_piece(new):
        return "emptied" if new == EMPTY else "filled"
    if letter_of(old) != letter_of(new):
        return "turned"
    return "more" if count_of(new) > count_of(old) else "fewer"
