"""Learning to rank moves: every step follows the gradient of the squared error."""

import numpy as np
import pytest

from fourfold.binding.bind import bind, field_types
from fourfold.binding.state_columns import columns_of
from fourfold.data.proven_positions import ProvenPosition
from fourfold.evaluators import frame_net, level_net, square_net
from fourfold.evaluators.move_ranking import MoveRanker
from fourfold.games.interface.find import find_game
from fourfold.learn.context import level_kernels, move_kernels
from fourfold.learn.context.descriptions import describe
from fourfold.learn.context.move_training import see_positions

LINES = {"tic_tac_toe": "0 4 8", "hex:size=3": "b2 a1"}


def position(game, line):
    state = game.parse(line)
    moves = game.moves(state)
    return ProvenPosition(state, moves, np.array([1.0, -1.0, 1.0, *[-1.0] * (len(moves) - 3)]))


@pytest.mark.parametrize("spec", LINES)
@pytest.mark.parametrize("net", ["frame", "square"])
def test_a_step_follows_the_gradient_of_the_squared_error(net, spec):
    game, rate = find_game(spec), 1e-3
    contexts, view, changes = describe(game)
    given = position(game, LINES[spec])
    kernels = bind(move_kernels, game=game.module)
    examples = see_positions(kernels, view, game, [given])
    assert examples.targets.tolist() == [1.0, 0.0, 1.0, *[0.0] * (len(given.moves) - 3)]
    order = np.zeros(1, np.int64)
    if net == "frame":
        module, weights = frame_net, frame_net.random_weights("M4", contexts, view, changes, 5)
        trained = frame_net.prepare(weights)
        memory = frame_net.make_memory(trained)
        gradient = move_kernels.make_frame_gradient(trained, memory)
        told = kernels.learn_frames(trained, examples, order, np.float32(rate), memory, gradient)
    else:
        module, weights = square_net, square_net.random_weights(3, view, changes, 5)
        trained = square_net.prepare(weights)
        memory, gradient = np.zeros(3, np.float32), move_kernels.make_square_gradient(trained)
        told = kernels.learn_squares(trained, examples, order, np.float32(rate), memory, gradient)
    columns = columns_of([given.state], field_types(game.module.State))

    def error(changed):
        scores = MoveRanker(module, module.make_ranker(changed), game).rank(columns).scores.astype(float)
        return np.sum((scores - examples.targets) ** 2) / 2

    assert told == pytest.approx(2 * error(weights), abs=1e-3)
    rng = np.random.default_rng(0)
    for name in weights._fields[: module.LEARNED]:
        before = getattr(weights, name)
        step = (getattr(trained, name) - before).ravel() / rate
        for place in rng.choice(before.size, min(8, before.size), replace=False):
            change = np.zeros(before.size, np.float32)
            change[place] = 0.02
            change = change.reshape(before.shape)
            more, less = (error(weights._replace(**{name: before + sign * change})) for sign in (1, -1))
            assert step[place] == pytest.approx((less - more) / 0.04, abs=2e-3), (name, place)


def test_plain_python_takes_the_same_step():
    game = find_game("tic_tac_toe")
    contexts, view, changes = describe(game)
    found = []
    for jit in (True, False):
        kernels = bind(move_kernels, game=game.module, jit=jit)
        examples = see_positions(kernels, view, game, [position(game, "0 4 8")])
        net = frame_net.prepare(frame_net.random_weights("M4", contexts, view, changes, 5))
        memory = frame_net.make_memory(net)
        gradient = move_kernels.make_frame_gradient(net, memory)
        kernels.learn_frames(net, examples, np.zeros(3, np.int64), np.float32(0.1), memory, gradient)
        found.append(net)
    for one, other in zip(found[0][: frame_net.LEARNED], found[1][: frame_net.LEARNED], strict=True):
        assert one == pytest.approx(other, abs=1e-5)


@pytest.mark.parametrize("spec", LINES)
def test_the_gradient_of_two_levels_is_that_of_the_squared_error(spec):
    game = find_game(spec)
    contexts, view, changes = describe(game)
    kernels = bind(move_kernels, level_kernels, game=game.module, jit=False)
    examples = see_positions(kernels, view, game, [position(game, LINES[spec])])
    weights = level_net.random_weights("H4", contexts, view, changes, 5)

    def find(changed):
        """Return half the squared error, and its gradient by the names of the learned arrays."""
        net = level_net.prepare(changed)
        memory = level_net.make_memory(net)
        gradient = level_kernels.make_level_gradient(net, memory)
        error = kernels.find_level_gradient(net, examples, 0, memory, gradient)
        return float(error) / 2, {**gradient.first._asdict(), **gradient._asdict()}

    _, slopes = find(weights)
    rng = np.random.default_rng(0)
    for name in weights._fields[: level_net.LEARNED]:
        before = getattr(weights, name)
        for place in rng.choice(before.size, min(8, before.size), replace=False):
            change = np.zeros(before.size, np.float32)
            change[place] = 0.02
            change = change.reshape(before.shape)
            more, less = (find(weights._replace(**{name: before + sign * change}))[0] for sign in (1, -1))
            assert slopes[name].ravel()[place] == pytest.approx((more - less) / 0.04, abs=2e-3), (name, place)
