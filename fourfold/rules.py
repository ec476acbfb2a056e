"""The contract of a game: four functions on a state, as stand-ins that searches import by name.

A game is one Python file with a `State` (a NamedTuple of integers), `MAX_MOVES`, and the four functions
below. `bind` puts the game's own functions in their place. Rules every game keeps:

- functions are pure: a state is never changed, a new one is returned;
- the sides alternate at every move. A pass is a move, a whole jump sequence is one move;
- outcomes are seen by the side to move.

What follows the four functions has a default, and a game may define its own for speed or for its rules.
"""

import numpy as np

ONGOING = 2
"""What test_terminal returns while the game goes on."""

MAX_MOVES = 64
"""No state has more legal moves than this."""

REPETITION = 0
"""How often a position must stand on the board for a draw; 0: repetition means nothing in this game."""

VARIABLES = 0
"""How many state variables a net sees."""

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
    """Write the VARIABLES numbers that a net sees into out, from the side to move's view: its pieces positive."""
    raise NotImplementedError
