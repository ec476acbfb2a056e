"""Plays in which one side takes the squares it wants while the other keeps away from them: whether holding them wins.

That says what the goal of a game is, by its rules alone: a goal is a set of squares that wins whatever else is on the
board, and does not without any one of them.
"""

from typing import NamedTuple

import numpy as np

from ..rules import ONGOING, apply, expand, moves_again, test_terminal
from .squares import FILLED, list_changes, read_after, read_squares

NO_ALLOCATION = True
VOID, NOT_WON, WON, WON_EARLY = -1, 0, 1, 2
"""How a play ends: the squares could not all be taken; they were, and the game went on; they were, and that won; or
some of them won alone."""
NOBODY = -1


class Memory(NamedTuple):
    """The working memory of a play."""

    moves: np.ndarray
    raw: np.ndarray
    squares: np.ndarray
    """As the side to move sees them."""
    held: np.ndarray
    """[square]: 1 if the taker has it, -1 if the other side has; in the taker's own view."""
    after: np.ndarray
    """The same after a move that is considered."""


def make_memory(moves, squares):
    return Memory(np.zeros(moves, np.int64), *np.zeros((4, squares)))


def play_randomly(state, most_plies, view, rng, memory):
    """Play random moves; return the winner, 0 for the side that begins or 1, and leave what it holds; or NOBODY."""
    mover = 0
    for _ in range(most_plies):
        outcome = test_terminal(state)
        if outcome != ONGOING:
            break
        n = expand(state, memory.moves)
        child = apply(state, memory.moves[int(rng.random() * n)])
        mover = mover if moves_again(state, child) else 1 - mover
        state = child
    outcome = test_terminal(state)
    if outcome == ONGOING or outcome == 0:
        return NOBODY
    winner = mover if outcome > 0 else 1 - mover
    hold_squares(state, mover, winner, view, memory, memory.held)
    return winner


def hold_squares(state, mover, taker, view, memory, held):
    """Write who holds each square, in the view of the taker."""
    read_squares(state, view, memory.raw, memory.squares)
    if mover == taker:
        for square in range(held.size):
            held[square] = memory.squares[square]
        return
    # memory.raw has the squares in the fixed view, or in that of the side to move
    sign = (1.0 if taker == 0 else -1.0) if view.fixed else -1.0
    for square in range(held.size):
        held[view.places[taker, square]] = sign * memory.raw[square]


def ask(state, wanted, taker, plays, enough, most_plies, view, rng, memory):
    """Return whether the wanted squares win for the taker, 0 for the side to move in state or 1; VOID if unknown.

    One play without other squares of the taker is a proof; otherwise enough plays must agree. WON_EARLY: what the
    taker holds at the end, part of what was wanted, wins.
    """
    agreed = 0
    for _ in range(plays):
        verdict, others = take(state, wanted, taker, most_plies, view, rng, memory)
        if verdict in (NOT_WON, WON_EARLY):
            return verdict
        if verdict == WON:
            agreed += 1
            if others == 0 or agreed == enough:
                return WON
    return VOID


def leave_out(state, wanted, order, taker, plays, enough, most_plies, view, rng, memory):
    """Leave squares, in this order, out of those wanted by the taker as long as the others still win."""
    for square in order:
        if not wanted[square]:
            continue
        wanted[square] = False
        verdict = ask(state, wanted, taker, plays, enough, most_plies, view, rng, memory)
        if verdict == WON_EARLY:
            for other in range(wanted.size):
                wanted[other] = wanted[other] and memory.held[other] > 0
        elif verdict != WON:
            wanted[square] = True


def is_goal(state, wanted, plays, enough, most_plies, view, rng, memory):
    """Return whether the wanted squares win for either side, and do not without any one of them."""
    first = ask(state, wanted, 0, plays, enough, most_plies, view, rng, memory)
    if first != WON and first != VOID:
        return False
    second = ask(state, wanted, 1, plays, enough, most_plies, view, rng, memory)
    if second != WON and (second != VOID or first == VOID):  # it may take too long for the side that moves second
        return False
    for square in range(wanted.size):
        if wanted[square]:
            wanted[square] = False
            verdict = ask(state, wanted, 0, plays, enough, most_plies, view, rng, memory)
            wanted[square] = True
            if verdict != NOT_WON:
                return False
    return True


