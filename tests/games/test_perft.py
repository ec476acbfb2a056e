"""Published perft counts: the number of games of every length, from the start and from positions full of captures.

A pass is a ply in Othello, where a finished game still counts as one leaf. In draughts every route of a capture is a
move of its own.
"""

import pytest

from fourfold.binding.bind import bind
from fourfold.games.interface.find import find_game
from fourfold.search import perft

COUNTS = {
    ("tic_tac_toe", ""): [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
    ("connect_four", ""): [7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572, 268031646],
    ("othello", ""): [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800],
    ("draughts", ""): [
        7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388623673,
    ],
    ("draughts", "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"): [
        5, 38, 178, 1378, 5836, 40745, 197933, 1377007, 6924287,
    ],
    ("draughts", "B:W18,19,21,23,24,26,29,30,31,32:B1,2,3,4,6,7,9,10,11,12"): [
        10, 74, 472, 2862, 16737, 95217, 529993, 2860882, 14936150, 76249515,
    ],
    ("draughts", "W:WK2,K3,K6:BK24,K25,K31"): [6, 60, 440, 3907, 28078, 238464, 1905712, 16146612, 124497564],
    ("draughts", "W:WK15:B10,11,18,19"): [4, 24, 96, 458, 1205, 5822, 16472],
    ("draughts", "B:B22,23:W25,26,27,32"): [3, 4, 6, 28, 101, 494, 954, 4447],
}  # fmt: skip
QUICK, PLAIN = 30_000_000, 500


def count(name, position, depths, jit=True):
    game = find_game(name)
    state, kernels = game.parse(position), bind(perft, game=game.module, jit=jit)
    return [kernels.perft(state, depth) for depth in depths]


def depths_up_to(leaves, counts):
    return [depth for depth, number in enumerate(counts, 1) if number <= leaves]


@pytest.mark.parametrize(("name", "position"), COUNTS)
def test_perft(name, position):
    counts = COUNTS[name, position]
    depths = depths_up_to(QUICK, counts)
    assert count(name, position, depths) == counts[: len(depths)]


@pytest.mark.parametrize(("name", "position"), COUNTS)
def test_plain_perft(name, position):
    counts = COUNTS[name, position]
    depths = depths_up_to(PLAIN, counts)
    assert count(name, position, depths, jit=False) == counts[: len(depths)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "position"), COUNTS)
def test_perft_to_full_depth(name, position):
    counts = COUNTS[name, position]
    assert count(name, position, range(1, len(counts) + 1)) == counts
