"""Nets that rank moves by contexts or by bare squares: the equations, plain and compiled; symmetry; damaged models."""

import numpy as np
import pytest

from fourfold.binding.bind import field_types
from fourfold.binding.state_columns import columns_of
from fourfold.evaluators import frame_net, square_net
from fourfold.evaluators.frame_net import SYSTEMS, count_detectors
from fourfold.evaluators.goal_contexts import count_depths, count_slots
from fourfold.evaluators.move_ranking import MoveRanker
from fourfold.games.interface.find import find_game
from fourfold.learn.context.descriptions import describe

GAMES = ("tic_tac_toe", "hex:size=3")


def states_of(game, count=12, seed=0):
    rng, found = np.random.default_rng(seed), []
    while len(found) < count:
        state = game.init_state()
        for _ in range(rng.integers(game.variables)):
            moves = game.moves(state)
            if moves:
                found.append(state)
                state = game.apply(state, int(rng.choice(moves)))
    return found[:count]


def rank(game, module, weights, states, jit=True):
    ranker = MoveRanker(module, module.make_ranker(weights), game, jit=jit)
    return ranker.rank(columns_of(states, field_types(game.module.State)))


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def seen(game, state, view):
    """Return the squares as the side to move sees them, and where it sees each square of the fixed view."""
    squares = np.zeros(game.variables)
    game.module.variables(state, squares)
    return squares, view.places[0 if not view.fixed or state.player == 1 else 1]


def slow_score(game, weights, system, state, move):
    """Return the score of a move that fills one square, by the equations of the context paper."""
    contexts, view, _ = describe(game)
    squares, places = seen(game, state, view)
    slots, hidden = count_slots(contexts), weights.hidden_biases.astype(float)
    features = np.zeros((slots, len(frame_net.SORTS[system]) * 3))
    through = slice(contexts.first[places[move]], contexts.first[places[move] + 1])
    for context, slot in contexts.links[through]:
        goal = contexts.squares[context][contexts.squares[context] >= 0]
        inside, owner = squares[goal], contexts.owners[context]
        own, other = (inside > 0).sum(), (inside < 0).sum()
        ours, theirs = owner != -1 and not other, owner != 1 and not own
        if not contexts.ordered and not (ours or theirs):
            continue
        described = [*inside] if contexts.ordered else [own / len(goal), other / len(goal), (inside == 0).mean()]
        winner = 1 if ours and own else -1 if theirs and other else 0
        vector = [*described, own + other == 0, ours or theirs, own + other == len(goal), winner, 1]  # equation 1
        numbers = {1: 0, 2: contexts.kinds[context], 3: contexts.locations[context],
                   4: contexts.kinds[context] * count_depths(contexts) + (inside == 0).sum()}  # fmt: skip
        base = 0
        for place, sort in enumerate(frame_net.SORTS[system]):
            said = sigmoid(weights.detectors[base + numbers[sort]] @ np.array(vector, float))  # equation 2
            features[slot, 3 * place : 3 * place + 3] += said
            base += count_detectors(contexts, sort)
    hidden = sigmoid(hidden + weights.hidden @ features.ravel())
    return sigmoid(weights.output @ hidden + weights.output_bias[0])


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_net_says_follows_the_equations_plain_and_compiled(spec, system):
    game = find_game(spec)
    weights, states = frame_net.random_weights(system, *describe(game), 3), states_of(game)
    compiled, plain = (rank(game, frame_net, weights, states, jit) for jit in (True, False))
    assert compiled.scores == pytest.approx(plain.scores, abs=1e-6)
    for number, state in enumerate(states):
        for move, score in zip(*compiled.of(number), strict=True):
            assert score == pytest.approx(slow_score(game, weights, system, state, move), abs=2e-4)


@pytest.mark.parametrize("spec", GAMES)
def test_a_plain_net_follows_its_equations_plain_and_compiled(spec):
    game = find_game(spec)
    _, view, changes = describe(game)
    weights, states = square_net.random_weights(4, view, changes, 3), states_of(game)
    compiled, plain = (rank(game, square_net, weights, states, jit) for jit in (True, False))
    assert compiled.scores == pytest.approx(plain.scores, abs=1e-6)
    for number, state in enumerate(states):
        squares, places = seen(game, state, view)
        hidden = sigmoid(weights.hidden @ squares + weights.hidden_biases)
        expected = sigmoid(weights.outputs @ hidden + weights.output_biases)
        moves, scores = compiled.of(number)
        assert scores == pytest.approx(expected[places[moves]], abs=2e-4)


def test_both_sides_of_hex_are_the_same_to_a_net():
    """The board turned, with the sides exchanged, has the same scores."""
    game = find_game("hex:size=3")
    weights = frame_net.random_weights("M4", *describe(game), 1)
    ours = game.parse("xo./..x/o.. x")
    theirs = game.parse("o.x/x../.o. o")
    one, other = (dict(zip(*rank(game, frame_net, weights, [state]).of(0), strict=True)) for state in (ours, theirs))
    for move, score in one.items():
        assert other[move % 3 * 3 + move // 3] == pytest.approx(score, abs=1e-6)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_mirror_image_has_mirrored_scores(system):
    game = find_game("connect_four")
    weights = frame_net.random_weights(system, *describe(game), 1)
    line = "4435122544327633552"
    mirrored = "".join(str(8 - int(digit)) for digit in line)
    states = [game.parse(line), game.parse(mirrored)]
    found = rank(game, frame_net, weights, states).table(7)
    assert found[0] == pytest.approx(found[1][::-1], abs=1e-6)


def test_as_many_weights():
    for spec in GAMES:
        contexts, view, changes = describe(find_game(spec))
        wanted = sum(array.size for array in frame_net.random_weights("M4", contexts, view, changes, 0)[:5])
        units = square_net.units_for(wanted, view.places.shape[1], changes)
        found = sum(array.size for array in square_net.random_weights(units, view, changes, 0)[:4])
        assert abs(found - wanted) <= view.places.shape[1] + 1


@pytest.mark.parametrize(
    "damage",
    [
        {"squares": np.full((8, 3), 9, np.int16)},
        {"squares": np.full((8, 3), -1, np.int16)},
        {"squares": np.zeros((8, 3), np.float32)},
        {"kinds": np.full(8, 5, np.int16)},
        {"kinds": np.zeros(7, np.int16)},
        {"locations": np.full(8, -2, np.int16)},
        {"owners": np.full(8, 3, np.int16)},
        {"views": np.zeros((2, 9), np.int16)},
        {"layout": np.array([1, 0, 1, 9], np.int16)},
        {"layout": np.array([7, 0, 1, 4], np.int16)},
        {"supports": np.full((9, 9), 0.5, np.float32)},
        {"supports": np.zeros((9, 8), np.float32)},
    ],
    ids=lambda damage: next(iter(damage)),
)
def test_contexts_that_are_not_valid_are_refused(damage):
    weights = frame_net.random_weights("M4", *describe(find_game("tic_tac_toe")), 0)
    assert frame_net.unpack(weights) is weights
    with pytest.raises(ValueError, match="it"):
        frame_net.unpack(weights._replace(**damage))
