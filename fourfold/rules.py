"""The contract of a game: four functions on a state, as stand-ins that searches import by name.

A game is one Python file with a `State` (a NamedTuple of integers), `MAX_MOVES`, and the four functions
below. `bind` replaces them by the game's own functions. The rules that every game follows:

- functions are pure: a state is never changed, a new one is returned;
- the sides alternate at every move, unless `moves_again` says otherwise. A pass is a move, a whole jump sequence is one
  move;
- outcomes are for the side to move.

Everything else here has a default that a game may replace: for speed, for its rules, or for display.
`docs/add-a-game.md` is the manual.
"""

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bits import U

ONGOING = 2
"""What test_terminal returns while the game goes on."""

MAX_MOVES = 64
"""No state has more legal moves than this."""

REPETITION = 0
"""How many occurrences of a position make a draw; 0: repetition does not matter."""

ALTERNATING = True
"""Whether the sides alternate at every move: set by `bind`, for a game that defines `moves_again` does not."""

CHANCES = 0
"""No state has more chance outcomes than this; 0: nothing is left to chance."""

POINTS = 0
"""No side is ever more points ahead than this; 0: a game is won, drawn or lost, and no more."""

VARIABLES = 0
"""How many numbers `variables` writes; 0: FIELD_VARIABLES for every field of the state."""

FIELD_VARIABLES = 65
"""The bits of a field, and its sign."""

FINISHED_LEAVES = 0
"""How many leaves perft counts for a game that ended before its depth: 1 in Othello's published tables."""


def init_state(player: int = 1) -> Any:
    """Return the state in which player, 1 or -1, makes the first move."""
    raise NotImplementedError


def expand(state: Any, moves: NDArray[Any]) -> int:
    """Write the legal moves (int64) into moves, always in the same order, and return how many there are."""
    raise NotImplementedError


def apply(state: Any, move: Any) -> Any:
    """Return the state after move, which must be legal; now the opponent is to move, unless `moves_again` says so."""
    raise NotImplementedError


def test_terminal(state: Any) -> int:
    """Return ONGOING, or the outcome for the side to move: -1 lost, 0 drawn, 1 won."""
    raise NotImplementedError


def moves_again(before: Any, after: Any) -> bool:
    """Return whether the side to move in before is also to move in after, which follows it.

    It must be so after an outcome of chance: the side that rolls the dice is the side that then moves.
    """
    return False


def chance(state: Any, outcomes: NDArray[Any], probabilities: NDArray[Any]) -> int:
    """Write what may happen by chance in state (int64) and how likely each is; return how many, 0 if a player moves.

    The probabilities are positive and add up to 1. `apply` makes an outcome as it makes a move; `expand` is not asked.
    """
    return 0


def points(state: Any) -> int:
    """Return by how many points the side to move is ahead, during the game and at its end."""
    return 0


def count_moves(state: Any) -> int:
    """Return the number of legal moves; computing it without writing them makes perft faster."""
    return expand(state, np.empty(MAX_MOVES, np.int64))


def pick_move(state: Any, share: float, moves: NDArray[Any]) -> int:
    """Return the move at place int(share * n) of the n moves that `expand` writes; share is from 0 to 1, 1 excluded.

    Finding it without writing all the others makes random games faster. moves has room for them.
    """
    n = expand(state, moves)
    return moves[int(share * n)]


def is_quiet(state: Any) -> bool:
    """Return whether state may be evaluated as it is; otherwise a search goes on (captures)."""
    return True


def position(state: Any) -> Any:
    """Return state without what repetition ignores (a move counter), so that repeated positions are equal."""
    return state


def reversible_plies(state: Any) -> int:
    """Return an upper bound on the plies since the last irreversible move: no repetition is older."""
    return 1 << 30


def variables(state: Any, out: NDArray[Any]) -> None:
    """Write the inputs of a net into out, from the view of the side to move.

    A net learns best if own pieces are positive and the opponent's negative. The default is the bits of the fields.
    """
    place = 0
    for field in each_field(state):
        negative = field < (field ^ field)  # a zero of the field's own type
        bits = U(np.int64(-field if negative else field))
        for bit in range(64):
            out[place + bit] = np.float64(bits >> U(bit) & U(1))
        out[place + 64] = 1.0 if negative else 0.0
        place += FIELD_VARIABLES


def fixed_variables(state: Any, out: NDArray[Any]) -> int:
    """Write the variables from the first player's view; return 1 if the first player is to move, else -1.

    The view does not depend on who is to move, so it stays the same when a side moves again.
    A game that does not define it shows each side its own view.
    """
    variables(state, out)
    return 1


