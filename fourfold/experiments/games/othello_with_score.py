"""Othello for nets that see the score beside the discs."""

# ruff: noqa: F401
from fourfold.games import othello
from fourfold.games.othello import (
    FINISHED_LEAVES,
    FORMATS,
    MAX_MOVES,
    PASS,
    POINTS,
    STYLE,
    State,
    apply,
    board,
    count_moves,
    difference,
    expand,
    init_state,
    move_text,
    moves_played,
    parse,
    parse_move,
    points,
    test_terminal,
    text,
)
from fourfold.games.othello import changes as changed_discs
from fourfold.games.othello import variables as write_discs

TITLE = "Othello with score"
DISCS = othello.VARIABLES
VARIABLES = DISCS + 1
SYMMETRIES = tuple((*squares, DISCS) for squares in othello.SYMMETRIES)
UNIT = POINTS // 2
"""How many discs a variable of 1 stands for, as in Kalah: half of all."""


def variables(state, out):
    write_discs(state, out)
    out[DISCS] = difference(state) / UNIT


def changes(before, after, out):
    """Write the squares that changed, and the score."""
    n = changed_discs(before, after, out)
    out[n, 0], out[n, 1] = DISCS, (difference(before) + difference(after)) / UNIT
    return n + 1
