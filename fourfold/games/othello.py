"""Othello (Reversi) on two 64-bit boards: a1 is bit 0, h1 bit 7, a2 bit 8, h8 bit 63.

A side without a move passes, which is also a move; the game ends when neither side can move.
"""

from typing import NamedTuple

import numpy as np

from ..bits import U, index, lowest, popcount
from ..rules import ONGOING

MAX_MOVES = 64
POINTS = 64
SCORE_TELLS = False  # many discs early on are many to lose
FINISHED_LEAVES = 1
PASS = 64
INNER = U(0x7E7E7E7E7E7E7E7E)
"""All files but a and h: a line of discs that leaves the board sideways flips nothing."""


class State(NamedTuple):
    own: np.uint64
    """Discs of the side to move."""
    opponent: np.uint64
    player: int
    """The side to move: 1 (Black, who moves first) or -1."""


def init_state(player=1):
    return State(U(0x0000000810000000), U(0x0000001008000000), player)


def expand(state, moves):
    """Write the squares, 0 to 63, on which a disc may be put, or PASS."""
    targets = legal(state.own, state.opponent)
    if not targets:
        moves[0] = PASS
        return 1 if legal(state.opponent, state.own) else 0
    n = 0
    while targets:
        square = lowest(targets)
        moves[n] = index(square)
        targets ^= square
        n += 1
    return n


def apply(state, move):
    if move == PASS:
        return State(state.opponent, state.own, -state.player)
    square = U(1) << U(move)
    flips = flipped(state.own, state.opponent, square)
    return State(state.opponent ^ flips, state.own | square | flips, -state.player)


def test_terminal(state):
    if legal(state.own, state.opponent) or legal(state.opponent, state.own):
        return ONGOING
    return min(max(difference(state), -1), 1)


def points(state):
    """Return the disc difference for the side to move; at the end the winner gets the empty squares."""
    lead, empty = difference(state), 64 - popcount(state.own | state.opponent)
    if empty == 0 or legal(state.own, state.opponent) or legal(state.opponent, state.own):
        return lead
    return lead + empty if lead > 0 else lead - empty if lead < 0 else 0


def difference(state):
    """Return the disc difference for the side to move."""
    return popcount(state.own) - popcount(state.opponent)


def moves_played(state):
    """Return the number of discs placed: passes do not count, so the last move is the 60th."""
    return popcount(state.own | state.opponent) - 4


def count_moves(state):
    targets = legal(state.own, state.opponent)
    if targets:
        return popcount(targets)
    return 1 if legal(state.opponent, state.own) else 0


def legal(own, opponent):
    """Return the squares on which a disc of own would flip something."""
    inner = opponent & INNER
    targets = _outflanks(own, inner, U(1)) | _outflanks(own, inner, U(7))
    targets |= _outflanks(own, inner, U(9)) | _outflanks(own, opponent, U(8))
    return targets & ~(own | opponent)


def _outflanks(own, opponent, step):
    """Return the squares beyond lines of opponent discs that start next to own, both ways along one direction."""
    up, down = _lines(own, opponent, step)
    return up << step | down >> step


def _lines(origins, opponent, step):
    """Return the lines of opponent discs that start next to origins, both ways along one direction.

    They have at most six discs, found in four steps: 1, 2, 4, 6.
    """
    up = opponent & origins << step
    down = opponent & origins >> step
    up |= opponent & up << step
    down |= opponent & down >> step
    pairs_up = opponent & opponent << step
    pairs_down = opponent & opponent >> step
    twice = step + step
    up |= pairs_up & up << twice
    down |= pairs_down & down >> twice
    up |= pairs_up & up << twice
    down |= pairs_down & down >> twice
    return up, down


def flipped(own, opponent, square):
    """Return the discs of opponent that a disc of own on square flips."""
    inner = opponent & INNER
    flips = _enclosed(own, inner, square, U(1)) | _enclosed(own, inner, square, U(7))
    return flips | _enclosed(own, inner, square, U(9)) | _enclosed(own, opponent, square, U(8))


def _enclosed(own, opponent, square, step):
    """Return the lines of opponent between square and own, both ways along one direction."""
    up, down = _lines(square, opponent, step)
    flips = up if own & up << step else U(0)
    return flips | (down if own & down >> step else U(0))


