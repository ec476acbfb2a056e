"""The contract of a chooser, which finds the moves of a whole game: a stand-in that `whole_games.py` imports.

`alphabeta`, `mcts` and `greedy` are choosers: `bind(whole_games, ..., roles={choice: alphabeta})`. Each also has a
NamedTuple `Options` with its limits and its own memory: a table, a tree.
"""


def choose_move(weights, state, ply, options, work):
    """Return a move of state, which is not terminal, its value for the side to move, and the nodes used.

    ply is the number of plies of the game before state; their positions are in work.path, if the game needs them.
    """
    raise NotImplementedError


COMPILED = frozenset({"choose_move"})
"""The names that a kernel calls."""
