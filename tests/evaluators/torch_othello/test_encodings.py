"""Boards as planes, against the rules square by square."""

import numpy as np
import pytest
from support.expert_games import make_split

from fourfold.evaluators.torch_othello.encodings import CENTRE, ENCODINGS, OUTPUT, SQUARES, encode, legal_squares
from fourfold.games import othello
from fourfold.games.interface.find import find_game


@pytest.fixture(scope="module")
def moves(tmp_path_factory):
    return make_split(tmp_path_factory.mktemp("games"), 3).train.take(slice(0, 300))


def plain_planes(own, opponent, side, encoding):
    """Return what the expert-moves paper says, plane by plane and square by square."""
    planes = np.zeros((ENCODINGS[encoding], 8, 8), np.uint8)
    legal = find_game("othello").moves(othello.State(own, opponent, int(side)))
    for square in range(64):
        row, column = square // 8, square % 8
        planes[0, row, column] = int(own) >> square & 1
        planes[1, row, column] = int(opponent) >> square & 1
        if encoding == "ones":
            planes[2, row, column] = 1
        if encoding == "vmoves":
            planes[2, row, column] = square in legal
        if encoding == "side":
            planes[2, row, column] = side == 1
    return planes


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_planes(moves, encoding):
    found = encode(moves.states, encoding)
    wanted = [plain_planes(*state, encoding) for state in zip(*moves.states, strict=True)]
    assert set(moves.side) == {1, -1}
    assert np.array_equal(found, wanted)


def test_legal_squares(moves):
    found = legal_squares(moves.own, moves.opponent)
    assert found[np.arange(moves.size), moves.square].all()
    assert np.array_equal(found.reshape(-1, 8, 8), encode(moves.states, "vmoves")[:, 2])
    lost = np.array([np.uint64(0)])
    assert not legal_squares(lost, ~lost).any()


def test_outputs_are_the_squares_outside_the_centre():
    start = othello.init_state()
    assert sum(1 << square for square in CENTRE) == int(start.own | start.opponent)
    assert SQUARES.tolist() == [square for square in range(64) if square not in CENTRE]
    assert OUTPUT[SQUARES].tolist() == list(range(60))
    assert (OUTPUT[list(CENTRE)] == -1).all()
