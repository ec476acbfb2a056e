"""The contract of a game: four functions on a state, as stand-ins that searches import by name.

A game is one Python file with a `State` (a NamedTuple of integers), `MAX_MOVES`, and the four functions
below. `bind` puts the game's own functions in their place. Rules every game keeps:

- functions are pure: a state is never changed, a new one is returned;
- the sides alternate at every move. A pass is a move, a whole jump sequence is one move;
- outcomes are seen by the side to move.

Everything else here has a default, and a game may define its own: for speed, for its rules, or for the people who play
it. `docs/add-a-game.md` is the manual.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bits import U

ONGOING = 2
"""What test_terminal returns while the game goes on."""

MAX_MOVES = 64
"""No state has more legal moves than this."""

REPETITION = 0
"""How often a position must stand on the board for a draw; 0: repetition means nothing in this game."""

VARIABLES = 0
"""How many numbers `variables` writes; 0: FIELD_VARIABLES for every field of the state."""

FIELD_VARIABLES = 65
"""The bits of a field, and its sign."""

FINISHED_LEAVES = 0
"""How many leaves perft counts for a game that ended before its depth: Othello's published tables say 1."""


def init_state(player: int = 1) -> Any:
    """Return the state in which player, 1 or -1, makes the first move."""
    raise NotImplementedError


def expand(state: Any, moves: NDArray[Any]) -> int:
    """Write the legal moves (int64) into moves, always in the same order, and return how many there are."""
    raise NotImplementedError


def apply(state: Any, move: Any) -> Any:
    """Return the state after move, which must be legal; now the opponent is to move."""
    raise NotImplementedError


def test_terminal(state: Any) -> int:
    """Return ONGOING, or the outcome for the side to move: -1 lost, 0 drawn, 1 won."""
    raise NotImplementedError


def count_moves(state: Any) -> int:
    """Return how many legal moves there are; a game that can tell without writing them makes perft quicker."""
    return expand(state, np.empty(MAX_MOVES, np.int64))


def is_quiet(state: Any) -> bool:
    """Return whether state may be judged as it stands; a search looks further into one that is not (captures)."""
    return True


def position(state: Any) -> Any:
    """Return state without what repetition ignores (a move counter), so that repeated positions are equal."""
    return state


def reversible_plies(state: Any) -> int:
    """Return how many plies back the last irreversible move lies at most: no repetition is older."""
    return 1 << 30


def variables(state: Any, out: NDArray[Any]) -> None:
    """Write the numbers that a net sees into out, as the side to move sees them.

    A net learns more from a view in which the mover's pieces are positive and the opponent's negative, but the bits of
    the fields will do.
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

    A game that does not define it shows each side its own view.
    """
    variables(state, out)
    return 1


def changes(before: Any, after: Any, out: NDArray[Any]) -> int:
    """Write rows (variable, amount): what to add to the negated variables of before, to get those of after.

    Returns how many rows there are, or -1 if the game does not say: then all variables are recomputed. Where variables
    change their sign with the side to move and a move changes few of them otherwise, a net is several times faster.
    """
    return -1


def has_capture(state: Any) -> bool:
    """Return whether the side to move must capture, which people are told."""
    return False


def moves_played(state: Any) -> int:
    """Return how many moves led to state, if it shows that; -1 if it does not. A pass need not be counted."""
    return -1


def each_field(state: Any) -> Any:
    """Return what a loop over the fields of state runs through. Compiled, this lets them differ in type."""
    return state


def variables_of_objects(state: Any, out: NDArray[Any]) -> None:
    """Write the bits of the first letters and numbers in a state that is not all integers, and so never compiled."""
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
"""What stands above: only that is compiled. What follows is for people and learners, and always plain Python."""

TITLE = ""
"""What people call the game; empty: the name of its file."""

STYLE: dict[str, Any] = {}
"""How its board looks: any fields of `Style` (games/interface/style.py), such as names and colours of the sides."""

FORMATS: tuple[str, ...] = ("moves",)
"""How a whole game is written, best first: `moves` between blanks, `digits` or `transcript` (squares) without blanks;
`pdn` and `fen` are for draughts."""

PASS = -1
"""The move that is a pass; -1: there is none."""

SYMMETRIES: tuple[tuple[int, ...], ...] = ()
"""Permutations of the variables that leave the game the same, the identity among them; empty: that one alone."""

PLACES: tuple[tuple[int, int], ...] = ()
"""Row and column of the square that each variable stands for; empty if variables are not squares."""


def board(state: Any) -> list[str]:
    """Return the rows of the board, top first, one character a square; without a board, the fields.

    x and X are the first player's man and king, o and O the second's, `.` is an empty square, a space is none at all.
    """
    return [f"{name} = {value}" for name, value in state._asdict().items()]


def text(state: Any) -> str:
    """Return the position in the game's notation. A game without it writes the rows of its board."""
    raise NotImplementedError


def parse(text: str) -> Any:
    """Return the state of a text; ValueError says what is wrong with it. A game without it reads a line of moves."""
    raise NotImplementedError


def move_text(state: Any, move: int) -> str:
    """Return the move in the game's notation, different for different moves."""
    return str(move)


def parse_move(state: Any, text: str) -> int:
    """Return the move of a text; ValueError says what is wrong with it. Without it, the legal move with that text."""
    raise NotImplementedError


def join_moves(texts: list[str]) -> str:
    """Return a game's moves as one line."""
    return " ".join(texts)


def routes(state: Any) -> list[tuple[tuple[int, ...], int]]:
    """Return (numbers of the squares visited, move) for each way to make a move, squares numbered from 1 as the board
    shows them; empty: what a move does is seen on the board."""
    return []
