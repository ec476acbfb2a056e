"""The moves between the states of a game, and states after moves of named sides."""

from itertools import pairwise
from typing import Any

from ..errors import InputError
from ..games.interface.game import NO_MOVE, Game

SIDES = {1: "black", -1: "white"}
"""The names of the side that moves first, and of the other, in protocols."""


def moves_between(game: Game, states: list[Any]) -> tuple[Any, list[int]]:
    """Return the earliest state from which moves lead to the last of states, and these moves."""
    start = states[0]
    moves: list[int] = []
    for before, after in pairwise(states):
        move = next((move for move in game.possible_moves(before) if game.apply(before, move) == after), None)
        if move is None:
            start, moves = after, []
        else:
            moves.append(move)
    return start, moves


def with_turn(game: Game, states: list[Any], side: int) -> list[Any]:
    """Return states with side to move in the last one; a forced pass of the other side is inserted."""
    state = states[-1]
    if state.player == side:
        return states
    if can_only_pass(game, state):
        return [*states, game.apply(state, game.pass_move)]
    raise InputError(f"{SIDES[state.player]} is to move")


def with_move(game: Game, states: list[Any], side: int, text: str) -> list[Any]:
    """Return states and the one after side's move text.

    A pass is accepted after the end of the game, since some programs wait for two passes.
    """
    states = with_turn(game, states, side)
    state = states[-1]
    if text.lower() == "pass" and can_only_pass(game, state):
        return [*states, game.apply(state, game.pass_move)]
    return [*states, game.apply(state, game.parse_move(state, text))]


def can_only_pass(game: Game, state: Any) -> bool:
    """Return whether a pass is all that a side can do in a game with passes, also because the game is over."""
    return game.pass_move != NO_MOVE and game.possible_moves(state) in ([], [game.pass_move])
