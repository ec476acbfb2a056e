import numpy as np
import pytest

import fourfold
from fourfold.evaluators import slfn
from fourfold.experiments.nhb.untrained_opponents import _plan, score_against_untrained
from fourfold.players.base import Budget

BUDGET = Budget(nodes=30)


@pytest.fixture(scope="module")
def game():
    return fourfold.game("connect_four")


@pytest.fixture(scope="module")
def net(game):
    return slfn.random_weights(game.variables, 5, units=8)


def score(net, game, workers, shares=None):
    report = shares.append if shares is not None else lambda share: None
    return score_against_untrained(net, game, 30, BUDGET, seed=1, workers=workers, report=report)


def test_the_score_does_not_depend_on_workers(game, net):
    shares = []
    alone = score(net, game, 1, shares)
    assert alone == score(net, game, 3)
    assert sum(alone) == 30
    assert shares[0] == 0.0 < shares[1] < shares[-1] == 1.0


def test_every_opponent_plays_both_colours(game, net):
    first, second, third = (_plan(number, net, game, BUDGET, 1) for number in range(3))
    assert first.first is second.second is third.first is net
    assert np.array_equal(first.second.inputs, second.first.inputs)
    assert not np.array_equal(first.second.inputs, third.second.inputs)
    assert first.nodes == 30


def test_seconds_are_handed_on(game, net):
    assert _plan(0, net, game, Budget(seconds=0.5), 1).seconds == 0.5
