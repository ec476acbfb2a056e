"""First matches between random values of states, in place of random nets."""

from dataclasses import replace

import numpy as np
import pytest

import fourfold
from fourfold.binding.bind import plainly
from fourfold.experiments.nhb.random_values import FromRandomValues
from fourfold.learn.nhb.one_net import PAPER, OneNet

RECIPE = replace(PAPER, first_matches=4, cycle=2, hidden_units=6)


@pytest.fixture(scope="module")
def game():
    return fourfold.game("tic_tac_toe")


def trained(kind, game, matches, workers=1):
    with plainly():  # compiling takes longer than so few matches
        return kind(recipe=RECIPE, matches=matches, nodes=20, seed=3, workers=workers).fit(game)


def test_only_the_first_matches_differ(game):
    nets, numbers = (trained(kind, game, 4) for kind in (OneNet, FromRandomValues))
    assert numbers.metrics_[0].proven > 0
    assert numbers.metrics_[0][:-3] != nets.metrics_[0][:-3]
    later = trained(FromRandomValues, game, 8).metrics_
    assert [cycle.matches for cycle in later] == [4, 6, 8]
    assert all(cycle.wins + cycle.draws + cycle.losses == 1 for cycle in later[1:])  # the other is against itself


def test_workers_change_nothing(game):
    one, three = (trained(FromRandomValues, game, 6, workers).weights_ for workers in (1, 3))
    assert all(np.array_equal(left, right) for left, right in zip(one, three, strict=True))


def test_matches_can_be_played_without_learning(game):
    learner = trained(OneNet, game, 4)
    before = learner.weights_
    played = learner.play_matches(3, np.random.default_rng(1))
    assert len(played) == 3
    assert all(len(match.examples.keys) > 0 for match in played)
    assert all(np.array_equal(left, right) for left, right in zip(before, learner.weights_, strict=True))
