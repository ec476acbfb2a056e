"""Training of the policy-value net: its slopes are those of the error, and symmetries are learned too."""

import numpy as np
import pytest
from support.search_positions import random_states

from fourfold.binding.bind import bind, field_types
from fourfold.binding.state_columns import columns_of
from fourfold.evaluators import policy_value_net
from fourfold.games.interface.find import find_game
from fourfold.learn.alphazero.kernels import Examples
from fourfold.learn.alphazero.training import OfTuples, Pace, Training, learned
from fourfold.learn.value_nets.tuples import tuples_of

LEVELS = np.array([-1.0, 0.0, 1.0], np.float32)
PACE = Pace(rate=0.01, decay=0.0, value_weight=0.7)


FIXED = "levels", "orders", "tables"


def random_net(game, seed=0):
    tuples = tuples_of(game, len(LEVELS), 30) if game.places else None
    net = policy_value_net.first_weights(game.variables, LEVELS, 12, 8, seed, tuples)
    rng = np.random.default_rng(seed)
    changed = {name: array for name, array in net._asdict().items() if name not in FIXED}
    noise = {name: array + 0.2 * rng.normal(size=array.shape) for name, array in changed.items()}
    return net._replace(**{name: array.astype(np.float32) for name, array in noise.items()})


def examples_of(game, states, seed=0):
    """Return examples with random policies and values."""
    rng = np.random.default_rng(seed)
    counts = [len(game.moves(state)) for state in states]
    policies = np.concatenate([rng.dirichlet(np.ones(count)) for count in counts]).astype(np.float32)
    values = rng.uniform(-0.9, 0.9, len(states)).astype(np.float32)
    columns = columns_of(states, field_types(game.module.State))
    return Examples(columns, np.concatenate([[0], np.cumsum(counts)]), policies, values)


def error(game, net, states, examples):
    """Return the error by the definition: cross-entropies of policies and of the chance to win."""
    total, kernels = 0.0, bind(policy_value_net, game=game.module, jit=False)
    for place, state in enumerate(states):
        moves = np.array(game.moves(state), np.int64)
        logits, ranker = np.zeros(len(moves)), policy_value_net.make_ranker(net)
        double = ranker._replace(
            weights=net,
            **{name: a.astype(float) for name, a in ranker._asdict().items() if getattr(a, "dtype", 0) == np.float32},
        )
        kernels.judge(double, state, moves, len(moves), logits)
        logs = logits - logits.max() - np.log(np.exp(logits - logits.max()).sum())
        total -= examples.policies[examples.starts[place] : examples.starts[place + 1]] @ logs
        x = net.bias[0] + double.top @ net.outputs
        chance = (1.0 + examples.values[place]) / 2.0
        total += PACE.value_weight / 2.0 * (2.0 * np.logaddexp(0.0, 2.0 * x) - 4.0 * chance * x)
    return total


def test_of_a_state_without_moves_only_the_value_is_learned():
    """Where chance decides, that is; here the moves are left out."""
    game = find_game("tic_tac_toe")
    examples, training = (
        examples_of(game, list(random_states("tic_tac_toe", 5, plies=(0, 7)))),
        Training(game, random_net(game), 1, jit=False),
    )
    examples = examples._replace(starts=np.zeros(6, int), policies=examples.policies[:0])
    policy_error, value_error = training.add_slopes(examples, PACE, 0, np.arange(5), np.zeros(5, int))
    assert (policy_error, value_error > 0.0) == (0.0, True)
    found = training.slopes_of(0)
    assert not found.changes.any()
    assert found.outputs.any()
    assert found.rows.any()


