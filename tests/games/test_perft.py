"""Perft counts: the number of games of every length, from the start and from positions full of captures.

A pass is a ply in Othello, where a finished game still counts as one leaf. In draughts every route of a capture is a
move of its own. In backgammon a roll is a ply, and plays to the same position are one. The counts of Hex, Gomoku,
Breakthrough, Kalah and backgammon are not published: the oracles of these games agree as far as they were asked.
"""

import pytest

from fourfold.binding.bind import bind
from fourfold.games.interface.find import find_game
from fourfold.search import perft

GOMOKU_FOURS = "h8 a1 i9 a2 j10 a4 k11 a5 c5 o15 c6 o13"
GOMOKU_END = "a5 f5 a1 e5 e3 f3 d4 d2 f6 c1 e2 b3 c4 c3 e1 b1 d1 f1 c2 e6 a3 c5 a6 d3 a4 e4 f2"
COUNTS = {
    ("tic_tac_toe", ""): [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
    ("connect_four", ""): [7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572, 268031646],
    ("othello", ""): [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800],
    ("kalah", ""): [
        6, 35, 185, 942, 4690, 23233, 114430, 563055, 2763490, 13519607, 65870758, 318739550,
    ],
    ("kalah:pits=3,seeds=2", ""): [3, 8, 19, 40, 81, 150, 265, 431, 656, 948, 1266, 1605],
    ("backgammon", ""): [15, 190, 3990, 89153, 1872213],
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
    ("hex", ""): [121, 14520, 1727880, 203889840],
    ("hex:size=3", ""): [9, 72, 504, 3024, 15120, 54720, 146880, 207360, 120960],
    ("hex:size=3,swap=1", ""): [9, 81, 576, 3528, 18144, 69840, 201600, 354240, 328320, 120960],
    ("hex:size=4", ""): [16, 240, 3360, 43680, 524160, 5765760, 57657600, 513216000],
    ("gomoku", ""): [225, 50400, 11239200],
    ("gomoku", GOMOKU_FOURS): [213, 44732, 9394142],
    ("gomoku:size=6", GOMOKU_END): [9, 72, 448, 2616, 11460, 42960, 111240, 199872, 170496],
    ("breakthrough", ""): [22, 484, 11132, 256036, 6182818, 149264638, 3751915714],
    ("breakthrough:size=6", ""): [16, 256, 4308, 71478, 1248290, 21470998],
    ("breakthrough:size=5", ""): [13, 156, 1924, 23084, 289828, 3538840, 43719470, 527270518],
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
