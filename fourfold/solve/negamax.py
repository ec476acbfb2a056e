"""The score of a Connect Four position by alpha-beta search, to the end of the game.

A score is positive if the side to move wins: one point, plus one for each stone that it then has left; negative if it
loses, by the same count for the opponent; 0 for a draw. So the best moves are fast wins and slow losses.
"""

import numpy as np

from ..binding.hashing import multiply
from ..bits import U, index, lowest, popcount
from ..evaluation import PREFERS, prefer, refuted
from ..games.connect_four import State, expand
from .threats import COLUMN_MASKS, SQUARES, has_two, open_squares, safe_squares, winning_squares

NO_ALLOCATION = True
LOWEST = -(SQUARES // 2)
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
ORDER = tuple(COLUMN_MASKS[column] for column in CENTRE_FIRST)
VALUE_BITS, VALUE = U(8), U(0xFF)
FACTOR = U(0x9E3779B97F4A7C15)
FROM_ABOVE, FROM_BELOW = 1 - LOWEST, 101 - LOWEST
"""A table entry is a position's key and a bound of its score, with one of these added; 0: empty. As it is one number,
it is never half written, so threads can share a table."""
KEPT = 38
"""Before this ply, bounds of every second position are kept: of all, reading them would take longer than searching."""
LATE, LATE_BITS = 28, 17
"""From this ply on a thread keeps them in a table of its own, small enough for the processor's cache."""
FOLDED = 14
"""Before this ply a position and its mirror image share an entry."""
LOOK_AHEAD = 28
"""Before this ply, if a position is not kept, its children are looked up before any is searched."""
SORTED = 37
"""Before this ply moves are sorted; later that costs more than it saves."""
SHARED_PLIES = 24
"""Before this ply, threads that search the same position avoid each other, and look whether they may stop."""
BUSY = 1 << 14
"""How many places there are to note the positions that are being searched."""


def solve(weights, own, stones, table, work, shared):
    """Return the score of the position, or the nearer of the bounds in shared; the game must not be over.

    Threads that call this for the same position with the same table and bounds share the work. All return when the
    bounds meet, or when stop is set: then the bounds are what is known.
    """
    plies = popcount(stones)
    if winning_squares(own, stones) & open_squares(stones):
        shared.low = shared.high = (SQUARES + 1 - plies) // 2
    shared.high = min(shared.high, max(shared.low, (SQUARES - 1 - plies) // 2))
    while shared.low < shared.high and not shared.stop:
        work.window, work.is_stopped = shared.window, 0
        middle = np.int64(middle_of(shared.low, shared.high))
        score = negamax(weights, own, stones, plies, middle, middle + 1, table, work, shared)
        if work.is_stopped:
            continue
        if score <= middle:
            shared.high = min(shared.high, score)
        else:
            shared.low = max(shared.low, score)
        shared.window += 1
    return shared.low


def middle_of(low, high):
    """Return the bound to try next: scores near zero are more common, and windows far from it cost less."""
    middle = low + (high - low) // 2
    if middle <= 0 and -(-low // 2) < middle:
        return -(-low // 2)
    if middle >= 0 and high // 2 > middle:
        return high // 2
    return middle


def negamax(weights, own, stones, plies, alpha, beta, table, work, shared):
    """Return the score, or a bound outside alpha and beta; the side to move must not have an immediate win.

    If another thread has found the answer, the result means nothing, and work.is_stopped is set.
    """
    work.nodes += 1
    squares = safe_squares(own, stones)
    if squares == U(0):
        return np.int64(-((SQUARES - plies) // 2))
    if plies >= SQUARES - 2:
        return np.int64(0)
    low = np.int64(-((SQUARES - 2 - plies) // 2))  # it does not lose with the next stone of the opponent
    if alpha < low:
        alpha = low
        if alpha >= beta:
            return alpha
    high = np.int64((SQUARES - 1 - plies) // 2)
    key, other, is_kept = key_of(own, stones, plies), own ^ stones, plies < KEPT and plies % 2 == 0
    if is_kept:
        bound = look_up(key, plies, table, work)
        if bound >= FROM_BELOW + LOWEST:
            alpha = max(alpha, bound - FROM_BELOW)
            if alpha >= beta:
                return alpha
        elif bound > 0:
            high = min(high, bound - FROM_ABOVE)
    if beta > high:
        beta = high
        if alpha >= beta:
            return beta
    if plies < LOOK_AHEAD and not is_kept:
        score = best_known(other, stones, plies + 1, squares, table, work)
        if score >= beta:
            return score
    first, n = plies * 8, sort_squares(weights, own, stones, plies, squares, work)
    if n == 0:
        return high
    is_shared = plies < SHARED_PLIES
    for turn in range(0 if is_shared else 1, 2):
        for place in range(first, first + n):
            square = work.squares[place]
            child = key_of(other, stones | square, plies + 1) if is_shared else key
            if is_shared:
                if square == U(0) or (turn == 0 and place > first and is_busy(child, shared)):
                    continue  # it was searched in the first turn, or another thread is at it
                note_busy(child, shared)
            score = -negamax(weights, other, stones | square, plies + 1, -beta, -alpha, table, work, shared)
            if is_shared:
                note_done(child, shared)
                work.squares[place] = U(0)
                if work.window != shared.window or shared.stop:
                    work.is_stopped = 1
            if work.is_stopped:
                return np.int64(0)
            if score >= beta:
                if PREFERS:
                    refuted(weights, State(own, stones, 1), column_of(square))
                if is_kept:
                    keep(key, plies, score + FROM_BELOW, table, work)
                return score
            if score > alpha:
                alpha = score
    if is_kept:
        keep(key, plies, alpha + FROM_ABOVE, table, work)
    return alpha


def is_busy(key, shared):
    """Return whether a thread is searching a position."""
    return shared.busy[busy_place(key)] == key


def note_busy(key, shared):
    shared.busy[busy_place(key)] = key


def note_done(key, shared):
    if is_busy(key, shared):
        shared.busy[busy_place(key)] = U(0)


def busy_place(key):
    return np.int64(multiply(key, FACTOR) >> U(50))


def key_of(own, stones, plies):
    """Return a unique number of the position; early in the game, shared with its mirror image."""
    key = own + stones
    if plies >= FOLDED:
        return key
    image = U(0)
    for column in range(7):
        image |= (key >> U(7 * column) & U(0b1111111)) << U(42 - 7 * column)
    return min(key, image)


def keep(key, plies, bound, table, work):
    """Write a table entry."""
    entry = key << VALUE_BITS | U(bound)
    if plies < LATE:
        table[slot_of(key, work.shift)] = entry
    else:
        work.late[slot_of(key, U(64 - LATE_BITS))] = entry


def look_up(key, plies, table, work):
    """Return what was kept of a position; 0: nothing."""
    entry = table[slot_of(key, work.shift)] if plies < LATE else work.late[slot_of(key, U(64 - LATE_BITS))]
    return np.int64(entry & VALUE) if entry >> VALUE_BITS == key else np.int64(0)


def slot_of(key, shift):
    return np.int64(multiply(key, FACTOR) >> shift)


def best_known(other, stones, plies, squares, table, work):
    """Return the best lower bound of a move to one of squares, from the table."""
    best = np.int64(LOWEST)
    while squares:
        square = lowest(squares)
        squares ^= square
        key = key_of(other, stones | square, plies)
        bound = look_up(key, plies, table, work)
        if 0 < bound < FROM_BELOW + LOWEST:
            best = max(best, FROM_ABOVE - bound)
    return best


def sort_squares(weights, own, stones, plies, squares, work):
    """Write the squares from place 8 * plies on, the most promising first; return how many, or 0 if one of them wins.

    Moves that make more threats come first, or those with the higher preference, if there is a move ordering.
    """
    first, n, rank = plies * 8, 0, np.float32(0)
    if PREFERS:
        prefer_columns(weights, State(own, stones, 1), work)
    for mask in ORDER:
        square = squares & mask
        if square:
            if plies < SORTED:
                threats = winning_squares(own | square, stones)
                if has_two(threats, open_squares(stones | square)):
                    return 0
                rank = np.float32(work.preferences[column_of(square)] if PREFERS else popcount(threats))
            place = first + n
            while place > first and work.ranks[place - 1] < rank:
                work.ranks[place] = work.ranks[place - 1]
                work.squares[place] = work.squares[place - 1]
                place -= 1
            work.ranks[place] = rank
            work.squares[place] = square
            n += 1
    return n


def prefer_columns(weights, state, work):
    """Write the preference of each open column."""
    n = expand(state, work.columns)
    prefer(weights, state, work.columns, n, work.preferences)
    for i in range(n - 1, -1, -1):  # columns ascend, so that none is overwritten before it has moved
        work.preferences[work.columns[i]] = work.preferences[i]


def column_of(square):
    return index(square) // 7


WORK = np.dtype(
    [
        ("nodes", np.int64),
        ("window", np.int64),  # that it is searching
        ("is_stopped", np.int64),
        ("shift", np.uint64),
        ("late", np.uint64, (1 << LATE_BITS,)),
        ("squares", np.uint64, (SQUARES * 8,)),
        ("ranks", np.float32, (SQUARES * 8,)),
        ("preferences", np.float32, (7,)),
        ("columns", np.int64, (7,)),
    ]
)
SHARED = np.dtype(
    [
        ("low", np.int64),  # bounds of the score
        ("high", np.int64),
        ("window", np.int64),  # how many were decided
        ("stop", np.int64),  # set by anyone to end the search
        ("busy", np.uint64, (BUSY,)),  # the keys of positions that are being searched
    ]
)


def make_table(bits):
    """Return an empty table with 2 to the power of bits entries of 8 bytes."""
    return np.zeros(1 << bits, np.uint64)


def make_work(bits):
    """Return memory for a search with such a table."""
    work = np.zeros(1, WORK).view(np.recarray)[0]
    work.shift = U(64 - bits)
    return work


def make_shared():
    """Return what threads that search the same position have in common, beside the table."""
    return np.zeros(1, SHARED).view(np.recarray)[0]
