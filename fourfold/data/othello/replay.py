"""Replays stored games of Othello by the million; a kernel."""

from ...bits import U, popcount
from ...games.othello import flipped, legal

LEGAL = 0
"""The fault of a legal game; otherwise the number of its first illegal move, from 1."""


def replay(moves, own, opponent, squares, sides, games, faults, margins):
    """Return how many positions there are before the moves of legal games; write them, moves, sides and game numbers.

    Moves are [game, ply], 10 * row + column from 1, or 0 after the last one; a side is 1 for Black, -1 for White. In
    faults every game is LEGAL or has the number of its first illegal move; margins are Black's discs less White's at
    the end, with the empty squares added to the winner's, or UNFINISHED.
    """
    n = 0
    for game in range(moves.shape[0]):
        n += replay_game(moves[game], game, own[n:], opponent[n:], squares[n:], sides[n:], games[n:], faults, margins)
    return n


UNFINISHED = 127


def replay_game(moves, game, own, opponent, squares, sides, games, faults, margins):
    """Return how many positions of one game were written: none if it is not legal."""
    mine, theirs, side = U(0x0000000810000000), U(0x0000001008000000), 1
    n = 0
    for ply in range(moves.size):
        if moves[ply] == 0:
            break
        targets = legal(mine, theirs)
        if not targets:
            mine, theirs, side = theirs, mine, -side
            targets = legal(mine, theirs)
        row, column = moves[ply] // 10 - 1, moves[ply] % 10 - 1
        inside = 0 <= row < 8 and 0 <= column < 8
        square = U(8 * row + column) if inside else U(0)
        if not inside or not targets >> square & U(1):
            faults[game] = ply + 1
            return 0
        own[n], opponent[n], squares[n], sides[n], games[n] = mine, theirs, square, side, game
        n += 1
        flips = flipped(mine, theirs, U(1) << square)
        mine, theirs, side = theirs ^ flips, mine | flips | U(1) << square, -side
    margins[game] = UNFINISHED if legal(mine, theirs) or legal(theirs, mine) else margin(mine, theirs, side)
    return n


def margin(mine, theirs, side):
    """Return the disc difference for Black, who is to move if side is 1."""
    difference = popcount(mine) - popcount(theirs)
    empty = 64 - popcount(mine | theirs)
    return side * (difference + (empty if difference > 0 else -empty if difference < 0 else 0))
