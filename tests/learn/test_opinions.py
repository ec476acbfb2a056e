"""What nets think of fixed positions, which are the same for all of them."""

import numpy as np
import pytest

from fourfold.binding.bind import bind, plainly, typed
from fourfold.evaluators import policy_value_net, slfn, weights_file
from fourfold.games.interface.find import find_game, game_names
from fourfold.learn.opinions import PLIES, ask, fixed_positions
from fourfold.players import policy

GAME = find_game("tic_tac_toe")
WON = GAME.replay(["0", "3", "1", "4"])[-1]
"""Square 2 completes a line."""


@pytest.mark.parametrize("name", game_names())
def test_positions_are_fixed_and_a_player_is_to_move(name):
    game = find_game(name)
    found = fixed_positions(game)
    assert 3 <= len(found) <= len(PLIES)
    assert fixed_positions(game) == found
    for opening in found:
        assert game.moves(opening.state)
        assert not game.chances(opening.state)
        assert game.replay(opening.move_texts)[-1] == opening.state


def model_of(path, evaluator, weights):
    weights_file.save(path, weights, evaluator=evaluator, game=GAME.name)
    return str(path)


def value_of(module, weights, state):
    return float(bind(module, game=GAME.module, evaluator=module, jit=False).evaluate(weights, typed(state)))


def test_a_net_that_values_positions_prefers_the_best_of_those_after_its_moves(tmp_path):
    weights = slfn.random_weights(GAME.variables, 1)
    model = model_of(tmp_path / "net.safetensors", "slfn", weights)
    first, won = ask(model, GAME, [GAME.init_state(), WON])
    assert won.move == "2"
    assert first.value == pytest.approx(value_of(slfn, slfn.prepare(weights), GAME.init_state()))
    after = {GAME.move_text(GAME.init_state(), move): value_of(slfn, slfn.prepare(weights), state)
             for move, state in GAME.expand(GAME.init_state())}  # fmt: skip
    assert first.move == min(after, key=after.get), "what is worst for the other side"


def test_a_net_that_ranks_moves_prefers_its_first(tmp_path):
    weights = policy_value_net.first_weights(GAME.variables, np.array([-1.0, 0.0, 1.0]), 8, 4, 3)
    noise = np.random.default_rng(0)
    weights = weights._replace(
        **{name: array + noise.normal(0, 0.3, array.shape).astype(array.dtype)
           for name, array in weights._asdict().items() if name != "levels"}
    )  # fmt: skip
    model = model_of(tmp_path / "net.safetensors", "policy_value_net", weights)
    states = [opening.state for opening in fixed_positions(GAME)]
    with plainly():
        player = policy.PolicyPlayer(GAME, policy.load(model, GAME))
        first = [GAME.move_text(state, player.choose(state).move) for state in states]
    found = ask(model, GAME, states)
    assert [each.move for each in found] == first
    prepared = weights_file.load_evaluator(model, GAME).make_weights(0)
    assert found[1].value == pytest.approx(value_of(policy_value_net, prepared, states[1]))
    assert all(-1 < each.value < 1 for each in found)
