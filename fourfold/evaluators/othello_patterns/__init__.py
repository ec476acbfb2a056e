"""A net on patterns of the Othello board: it ranks moves, and values boards in a search."""