VARIABLES = 64
PLACES = tuple((square // 8, square % 8) for square in range(64))
"""Row and column of each variable's square."""
SYMMETRIES = tuple(
    tuple(int(square) for square in np.rot90(side, turns).ravel())
    for side in (np.arange(64).reshape(8, 8), np.arange(64).reshape(8, 8).T)
    for turns in range(4)
)
"""Permutations of the variables under which the game is the same."""


def variables(state, out):
    """Write 1 for an own disc, -1 for the opponent's, 0 for none; a1 to h1, then row by row."""
    for square in range(64):
        bit = U(square)
        out[square] = np.float64(state.own >> bit & U(1)) - np.float64(state.opponent >> bit & U(1))


def changes(before, after, out):
    """Write the square that was filled and the discs that were flipped, all of which are now the opponent's."""
    gained = after.opponent ^ before.own
    n = 0
    while gained:
        square = lowest(gained)
        out[n, 0], out[n, 1] = index(square), -2.0 if square & before.opponent else -1.0
        gained ^= square
        n += 1
    return n


TITLE = "Othello"
FORMATS = ("transcript",)
STYLE = {
    "names": ("Black", "White"), "first": "#16181a", "second": "#f6f6f2", "rims": ("#000000", "#b9bdb6"),
    "light": "#2b8a57", "dark": "#27814f", "line": "#17563a", "last": "#6cbf8f", "frame": "#123b29", "label": "#d6ecdf",
    "inside": "dots", "faint": "#e8f6ee",
}  # fmt: skip


def board(state):
    """Return the rows of the board, row 1 first: x the first player's discs (Black), o the second's."""
    first, second = (state.own, state.opponent) if state.player == 1 else (state.opponent, state.own)
    return ["".join(_letter(int(first), int(second), 8 * row + column) for column in range(8)) for row in range(8)]


def _letter(first, second, bit):
    return "x" if first >> bit & 1 else "o" if second >> bit & 1 else "."


def text(state):
    """Return the position as 64 characters, a1 to h8 row by row, and the side to move."""
    return "".join(board(state)) + " " + ("x" if state.player == 1 else "o")


def parse(text):
    """Return the state after a transcript (`f5d6c3`, passes left out), or that of 64 characters and a side.

    Black is x, b, * or X; White is o, w or O; an empty square is . or -.
    """
    letters = "".join(text.split())
    if len(letters) > 8 and set(letters) <= set("xXbB*oOwW.-"):
        return _parse_board(letters)
    return _parse_transcript(letters)


def _parse_transcript(text):
    state = init_state()
    for at in range(0, len(text), 2):
        if test_terminal(state) != ONGOING:
            raise ValueError(f"the game is over before {text[at : at + 2]!r}")
        if text[at : at + 2].lower() not in ("--", "pa") and not legal(state.own, state.opponent):
            state = apply(state, PASS)
        state = apply(state, parse_move(state, text[at : at + 2]))
    return state


def _parse_board(text):
    letters = text.lower().translate(str.maketrans("b*w-", "xxo."))
    if len(letters) != 65 or letters[64] == ".":
        raise ValueError(f"a position is 64 squares and the side to move, not {len(letters)} characters")
    first, second = (sum(1 << i for i in range(64) if letters[i] == side) for side in "xo")
    if letters[64] == "x":
        return State(U(first), U(second), 1)
    return State(U(second), U(first), -1)


def move_text(state, move):
    return "pass" if move == PASS else "abcdefgh"[move % 8] + str(move // 8 + 1)


def parse_move(state, text):
    """Return the move of a square such as `f5`, or of `pass`, `--` or `pa`."""
    word = text.strip().lower()
    targets = int(legal(state.own, state.opponent))
    if word in ("pass", "--", "pa"):
        if targets:
            raise ValueError("passing is allowed only when there is no other move")
        return PASS
    if len(word) != 2 or word[0] not in "abcdefgh" or word[1] not in "12345678":
        raise ValueError(f"{text!r} is not a square; squares are a1 to h8")
    move = 8 * (int(word[1]) - 1) + "abcdefgh".index(word[0])
    if not targets >> move & 1:
        raise ValueError(f"{word} flips no disc" if targets else f"{word} is not possible: the only move is a pass")
    return move


def join_moves(texts):
    """Return the texts of a game's moves as a transcript, in which passes are left out."""
    return "".join(text for text in texts if text != "pass")
