"""A policy that is advised by an evaluator: its odds are multiplied by those after the best reply, two plies deep."""

import numpy as np
import pytest
from support.search_positions import random_states

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.players.reply_values import SURE, ReplyValues
from fourfold.players.specs import player

GAME = find_game("connect_four")


def value(state):
    """Return the value of a state that is not over, by the included net, without any search."""
    moves = player("alphabeta:depth=1,eval=nhb", GAME).analyse(state).moves
    return max(each.value for each in moves)


def test_a_move_is_worth_what_the_best_reply_leaves():
    found = ReplyValues(GAME, "nhb")
    for state in random_states("connect_four", 4, plies=(4, 16)):
        if not GAME.moves(state):
            continue
        for move, logit in found.of(state).items():
            after = GAME.apply(state, move)
            expected = -GAME.outcome(after) * 1.0 if not GAME.moves(after) else -value(after)
            assert np.tanh(logit) == pytest.approx(np.clip(expected, -SURE, SURE), abs=1e-5)


def test_advice_multiplies_the_odds_by_its_weight():
    state = GAME.parse("4435")
    alone = {each.move: each.share for each in player("policy:model=sorter", GAME).rank(state)}
    advised = player("policy:model=sorter,eval=nhb,weight=2", GAME).rank(state)
    values = ReplyValues(GAME, "nhb").of(state)
    odds = {move: share * np.exp(2.0 * values[move]) for move, share in alone.items()}
    assert {each.move: each.share for each in advised} == pytest.approx(
        {move: each / sum(odds.values()) for move, each in odds.items()}, rel=1e-4
    )
    assert player("policy:model=sorter,eval=nhb,weight=0", GAME).rank(state)[0].share == pytest.approx(
        max(alone.values()), rel=1e-4
    )


def test_a_policy_has_no_adviser_unless_one_is_named():
    assert player("policy:model=sorter", GAME).adviser is None


@pytest.mark.parametrize("weight", ["-1", "nan", "inf", "much"])
def test_a_weight_is_a_number(weight):
    with pytest.raises(InputError, match=f"weight={weight} must be a number"):
        player(f"policy:model=sorter,weight={weight}", GAME)