@pytest.mark.parametrize("spec", ["tic_tac_toe", "othello", "hex:size=4", "breakthrough:size=4"])
def test_the_slopes_are_those_of_the_error(spec):
    game = find_game(spec)
    states = list(random_states(spec, 5, plies=(0, 7)))
    examples, training = examples_of(game, states), Training(game, random_net(game), 1, jit=False)
    training.add_slopes(examples, PACE, 0, np.arange(5), np.zeros(5, int))
    found, net = training.slopes_of(0)._asdict(), type(random_net(game))(*(a.astype(float) for a in random_net(game)))
    rng, by_tuples = np.random.default_rng(1), training.tuple_slopes
    found["patterns"], found["leanings"] = by_tuples.patterns.slopes[0], by_tuples.leanings.slopes[0, :, 0]
    for name, slopes in found.items():
        array = getattr(net, name)
        looked_at = rng.permutation(array.size)[:12]
        if name in OfTuples._fields and game.places:
            used = np.flatnonzero(slopes)
            assert 0 < len(used) < slopes.size
            looked_at = np.append(looked_at, rng.permutation(used)[:12])
        for flat in looked_at:
            place = np.unravel_index(flat, array.shape)
            if name in ("rows", "changes") and LEVELS[place[1]] == 0.0:
                assert slopes[place] == 0.0
                continue
            kept, errors = array[place], []
            for step in (1e-5, -1e-5):
                array[place] = kept + step
                errors.append(error(game, net, states, examples))
            array[place] = kept
            assert slopes[place] == pytest.approx((errors[0] - errors[1]) / 2e-5, abs=4e-4, rel=1e-4), (name, place)


@pytest.mark.parametrize("spec", ["connect_four", "tic_tac_toe"])
def test_an_image_is_learned_as_the_position_it_shows(spec):
    """An example seen in an image has the slopes of the example of that position."""
    game = find_game(spec)
    symmetries = np.array(game.symmetries)
    for image in range(1, len(symmetries)):
        texts = {"connect_four": ("112", "776"), "tic_tac_toe": ("", "")}[spec]
        states = [game.parse(text) for text in texts]
        if spec == "tic_tac_toe":  # every square alike: the images of the empty board are the empty board
            assert states[0] == states[1]
        examples = examples_of(game, states[:1])
        turned = examples._replace(
            states=columns_of(states[1:], field_types(game.module.State)),
            policies=examples.policies[np.argsort(turned_moves(game, states, symmetries[image]))],
        )
        one, other = (Training(game, random_net(game), 1, jit=False) for _ in range(2))
        one.add_slopes(examples, PACE, 0, np.array([0]), np.array([image]))
        other.add_slopes(turned, PACE, 0, np.array([0]), np.array([0]))
        for slopes, same in zip(one.slopes, other.slopes, strict=True):
            np.testing.assert_allclose(slopes, same, atol=1e-5)
        for by_tuples, same in zip(one.tuple_slopes, other.tuple_slopes, strict=True):
            np.testing.assert_allclose(by_tuples.slopes, same.slopes, atol=1e-5)


def turned_moves(game, states, image):
    """Return which move of the second state is the image of each move of the first."""

    def after(state, move):
        values = np.zeros(game.variables)
        game.module.variables(game.apply(state, move), values)
        return values

    images = [after(states[0], move)[image].tolist() for move in game.moves(states[0])]
    known = [after(states[1], move).tolist() for move in game.moves(states[1])]
    return [known.index(values) for values in images]


@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_four"])
def test_learning_makes_the_error_smaller_and_any_number_of_workers_learns_the_same(spec):
    game = find_game(spec)
    examples = examples_of(game, list(random_states(spec, 40, plies=(0, 5))))
    order = np.random.default_rng(2).integers(40, size=(150, 16))
    nets = []
    for workers in (1, 3):
        training = Training(game, random_net(game), workers)
        before = training.learn(examples, order[:5], PACE, np.random.default_rng(3))
        after = training.learn(examples, order, PACE, np.random.default_rng(3))
        assert (after < before).all()
        nets.append([*learned(training.weights), *training.tuples])
        assert not any(slopes.counts.any() or slopes.slopes.any() for slopes in training.tuple_slopes)
    assert all(np.array_equal(*arrays) for arrays in zip(*nets, strict=True))
