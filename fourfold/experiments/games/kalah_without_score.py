"""Kalah for nets that see the pits only: the stores are not among the variables."""

# ruff: noqa: F401
from fourfold.games.kalah import (
    MAX_MOVES,
    PITS,
    POINTS,
    STYLE,
    State,
    apply,
    board,
    count_moves,
    expand,
    init_state,
    move_text,
    moves_again,
    parse,
    parse_move,
    pick_move,
    points,
    routes,
    test_terminal,
    text,
    write_pits,
)

TITLE = "Kalah without score"
VARIABLES = 6 * PITS


def variables(state, out):
    write_pits(state.own, 1.0, out, 0)
    write_pits(state.opponent, -1.0, out, 3 * PITS)