def changes(before: Any, after: Any, out: NDArray[Any]) -> int:
    """Write rows (variable, amount): what to add to the negated variables of before to get those of after.

    If the same side moves again, the view stays the same: then it is added to the variables of before as they are.
    Return the number of rows, or -1 to recompute all variables. If a move changes few variables apart from the sign
    flip, this makes a net several times faster.
    """
    return -1


def has_capture(state: Any) -> bool:
    """Return whether the side to move must capture; shown to people."""
    return False


def moves_played(state: Any) -> int:
    """Return how many moves led to state, if the state shows it, else -1. A pass need not be counted."""
    return -1


def each_field(state: Any) -> Any:
    """Return an iterable of the fields of state. When compiled, the fields may differ in type."""
    return state


def state_at(columns: Any, place: int) -> Any:
    """Return the state in a row of columns, one array for each field; `bind` makes it from the game's State."""
    raise NotImplementedError


def variables_of_objects(state: Any, out: NDArray[Any]) -> None:
    """Write the bits of the first letters and numbers of a state with other fields than integers, never compiled."""
    out[:] = 0.0
    for place, atom in enumerate(atoms(state)[: out.size // 8]):
        for bit in range(8):
            out[8 * place + bit] = atom >> bit & 1


def atoms(value: Any) -> list[int]:
    """Return the letters and numbers in value, in order, as integers."""
    if isinstance(value, str):
        return [ord(letter) for letter in value]
    if isinstance(value, dict):
        value = value.items()
    if isinstance(value, set | frozenset):
        value = sorted(value, key=repr)
    if hasattr(value, "__iter__"):
        return [atom for item in value for atom in atoms(item)]
    return [int(value)] if isinstance(value, int | float | np.generic) else []


COMPILED = frozenset(globals())
"""The names above, which are compiled. What follows is for display and learners, and always plain Python."""

OPTIONS: dict[str, range] = {}
"""Constants of the game that its name may set, in small letters, and their range: with SIZE = 11 in the file and
OPTIONS = {"size": range(3, 14)}, `hex:size=7` is the game on 7x7."""

SCORE_TELLS = True
"""Whether whoever has more points during the game is likely to win: then a search without a net goes by them."""

TITLE = ""
"""The name of the game in texts; empty: the name of its file."""

STYLE: dict[str, Any] = {}
"""The look of its board: any fields of `Style` (games/interface/style.py), such as names and colours of the sides."""

FORMATS: tuple[str, ...] = ("moves",)
"""How a whole game is written, best first: `moves` separated by spaces, `digits` or `transcript` (squares) without
spaces; `pdn` and `fen` are for draughts."""

PASS = -1
"""The move that is a pass; -1: there is none."""

SYMMETRIES: tuple[tuple[int, ...], ...] = ()
"""Permutations of the variables under which the game is the same, including the identity; empty: only that."""

PLACES: tuple[tuple[int, int], ...] = ()
"""Row and column of each variable's square; empty if variables are not squares."""


def board(state: Any) -> list[Any]:
    """Return the rows of the board, top first, one character per square; the default shows the fields.

    x and X are the first player's man and king, o and O the second's, `.` is an empty square, a space is no square.
    Where several pieces share a square, a row is a tuple of texts with numbers: `("x5", ".", "o2")`, an empty pit `x0`.
    """
    return [f"{name} = {value}" for name, value in state._asdict().items()]


def text(state: Any) -> str:
    """Return the position in the game's notation. The default is the rows of the board."""
    raise NotImplementedError


def parse(text: str) -> Any:
    """Return the state of a text, or None to have it read as a line of moves; raise ValueError with a clear message."""
    return None


def move_text(state: Any, move: int) -> str:
    """Return the move in the game's notation, unique among the legal moves."""
    return str(move)


def parse_move(state: Any, text: str) -> int:
    """Return the move of a text; raise ValueError with a clear message. The default compares it with legal moves."""
    raise NotImplementedError


def join_moves(texts: list[str]) -> str:
    """Return a game's moves as one line."""
    return " ".join(texts)


def split_moves(text: str) -> list[str]:
    """Return the moves of one line, whatever numbers stand before them: what `join_moves` joined, and the like."""
    return re.sub(r"(?<![^\s,])[0-9]+\.+|,", " ", text).split()


def routes(state: Any) -> list[tuple[tuple[int, ...], int]]:
    """Return (numbers of the squares visited, move) for each way to make a move, with squares numbered from 1 in the
    order of the board, and 0 between the ways of several pieces; empty: moves are inferred from the board."""
    return []
