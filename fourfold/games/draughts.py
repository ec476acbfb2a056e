"""English draughts (checkers) on 35-bit padded boards.

Square s (1 to 32, Black's back row first) is bit s - 1 + (s - 1) // 8. Bits 8, 17 and 26 stay empty, so that a step
forward along one diagonal is a shift by 4 and along the other by 5, in every row. The board is never rotated.

A move is one integer: bits 0-34 are the square left and the square reached (none if a king ends where it started), bits
35-61 the captured pieces, shifted down by 4, since none can be in the first row. Capture routes that differ only in
their order are separate moves with the same number.
"""

from re import fullmatch
from typing import NamedTuple

import numpy as np

from ..bits import U, lowest, popcount
from ..rules import ONGOING

MAX_MOVES = 256
REPETITION = 3
QUIET_LIMIT = 80
"""Plies (40 moves per side) without a capture or a man's move that make a draw."""

BITS = tuple(square + square // 8 for square in range(32))
BOARD = U(sum(1 << bit for bit in BITS))
SQUARES_MASK = U((1 << 35) - 1)
BLACK_START = U(sum(1 << bit for bit in BITS[:12]))
WHITE_START = U(sum(1 << bit for bit in BITS[20:]))
FIRST_ROW = U(0xF)
LAST_ROW = U(0xF << 31)


class State(NamedTuple):
    own: np.uint64
    """Pieces of the side to move."""
    opponent: np.uint64
    kings: np.uint64
    """Kings of both sides."""
    player: int
    """The side to move: 1 (Black, who moves first, up the bits) or -1."""
    quiet: int
    """Plies since the last capture or man move."""


def init_state(player=1):
    if player == 1:
        return State(BLACK_START, WHITE_START, U(0), 1, 0)
    return State(WHITE_START, BLACK_START, U(0), -1, 0)


def expand(state, moves):
    """Write the captures if there are any, otherwise the steps."""
    up, down = _movers(state)
    empty = BOARD & ~(state.own | state.opponent)
    jumpers = _jumpers(up, down, state.opponent, empty)
    if jumpers:
        n = 0
        while jumpers:
            piece = lowest(jumpers)
            jumpers ^= piece
            upward, downward = (piece & up) != U(0), (piece & down) != U(0)
            n = _jump(piece, upward, downward, state.opponent, empty | piece, U(0), piece, moves, n)
        return n
    n = _steps(up & empty >> U(4), U(4), U(0), moves, 0)
    n = _steps(up & empty >> U(5), U(5), U(0), moves, n)
    n = _steps(down & empty << U(4), U(0), U(4), moves, n)
    return _steps(down & empty << U(5), U(0), U(5), moves, n)


def apply(state, move):
    change = U(move) & SQUARES_MASK
    captured = U(move) >> U(35) << U(4)
    own = state.own ^ change
    kings = state.kings & ~captured
    quiet = 0
    if change & state.kings:
        kings ^= change
        quiet = 0 if captured else state.quiet + 1
    else:
        kings |= change & own & (LAST_ROW if state.player == 1 else FIRST_ROW)
    return State(state.opponent & ~captured, own, kings, -state.player, quiet)


def test_terminal(state):
    if not can_move(state):
        return -1
    return ONGOING if state.quiet < QUIET_LIMIT else 0


def _movers(state):
    """Return the pieces that may move up the board and those that may move down."""
    kings = state.own & state.kings
    if state.player == 1:
        return state.own, kings
    return kings, state.own


def _jumpers(up, down, opponent, empty):
    """Return the pieces that can capture."""
    upward = opponent >> U(4) & empty >> U(8) | opponent >> U(5) & empty >> U(10)
    downward = opponent << U(4) & empty << U(8) | opponent << U(5) & empty << U(10)
    return up & upward | down & downward


def _jump(at, up, down, opponent, empty, captured, origin, moves, n):
    """Write every jump sequence that continues from the square at; return the new count.

    A jumped piece leaves opponent immediately, so it cannot be jumped twice, but its square stays occupied (empty is
    fixed).
    """
    first = n
    for step in (U(4), U(5)):
        over = at << step & opponent
        if up and over << step & empty:
            n = _jump(over << step, up, down, opponent ^ over, empty, captured | over, origin, moves, n)
        over = at >> step & opponent
        if down and over >> step & empty:
            n = _jump(over >> step, up, down, opponent ^ over, empty, captured | over, origin, moves, n)
    if n == first and n < moves.size:
        moves[n] = np.int64((origin ^ at) | captured >> U(4) << U(35))
        n += 1
    return n


def _steps(pieces, up, down, moves, n):
    while pieces:
        piece = lowest(pieces)
        pieces ^= piece
        moves[n] = np.int64(piece | piece << up >> down)
        n += 1
    return n


def has_capture(state):
    up, down = _movers(state)
    return _jumpers(up, down, state.opponent, BOARD & ~(state.own | state.opponent)) != U(0)


def can_move(state):
    up, down = _movers(state)
    empty = BOARD & ~(state.own | state.opponent)
    if up & (empty >> U(4) | empty >> U(5)) | down & (empty << U(4) | empty << U(5)):
        return True
    return _jumpers(up, down, state.opponent, empty) != U(0)


def count_moves(state):
    if has_capture(state):
        return expand(state, np.empty(MAX_MOVES, np.int64))
    up, down = _movers(state)
    empty = BOARD & ~(state.own | state.opponent)
    forward = popcount(up & empty >> U(4)) + popcount(up & empty >> U(5))
    return forward + popcount(down & empty << U(4)) + popcount(down & empty << U(5))


def is_quiet(state):
    return not has_capture(state)


def position(state):
    return State(state.own, state.opponent, state.kings, state.player, 0)


def reversible_plies(state):
    return state.quiet


VARIABLES = 32
PLACES = tuple((square // 4, 2 * (square % 4) + (square // 4 + 1) % 2) for square in range(32))
"""Row and column of each variable's square."""


def variables(state, out):
    """Write 1 for an own man, 1.5 for an own king, negative for the opponent's; the own back row first."""
    for square in range(32):
        out[square] = _value(state, square if state.player == 1 else 31 - square)


def fixed_variables(state, out):
    """Write the same from Black's view, square 1 first."""
    for square in range(32):
        out[square] = state.player * _value(state, square)
    return state.player


def _value(state, square):
    bit = U(square + square // 8)
    side = np.float64(state.own >> bit & U(1)) - np.float64(state.opponent >> bit & U(1))
    return side * (1.0 + 0.5 * np.float64(state.kings >> bit & U(1)))


TITLE = "Draughts"
FORMATS = ("pdn", "fen")
STYLE = {
    "names": ("Black", "White"), "first": "#2c2a29", "second": "#fbf5e6", "rims": ("#0d0c0c", "#b8a98a"),
    "light": "#f1dfbf", "dark": "#9c6b43", "line": "#9c6b43", "last": "#5f8a3a", "frame": "#4a2e1b", "label": "#f1dfbf",
    "columns": "", "inside": "numbers", "faint": "#ffffff",
}  # fmt: skip


def board(state):
    """Return the rows of the board as White sees it, square 1 at the top: x and X are Black's, o and O White's."""
    black, white = _sides(state)
    rows = []
    for row in range(8):
        letters = [_letter(black, white, int(state.kings), BITS[4 * row + place]) for place in range(4)]
        rows.append("".join(" " + letter if row % 2 == 0 else letter + " " for letter in letters))
    return rows


def _letter(black, white, kings, bit):
    letter = "x" if black >> bit & 1 else "o" if white >> bit & 1 else "."
    return letter.upper() if kings >> bit & 1 else letter


def _sides(state):
    own, opponent = int(state.own), int(state.opponent)
    return (own, opponent) if state.player == 1 else (opponent, own)


def text(state):
    """Return the position as FEN, `B:W21,K22:B1,2`, with `:H12` after 12 quiet plies."""
    sides = zip("BW", _sides(state), strict=True)
    parts = {letter: ",".join(_pieces(pieces, int(state.kings))) for letter, pieces in sides}
    quiet = f":H{state.quiet}" if state.quiet else ""
    return f"{'B' if state.player == 1 else 'W'}:W{parts['W']}:B{parts['B']}{quiet}"


def _pieces(pieces, kings):
    return [("K" if kings >> bit & 1 else "") + str(square) for square, bit in enumerate(BITS, 1) if pieces >> bit & 1]


def parse(text):
    """Return the state of a FEN such as `B:W18,24,K10:B12,16-20`; None for a line of moves; `start` is the initial one.

    Either colour may come first, a dot may end it, `:H12` is the number of quiet plies, and the move number, `:F30`, is
    ignored.
    """
    text = text.strip().strip('"').rstrip(".")
    if text == "start":
        return init_state()
    if not text or text[0].isdigit():
        return None
    side, *parts = text.upper().replace(" ", "").split(":")
    quiet = 0
    while parts and fullmatch("[HF][0-9]{1,4}", parts[-1]):
        counter = parts.pop()
        quiet = int(counter[1:]) if counter[0] == "H" else quiet
    if side not in ("B", "W") or sorted(part[:1] for part in parts) != ["B", "W"]:
        raise ValueError(f"{text!r} is not a FEN such as B:W21,22,K30:B1,2,K9")
    pieces = {part[0]: _parse_pieces(part) for part in parts}
    (black, black_kings), (white, white_kings) = pieces["B"], pieces["W"]
    if black & white:
        raise ValueError("two pieces are on one square")
    kings = U(black_kings | white_kings)
    if side == "B":
        return State(U(black), U(white), kings, 1, quiet)
    return State(U(white), U(black), kings, -1, quiet)


def _parse_pieces(part):
    """Return the pieces and the kings of one side's list, such as `B1,2,K9,12-16`."""
    pieces = kings = 0
    for item in filter(None, part[1:].split(",")):
        found = fullmatch("(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?", item)
        king, first, last = found.groups() if found else ("", "0", "0")
        if not 1 <= int(first) <= int(last or first) <= 32:
            raise ValueError(f"{item!r} in the FEN is not a square; squares are 1 to 32")
        for square in range(int(first), int(last or first) + 1):
            bit = 1 << BITS[square - 1]
            if pieces & bit:
                raise ValueError(f"square {square} is named twice")
            pieces |= bit
            kings |= bit if king else 0
    king_row = LAST_ROW if part[0] == "B" else FIRST_ROW
    if pieces & ~kings & int(king_row):
        raise ValueError(f"a man of {'Black' if part[0] == 'B' else 'White'} is on its king row")
    if pieces.bit_count() > 12:
        raise ValueError("a side has more than twelve pieces")
    return pieces, kings


def move_text(state, move):
    """Return `9-14` or `9x18`, with every square of the route where the ends alone are ambiguous."""
    route = next(route for route, number in routes(state) if number == move)
    if not move >> 35:
        return "-".join(map(str, route))
    alike = {number for other, number in routes(state) if (other[0], other[-1]) == (route[0], route[-1])}
    return "x".join(map(str, route if len(alike) > 1 else (route[0], route[-1])))


def parse_move(state, text):
    """Return the move of `9-14`, `9x18` or `9x18x25`; a hyphen and an x mean the same."""
    squares = text.strip().lower().replace("x", "-").replace(":", "-").split("-")
    if len(squares) < 2 or not all(square.isascii() and square.isdigit() and len(square) < 3 for square in squares):
        raise ValueError(f"{text!r} is not a move such as 9-14 or 9x18")
    wanted = tuple(map(int, squares))
    ways = routes(state)
    found = {number for route, number in ways if route == wanted}
    if not found and len(wanted) == 2:
        found = {number for route, number in ways if (route[0], route[-1]) == wanted}
    if len(found) == 1:
        return found.pop()
    if found:
        raise ValueError(f"{text} is ambiguous: " + " or ".join(sorted(move_text(state, move) for move in found)))
    raise ValueError(f"{text} is not a legal move" + (": a capture is compulsory" if has_capture(state) else ""))


def routes(state):
    """Return (squares visited, move) of every legal move; captures that visit the same squares in another order too."""
    moves = np.empty(MAX_MOVES, np.int64)
    numbers = [int(move) for move in moves[: expand(state, moves)]]
    own = int(state.own)
    if numbers and not numbers[0] >> 35:
        return [((_square(move & own), _square(move & ~own)), move) for move in numbers]
    up, down = (int(pieces) for pieces in _movers(state))
    empty = int(BOARD) & ~(own | int(state.opponent))
    return [
        (tuple(_square(at) for at in route), (1 << bit ^ route[-1]) | captured >> 4 << 35)
        for bit in BITS
        if own >> bit & 1
        for route, captured in _jump_routes((1 << bit,), up, down, int(state.opponent), empty | 1 << bit, 0)
        if captured
    ]


def _jump_routes(route, up, down, opponent, empty, captured):
    """Yield (bits visited, captured) of every complete jump sequence that begins with route."""
    steps = [shift for shift, movers in ((4, up), (5, up), (-4, down), (-5, down)) if movers & route[0]]
    ways = [(_shift(route[-1], step), _shift(route[-1], 2 * step)) for step in steps]
    ways = [(over, target) for over, target in ways if over & opponent and target & empty]
    if not ways:
        yield route, captured
    for over, target in ways:
        yield from _jump_routes((*route, target), up, down, opponent ^ over, empty, captured | over)


def _shift(bits, step):
    return bits << step if step > 0 else bits >> -step


def _square(bit):
    return BITS.index(bit.bit_length() - 1) + 1


def join_moves(texts):
    """Return the texts of a game's moves as numbered PDN movetext."""
    return " ".join(f"{ply // 2 + 1}. {text}" if ply % 2 == 0 else text for ply, text in enumerate(texts))
