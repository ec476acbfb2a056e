"""The syntax of the Hub protocol, version 2, for English draughts: lines, positions, moves and scores.

Hub was made for international draughts by Fabien Letouzey for his program Scan; every line is a command and arguments,
`name=value`. Squares and colours are those of PDN: Black moves first, from squares 1 to 12.
"""

import math
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...errors import InputError
from ...games import draughts
from ...games.interface.game import Game
from ...players.base import Decision

VARIANT = "english"
ARGUMENT = re.compile(r'([^\s="]+)(?:\s*=\s*(?:"([^"]*)"?|([^\s"]*)))?')
TURNED = str.maketrans("wbWB", "bwBW")
MEN = 20
"""A value of 1 in men: the scale of `eval=material`."""
WIN = 100
"""An immediate win in men; each ply before it costs a hundredth."""
PLIES = 500
"""Plies to a result that a score may count; what is further from WIN is not proven."""


def check_game(game: Game) -> None:
    """Raise InputError for any game but draughts."""
    if game.shipped_name != "draughts":
        raise InputError(f"protocol hub is for draughts, not for {game.name}")


class Line(NamedTuple):
    command: str
    arguments: dict[str, str]
    """In their order; a flag has an empty value."""


def parse_line(text: str) -> Line:
    """Return the command of a line; of a malformed one, as much as can be parsed."""
    command, _, rest = text.strip().partition(" ")
    found = ARGUMENT.finditer(rest)
    return Line(command, {part[1]: part[2] if part[2] is not None else part[3] or "" for part in found})


def write_line(command: str, arguments: Mapping[str, object] | None = None) -> str:
    """Return a line; values are quoted where they must be, and None makes an argument a flag."""
    parts = (name if value is None else f"{name}={_quoted(str(value))}" for name, value in (arguments or {}).items())
    return " ".join([command, *parts])


def _quoted(value: str) -> str:
    value = " ".join(value.replace('"', "'").split())
    return value if re.fullmatch(r"[^\s=]+", value) else f'"{value}"'


def position_text(state: draughts.State) -> str:
    """Return the side to move, then a letter for each square: w, b, kings W and B, e if it is empty."""
    letters = {"x": "b", "X": "B", "o": "w", "O": "W", ".": "e"}
    rows = (row.replace(" ", "") for row in draughts.board(state))
    return ("B" if state.player == 1 else "W") + "".join(letters[letter] for row in rows for letter in row)


def parse_position(game: Game, text: str) -> Any:
    """Return the state of a position, which must be legal."""
    if not re.fullmatch("[BW][wbWBe]{32}", text):
        raise InputError(f"position {text[:60]!r} is not B or W and 32 letters of w, b, W, B, e")
    return game.parse(f"{text[0]}:W{_pieces(text, 'W')}:B{_pieces(text, 'B')}")


def _pieces(text: str, colour: str) -> str:
    """Return the pieces of a colour as FEN lists them."""
    squares = (square for square in range(1, 33) if text[square].upper() == colour)
    return ",".join(f"K{square}" if text[square].isupper() else str(square) for square in squares)


def turned(text: str) -> str:
    """Return the same position with the board rotated and the colours swapped."""
    return (text[:1] + text[:0:-1]).translate(TURNED)


def move_text(state: Any, move: int) -> str:
    """Return `9-14`, or for a capture its ends and then the captured pieces: `9x18x14`."""
    return next(text for text, number in _move_texts(state) if number == move)


def parse_move(game: Game, state: Any, text: str) -> int:
    """Return the move that text names, captured pieces in any order; PDN's notation is accepted as well."""
    first, *rest = re.split("[-x]", text.lower())
    wanted = "x".join([first, *rest[:1], *sorted(rest[1:], key=lambda square: (len(square), square))])
    found = {number for written, number in _move_texts(state) if written.replace("-", "x") == wanted}
    return found.pop() if len(found) == 1 else game.parse_move(state, text)


def _move_texts(state: Any) -> list[tuple[str, int]]:
    """Return (text, move) of every legal move."""
    texts = []
    for route, move in draughts.routes(state):
        captured = [str(square) for square, bit in enumerate(draughts.BITS, 1) if move >> 35 << 4 >> bit & 1]
        texts.append((("x" if captured else "-").join([str(route[0]), str(route[-1]), *captured]), move))
    return texts


def line_texts(game: Game, state: Any, moves: list[int]) -> list[str]:
    """Return the texts of a line of moves that begins in state."""
    texts = []
    for move in moves:
        texts.append(move_text(state, move))
        state = game.apply(state, move)
    return texts


def score(decision: Decision) -> float:
    """Return the value of a decision in men."""
    if decision.proven is not None and decision.value:
        return round(decision.value) * (WIN - decision.proven / 100)
    return decision.value * MEN


def parse_score(text: str) -> tuple[float, int | None]:
    """Return the value of a score in men, and plies to the end if it is proven; 0 for a score that is not a number."""
    try:
        men = float(text)
    except ValueError:
        men = math.nan
    if math.isnan(men):
        return 0.0, None
    men = min(max(men, -WIN - 1.0), WIN + 1.0)
    plies = round(100 * (WIN - abs(men)))
    if 0 <= plies <= PLIES:
        return math.copysign(1.0, men), plies
    return min(max(men / MEN, -0.99), 0.99), None
