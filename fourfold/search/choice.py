"""The contract of a chooser: how a side of a whole game finds its move, as a stand-in that `whole_games.py` imports.

`alphabeta`, `mcts` and `greedy` are choosers: `bind(whole_games, ..., roles={choice: alphabeta})`. Each also has a
NamedTuple `Options`, which says how far it looks and holds the memory of its own: a table, a tree.
"""


def choose_move(weights, state, ply, options, work):
    """Return a move of state, which is not over, its value for the side to move and how many nodes that took.

    ply is how many plies of the game precede state; their positions stand in work.path, if the game needs them.
    """
    raise NotImplementedError


COMPILED = frozenset({"choose_move"})
"""The names that a kernel calls."""
