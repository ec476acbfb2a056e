"""A player that has taught itself tic-tac-toe and looks two plies ahead loses to nobody."""

from functools import cache

import numpy as np
import pytest

from fourfold.evaluators import slfn
from fourfold.evaluators.evaluator import Evaluator
from fourfold.evaluators.find import find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.learn.nhb.learner import NhbLearner
from fourfold.players.alphabeta import AlphaBetaPlayer
from fourfold.players.base import Budget
from fourfold.rules import ONGOING

GAME = find_game("tic_tac_toe")
GAMES = 500


@cache
def value(state):
    outcome = GAME.outcome(state)
    return outcome if outcome != ONGOING else max(-value(child) for _, child in GAME.expand(state))


@cache
def keeping_moves(state):
    return [move for move, child in GAME.expand(state) if -value(child) == value(state)]


def play(player, colour, seed):
    """Return the outcome for player against one that plays any move that keeps the value."""
    rng, state, history = np.random.default_rng(seed), GAME.init_state(), []
    player.new_game(seed[-1])
    while GAME.outcome(state) == ONGOING:
        own = len(history) % 2 == colour
        move = player.choose(state, history).move if own else rng.choice(keeping_moves(state))
        history.append(state)
        state = GAME.apply(state, move)
    return GAME.outcome(state) * (1 if len(history) % 2 == colour else -1)


@pytest.mark.parametrize("nets", [2, pytest.param(None, marks=pytest.mark.slow)])
def test_it_loses_no_game_to_one_that_makes_no_mistake(nets):
    net = NhbLearner(seed=0, nets=nets).fit(GAME).weights_
    player = AlphaBetaPlayer(GAME, Evaluator("net", slfn, lambda seed: slfn.prepare(net)), Budget(depth=2))
    for colour in (0, 1):
        assert {play(player, colour, [5, colour, game]) for game in range(GAMES)} == {0}


def test_without_learning_it_does_lose():
    """Else the opponent would be too weak for the test to say anything."""
    player = AlphaBetaPlayer(GAME, find_evaluator("untrained", GAME), Budget(depth=2))
    assert any(play(player, 1, [5, 1, game]) < 0 for game in range(100))
