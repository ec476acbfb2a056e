"""The contract of a game: four functions on a state, as stand-ins that searches import by name.

A game is one Python file with a `State` (a NamedTuple of integers), `MAX_MOVES`, and the four functions
below. `bind` puts the game's own functions in their place. Rules every game keeps:

- functions are pure: a state is never changed, a new one is returned;
- the sides alternate at every move. A pass is a move, a whole jump sequence is one move;
- outcomes are seen by the side to move.

What follows the four functions has a default, and a game may define its own for speed or for its rules.
"""

import numpy as np

from .bits import U

ONGOING = 2
"""What test_terminal returns while the game goes on."""

MAX_MOVES = 64
"""No state has more legal moves than this."""

REPETITION = 0
"""How often a position must stand on the board for a draw; 0: repetition means nothing in this game."""

VARIABLES = 0
"""How many state variables a net sees; 0: FIELD_VARIABLES for every field of the state."""

FIELD_VARIABLES = 65
"""The bits of a field, and its sign."""

FINISHED_LEAVES = 0
"""How many leaves perft counts for a game that ended before its depth: Othello's published tables say 1."""


def init_state(player=1):
    """Return the state in which player, 1 or -1, makes the first move."""
    raise NotImplementedError


def expand(state, moves):
    """Write the legal moves (int64) into moves, always in the same order, and return how many there are."""
    raise NotImplementedError


def apply(state, move):
    """Return the state after move, which must be legal; now the opponent is to move."""
    raise NotImplementedError


def test_terminal(state):
    """Return ONGOING, or the outcome for the side to move: -1 lost, 0 drawn, 1 won."""
    raise NotImplementedError


def count_moves(state):
    """Return how many legal moves there are; a game that can tell without writing them makes perft quicker."""
    return expand(state, np.empty(MAX_MOVES, np.int64))


def is_quiet(state):
    """Return whether state may be judged as it stands; a search looks further into one that is not (captures)."""
    return True


def position(state):
    """Return state without what repetition ignores (a move counter), so that repeated positions are equal."""
    return state


def reversible_plies(state):
    """Return how many plies back the last irreversible move lies at most: no repetition is older."""
    return 1 << 30


def variables(state, out):
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


def fixed_variables(state, out):
    """Write the variables as the side sees them that begins the game, whoever is to move; return 1 if it is, else -1.

    A game that does not tell them apart shows every side its own view.
    """
    variables(state, out)
    return 1


def changes(before, after, out):
    """Write rows (variable, amount) that make the variables of after, one move later, of those of before negated.

    Returns how many rows there are, or -1 if that is not known. Where variables change their sign with the side to
    move, as own and opponent's pieces do, and a move changes few others, this makes a net several times quicker.
    """
    return -1


def each_field(state):
    """Return what a loop over the fields of state runs through. Compiled, this lets them differ in type."""
    return state


def variables_of_objects(state, out):
    """Write the bits of the first letters and numbers in a state that is not all integers, and so never compiled."""
    out[:] = 0.0
    for place, atom in enumerate(atoms(state)[: out.size // 8]):
        for bit in range(8):
            out[8 * place + bit] = atom >> bit & 1


def atoms(value):
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
