"""GGF, the text of an Othello game that NBoard sends and Edax loads: `(;GM[Othello]BO[8 ---...--- *]B[F5]W[D6];)`.

It is derived from SGF, whose Othello games are read too if their squares are written the same way.
"""

import re
from typing import Any

from ..errors import InputError
from ..games import othello
from ..games.interface.game import Game
from .moves_between import SIDES, moves_between, with_move

PROPERTY = re.compile(r"([A-Za-z]{1,2})\s*\[([^\[\]]*)\]|\[([^\[\]]*)\]")
"""A name and its value, or a further value of the previous name; a value contains no [, so that unclosed ones are not
scanned again and again."""
SIDE_OF = {"B": 1, "W": -1}
DISCS = str.maketrans("xo.", "*O-")


def text(game: Game, states: list[Any]) -> str:
    """Return the game that led to the last of states, with passes."""
    start, moves = moves_between(game, states)
    played = []
    state = start
    for move in moves:
        square = "PA" if move == othello.PASS else game.move_text(state, move).upper()
        played.append(f"{SIDES[state.player][0].upper()}[{square}]")
        state = game.apply(state, move)
    squares, side = game.text(start).translate(DISCS).split()
    return f"(;GM[Othello]PB[black]PW[white]RE[?]TY[8]BO[8 {squares} {side}]{''.join(played)};)"


def parse(game: Game, text: str) -> list[Any]:
    """Return the states of the game in text; of several games, the first."""
    found = _properties(text.partition(";)")[0])
    if not found:
        raise InputError(f"{text[:60]!r} is not a game in GGF or SGF")
    states = [_start(game, found)]
    for name, value in found:
        if name in SIDE_OF:
            square = value.partition("/")[0].strip().lower()
            states = with_move(game, states, SIDE_OF[name], "pass" if square in ("", "pa") else square)
    return states


def _properties(text: str) -> list[tuple[str, str]]:
    """Return (name, value) of every property, its name repeated where it has several values."""
    found: list[tuple[str, str]] = []
    for name, value, another in PROPERTY.findall(text):
        found.append((name.upper(), value) if name else (found[-1][0] if found else "", another))
    return found


def _start(game: Game, properties: list[tuple[str, str]]) -> Any:
    """Return the state before the first move: GGF has the whole board, SGF the discs of both sides."""
    last = dict(properties)
    if "BO" in last:
        size, *board = last["BO"].split() or [""]
        if size != "8" or len("".join(board)) != 65:
            raise InputError("a GGF board is the number 8, 64 squares and the side to move")
        return game.parse("".join(board))
    discs = [(SIDE_OF[name[1]], square) for name, square in properties if name in ("AB", "AW")]
    return board_of(game, discs, SIDE_OF.get(last.get("PL", "B")[:1].upper(), 1)) if discs else game.init_state()


def board_of(game: Game, discs: list[tuple[int, str]], side: int) -> Any:
    """Return the state with these discs, each given by its side and square, in which side is to move."""
    letters = ["."] * 64
    for owner, square in discs:
        found = re.fullmatch("([a-h])([1-8])", square.strip().lower())
        if not found:
            raise InputError(f"{square[:40]!r} is not a square; squares are A1 to H8")
        letters[8 * (int(found[2]) - 1) + "abcdefgh".index(found[1])] = "x" if owner == 1 else "o"
    return game.parse("".join(letters) + ("x" if side == 1 else "o"))
