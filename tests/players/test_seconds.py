"""The time to think is kept: what a player does before and after its search takes next to none."""

import time

import pytest

from fourfold.evaluators.evaluator import Evaluator
from fourfold.evaluators.find import find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.players.alphabeta import AlphaBetaPlayer
from fourfold.players.base import Budget
from fourfold.players.greedy import GreedyPlayer
from fourfold.players.mcts import MctsPlayer
from fourfold.players.specs import player
from fourfold.web.catalogue import SECONDS, plain_players, shipped_players

ASKED, MOST_OVER, TRIES = 0.1, 0.020, 30
MIDDLES = {"connect_four": "4435", "othello": "f5d6c3", "draughts": "B:W18,19,27,28,30:BK15,6,7,9", "tic_tac_toe": ""}
MAKERS = {
    "alphabeta": lambda game, evaluator: AlphaBetaPlayer(game, evaluator, Budget(depth=1), jit=False),
    "mcts": lambda game, evaluator: MctsPlayer(game, evaluator, sims=1, jit=False),
    "greedy": lambda game, evaluator: GreedyPlayer(game, evaluator, jit=False),
}


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("is_fixed", [True, False])
def test_weights_that_no_seed_decides_are_made_once(kind, is_fixed):
    """Those of a net are made ready in a tenth of a second, and every move of the browser begins a new game."""
    game, seeds = find_game("tic_tac_toe"), []
    plain = find_evaluator("zero", game)
    counted = Evaluator("counted", plain.module, lambda seed: seeds.append(seed) or plain.make_weights(seed), is_fixed)
    made = MAKERS[kind](game, counted)
    made.new_game(1)
    made.new_game(2)
    assert seeds == ([0] if is_fixed else [0, 1, 2])


def test_nets_that_come_along_are_fixed():
    for name, games in (("nhb", ("connect_four", "draughts", "othello")), ("outcome", ("draughts",))):
        assert all(find_evaluator(name, find_game(game)).is_fixed for game in games)


@pytest.mark.parametrize("spec", [f"alphabeta:seconds={ASKED}", f"mcts:seconds={ASKED}"])
def test_a_search_ends_in_time(spec):
    assert ends_in_time(spec, find_game("connect_four"))


@pytest.mark.slow
@pytest.mark.parametrize("name", MIDDLES)
def test_every_player_ends_in_time(name):
    game = find_game(name)
    searching = [choice.spec for choice in [*shipped_players(game), *plain_players(game)] if SECONDS in choice.spec]
    judges = [spec.partition("eval=")[2] for spec in searching if "eval=" in spec]
    trees = [f"mcts:seconds={SECONDS},eval={judge}" for judge in judges]
    for spec in [*searching, *trees]:
        assert ends_in_time(spec.replace(SECONDS, str(ASKED)), game), spec


def ends_in_time(spec, game):
    """Return whether a move, new game included, takes no longer than it may: once of many tries.

    The others may have waited for a machine that is busy with something else.
    """
    thinker, state = player(spec, game), game.parse(MIDDLES[game.name])
    return any(seconds_of(thinker, state, seed) < ASKED + MOST_OVER for seed in range(TRIES))


def seconds_of(thinker, state, seed):
    begun = time.perf_counter()
    thinker.new_game(seed)
    thinker.choose(state, [])
    return time.perf_counter() - begun
