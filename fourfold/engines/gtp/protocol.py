"""The syntax of GTP, the Go Text Protocol, version 2, for every game: lines and words.

A line is a command and its arguments, optionally preceded by an id that the answer repeats. An answer begins with `=`
or, if the command failed, with `?`, and ends with an empty line. Black moves first.
"""

from typing import Any, NamedTuple

from ...errors import InputError
from ...games.interface.game import Game
from ...records.moves_between import SIDES

LEVEL = "fourfold-level"
"""Our own command for limits, since GTP has only clocks: `fourfold-level depth=8 nodes=5000 move-time=1`."""


class Line(NamedTuple):
    number: str
    """The id of the command; empty if it has none."""
    command: str
    arguments: list[str]


def check_game(game: Game) -> None:
    """Raise InputError for a game whose states do not say whose turn it is: GTP names the side that moves."""
    if not hasattr(game.init_state(), "player"):
        raise InputError(f"protocol gtp needs a field 'player' in the state, which {game.name} does not have")


def title(game: Game) -> str:
    """Return the title of a game: `Othello`, `Connect four`."""
    return game.name.replace("_", " ").capitalize()


def parse_line(text: str) -> Line | None:
    """Return the command of a line; None if it is empty or only a comment."""
    text = "".join(letter for letter in text.partition("#")[0] if letter.isprintable() or letter.isspace())
    words = text.split()
    if not words:
        return None
    number = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
    return Line(number, words[0] if words else "", words[1:])


def answer(number: str, text: str) -> str:
    """Return a successful answer, without its last line break."""
    return f"={number} {text}".rstrip() + "\n"


def refusal(number: str, message: str) -> str:
    """Return the answer to a command that failed, without its last line break."""
    return f"?{number} {message}\n"


def parse_side(text: str) -> int:
    """Return 1 for black, -1 for white."""
    for side, name in SIDES.items():
        if text.lower() in (name, name[0]):
            return side
    raise InputError(f"syntax error: {text[:40]!r} is not a colour; colours are black and white")


def move_text(game: Game, state: Any, move: int) -> str:
    """Return a move as GTP writes it: squares of Othello and PASS in capitals, moves of other games as they are."""
    text = game.move_text(state, move)
    return text.upper() if game.shipped_name == "othello" else text
