"""The eight symmetries of a square board of 64 bits; kernels.

Symmetry s turns the board upside down if s & 1, mirrors it left to right if s & 2, and then swaps rows and columns if
s & 4.
"""

from ..bits import U

SYMMETRIES = 8


def image(board, symmetry):
    if symmetry & 1:
        board = upside_down(board)
    if symmetry & 2:
        board = mirrored(board)
    if symmetry & 4:
        board = transposed(board)
    return board


def image_square(square, symmetry):
    row, column = square // 8, square % 8
    if symmetry & 1:
        row = 7 - row
    if symmetry & 2:
        column = 7 - column
    if symmetry & 4:
        row, column = column, row
    return 8 * row + column


def upside_down(board):
    board = board >> U(8) & U(0x00FF00FF00FF00FF) | (board & U(0x00FF00FF00FF00FF)) << U(8)
    board = board >> U(16) & U(0x0000FFFF0000FFFF) | (board & U(0x0000FFFF0000FFFF)) << U(16)
    return board >> U(32) | board << U(32)


def mirrored(board):
    board = board >> U(1) & U(0x5555555555555555) | (board & U(0x5555555555555555)) << U(1)
    board = board >> U(2) & U(0x3333333333333333) | (board & U(0x3333333333333333)) << U(2)
    return board >> U(4) & U(0x0F0F0F0F0F0F0F0F) | (board & U(0x0F0F0F0F0F0F0F0F)) << U(4)


def transposed(board):
    board = exchanged(board, U(0x0F0F0F0F00000000), U(28))
    board = exchanged(board, U(0x3333000033330000), U(14))
    return exchanged(board, U(0x5500550055005500), U(7))


def exchanged(board, mask, distance):
    """Return board with the bits under the mask and those distance places below exchanged."""
    difference = (board ^ board << distance) & mask
    return board ^ difference ^ difference >> distance


def write_canonical(own, opponent, squares, canonical_own, canonical_opponent, canonical_squares):
    """Write the smallest image of every triple, which is the same for all its images."""
    for i in range(own.size):
        canonical_own[i], canonical_opponent[i], canonical_squares[i] = least_image(own[i], opponent[i], squares[i])


def least_image(own, opponent, square):
    best_own, best_opponent, best_square = own, opponent, square
    for symmetry in range(1, SYMMETRIES):
        mine, theirs = image(own, symmetry), image(opponent, symmetry)
        at = image_square(square, symmetry)
        if is_less(mine, theirs, at, best_own, best_opponent, best_square):
            best_own, best_opponent, best_square = mine, theirs, at
    return best_own, best_opponent, best_square


def is_less(own, opponent, square, other_own, other_opponent, other_square):
    if own != other_own:
        return own < other_own
    if opponent != other_opponent:
        return opponent < other_opponent
    return square < other_square


def write_orbits(own, opponent, squares, orbits):
    """Write, as bits, the symmetries that give an image of a triple that no smaller symmetry gives."""
    for i in range(own.size):
        orbits[i] = distinct_symmetries(own[i], opponent[i], squares[i])


def distinct_symmetries(own, opponent, square):
    found = 0
    for symmetry in range(SYMMETRIES):
        mine, theirs = image(own, symmetry), image(opponent, symmetry)
        at = image_square(square, symmetry)
        is_new = True
        for earlier in range(symmetry):
            same = image(own, earlier) == mine and image(opponent, earlier) == theirs
            if same and image_square(square, earlier) == at:
                is_new = False
        if is_new:
            found |= 1 << symmetry
    return found


def write_images(own, opponent, squares, symmetries, image_own, image_opponent, image_squares):
    """Write the image of every triple by its symmetry."""
    for i in range(own.size):
        image_own[i] = image(own[i], symmetries[i])
        image_opponent[i] = image(opponent[i], symmetries[i])
        image_squares[i] = image_square(squares[i], symmetries[i])