def take(state, wanted, taker, most_plies, view, rng, memory):
    """Play until the taker has the wanted squares; return how that ended, and how many others it has."""
    mover, others = 0, 0
    hold_squares(state, mover, taker, view, memory, memory.held)
    left = count_left(wanted, memory.held)
    for _ in range(most_plies):
        n = expand(state, memory.moves)
        shuffle(memory.moves, n, rng)
        if mover == taker:
            move, is_wanted = wanted_move(state, n, mover, taker, wanted, left, view, memory)
            others += 0 if is_wanted else 1
        else:
            move = other_move(state, n, mover, taker, wanted, view, memory)
        if move < 0:
            return VOID, others
        child = apply(state, move)
        mover = mover if moves_again(state, child) else 1 - mover
        state = child
        hold_squares(state, mover, taker, view, memory, memory.held)
        left = count_left(wanted, memory.held)
        outcome = test_terminal(state)
        if outcome != ONGOING:
            has_won = outcome == (1 if mover == taker else -1)
            if left == 0:
                return (WON if has_won else NOT_WON), others
            return (WON_EARLY if has_won and others == 0 else VOID), others
        if left == 0:
            return NOT_WON, others
    return VOID, others


def count_left(wanted, held):
    """Return how many of the wanted squares the taker does not hold."""
    left = 0
    for square in range(wanted.size):
        if wanted[square] and held[square] <= 0:
            left += 1
    return left


def wanted_move(state, n, mover, taker, wanted, left, view, memory):
    """Return a move that takes a wanted square, or else any move, and whether it is the former; -1 if there is none."""
    for i in range(n):
        child = apply(state, memory.moves[i])
        hold_squares(child, mover if moves_again(state, child) else 1 - mover, taker, view, memory, memory.after)
        if count_left(wanted, memory.after) < left:
            return memory.moves[i], True
    return (memory.moves[0] if n > 0 else np.int64(-1)), False


def other_move(state, n, mover, taker, wanted, view, memory):
    """Return a move of the other side that spares the wanted squares and does not end the game; -1 if there is none."""
    for i in range(n):
        child = apply(state, memory.moves[i])
        if test_terminal(child) != ONGOING:
            continue
        hold_squares(child, mover if moves_again(state, child) else 1 - mover, taker, view, memory, memory.after)
        if spares(wanted, memory.held, memory.after):
            return memory.moves[i]
    return np.int64(-1)


def spares(wanted, held, after):
    """Return whether no wanted square has changed hands."""
    count = 0
    for square in range(wanted.size):
        count += wanted[square] and after[square] != held[square]
    return count == 0


def shuffle(moves, n, rng):
    for i in range(n - 1, 0, -1):
        other = int(rng.random() * (i + 1))
        moves[i], moves[other] = moves[other], moves[i]


def note_moves(state, most_plies, view, rng, memory, changed, supports, ways):
    """Play random moves, and note about all legal moves on the way what they change.

    supports, [square, other], keeps its 1s where the other was never empty when the square could be filled; ways counts
    the squares that are FILLED, LEFT and TAKEN.
    """
    for _ in range(most_plies):
        if test_terminal(state) != ONGOING:
            return
        n = expand(state, memory.moves)
        row = read_squares(state, view, memory.raw, memory.squares)
        for i in range(n):
            read_after(state, apply(state, memory.moves[i]), row, view, memory.raw, memory.after)
            for k in range(list_changes(memory.squares, memory.after, changed)):
                ways[changed[k, 1]] += 1
                if changed[k, 1] == FILLED:
                    note_supports(changed[k, 0], memory.squares, supports)
        state = apply(state, memory.moves[int(rng.random() * n)])


def note_supports(square, squares, supports):
    for other in range(squares.size):
        if squares[other] == 0:
            supports[square, other] = 0
