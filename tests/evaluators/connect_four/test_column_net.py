"""The column net: the same in the mirror, plain and compiled, as torch trains it; and it sees a win at once."""

import numpy as np
import pytest

from fourfold.binding.bind import bind
from fourfold.evaluators.connect_four import column_net
from fourfold.evaluators.connect_four.column_net import INPUTS, REACH, Weights, make_ranker
from fourfold.games import connect_four

LINES = ("", "4435122544327633552", "443", "7162534", "333333444444", "1122336")


def random_weights(units=16, few=8, seed=0):
    rng = np.random.default_rng(seed)
    shapes = [(INPUTS, REACH, units), units, (units, REACH, units), units, (2 * units, few), few, few]
    return Weights(*(rng.normal(0.0, 0.2, shape).astype(np.float32) for shape in shapes))


def shares(line, weights, jit=True):
    state, found = connect_four.parse(line), np.zeros(7, np.float32)
    bind(column_net, game=connect_four, jit=jit).rank_columns(make_ranker(weights), state.own, state.stones, found)
    return found


@pytest.mark.parametrize("line", LINES)
def test_plain_and_compiled_agree_and_mirror_images_are_ranked_alike(line):
    weights = random_weights()
    found = shares(line, weights)
    assert found.sum() == pytest.approx(1.0, abs=1e-5)
    mirrored = "".join(str(8 - int(digit)) for digit in line)
    assert shares(mirrored, weights)[::-1] == pytest.approx(found, abs=1e-5)
    assert shares(line, weights, jit=False) == pytest.approx(found, abs=1e-5)


def test_a_full_column_gets_nothing():
    found = shares("333333444444", random_weights())
    assert found[2] == found[3] == 0.0
    assert (found[[0, 1, 4, 5, 6]] > 0.0).all()


def test_a_win_at_once_gets_all():
    assert shares("112233", random_weights())[3] == pytest.approx(1.0)


def test_planes_mark_threats():
    planes, squares = np.zeros((column_net.PLANES, 42), np.float32), np.zeros(42, np.int64)
    state = connect_four.parse("1122337")  # the side that moves now must stop 4 in the lowest row
    column_net.read_squares(state.own, state.stones, squares)
    column_net.write_planes(squares, planes)
    assert np.flatnonzero(planes[column_net.MUST]).tolist() == [3]
    assert planes[column_net.THREAT + 1, 3] == 1
    assert planes[column_net.LANDING].reshape(6, 7).argmax(axis=0).tolist() == [2, 2, 2, 0, 0, 0, 1]
    assert planes[column_net.OWN].sum() == 3
    assert planes[column_net.OTHER].sum() == 4


def test_the_kernel_says_what_torch_trained(torch):
    from fourfold.data.connect_four.labelled_positions import Positions
    from fourfold.learn.context.sorter_torch import Options, make_net, planes_of

    torch.manual_seed(0)
    net = make_net(Options(units=16, few=8))
    states = [connect_four.parse(line) for line in LINES if line != "1122336"]
    own, stones = (np.array([getattr(state, name) for state in states], np.uint64) for name in ("own", "stones"))
    planes = torch.from_numpy(planes_of(Positions(own, stones, np.zeros((len(states), 7)))))
    net.train()
    for _ in range(5):  # so that the running means are not those of a new net
        net(planes)
    net.eval()
    with torch.no_grad():
        both = net(planes)[0] + net(planes.flip(-1))[0].flip(-1)
    is_open = planes[:, :2, -1].sum(1) == 0
    expected = torch.softmax((both / 2).masked_fill(~is_open, -1e9), 1).numpy()
    found = np.zeros((len(states), 7), np.float32)
    bind(column_net, game=connect_four).rank_positions(make_ranker(net.weights()), own, stones, found)
    assert found == pytest.approx(expected, abs=1e-4)
