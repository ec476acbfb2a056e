"""The move net: a move is judged by the state after it and after forced replies, seen by the side that made it."""

import numpy as np
import pytest

from fourfold.binding.bind import bind, field_types
from fourfold.binding.state_columns import columns_of
from fourfold.errors import InputError
from fourfold.evaluators import move_net, weights_file
from fourfold.evaluators.move_ranking import MoveRanker
from fourfold.games.interface.find import find_game
from fourfold.players import policy
from fourfold.rules import ONGOING

LEVELS = np.array([-1.5, -1.0, 0.0, 1.0, 1.5], np.float32)


def random_weights(game, units=12, follows=1.0, seed=0, levels=LEVELS):
    rng = np.random.default_rng(seed)
    net = move_net.first_weights(game.variables, levels, units, follows, seed)
    return net._replace(
        biases=rng.normal(size=units).astype(np.float32),
        outputs=rng.normal(size=units).astype(np.float32),
        bias=rng.normal(size=1).astype(np.float32),
    )


def random_states(game, count, seed=0):
    """Return states of random games in which a player is to move."""
    rng, found = np.random.default_rng(seed), []
    while len(found) < count:
        state = game.init_state()
        while moves := game.moves(state):
            if not game.chances(state) and rng.random() < 0.3:
                found.append(state)
            state = game.apply(state, moves[rng.integers(len(moves))])
    return found[:count]


def rank(game, weights, states, jit=True):
    ranker = MoveRanker(move_net, move_net.make_ranker(weights), game, jit=jit)
    return ranker.rank(columns_of(states, field_types(game.module.State)))


def judged(game, state, move, follows):
    """Return the state that a move is judged by, and whether the side that made it is to move there."""
    after = game.apply(state, move)
    is_own = game.moves_again(state, after)
    while follows and not game.most_chances and len(set(game.moves(after))) == 1:
        later = game.apply(after, game.moves(after)[0])
        is_own = is_own == game.moves_again(after, later)
        after = later
    return after, is_own


def score(game, weights, state, move):
    """Return the score of a move by the definition, from scratch and in float64."""
    after, is_own = judged(game, state, move, weights.follows[0] > 0)
    values = np.zeros(game.variables)
    bind(move_net, game=game.module, jit=False).variables(after, values)
    sums = weights.biases.astype(float)
    for variable, value in enumerate(values):
        rows = weights.rows[variable].astype(float) * (weights.levels != 0.0)[:, None]
        sums += [np.interp(value, weights.levels, rows[:, unit]) for unit in range(rows.shape[1])]
    found = weights.bias[0] + np.maximum(sums, 0.0) @ weights.outputs
    sign, outcome = (1 if is_own else -1), game.outcome(after)
    return sign * (found + (0.0 if outcome == ONGOING else 50.0 * outcome))


@pytest.mark.parametrize(
    ("name", "follows", "jit"),
    [
        ("tic_tac_toe", 1.0, False),
        ("tic_tac_toe", 0.0, False),
        ("kalah", 1.0, False),
        ("draughts", 1.0, True),
        ("draughts", 0.0, False),
        ("backgammon", 1.0, False),
    ],
)
def test_scores_are_those_of_the_definition(name, follows, jit):
    game = find_game(name)
    weights = random_weights(game, follows=follows)
    states = random_states(game, 12, seed=3)
    found = rank(game, weights, states, jit)
    for place, state in enumerate(states):
        moves, shares = found.of(place)
        assert moves == list(dict.fromkeys(game.moves(state)))
        wanted = np.array([score(game, weights, state, move) for move in moves])
        wanted = np.exp(wanted - wanted.max())
        assert shares == pytest.approx(wanted / wanted.sum(), abs=1e-4)


@pytest.mark.parametrize("name", ["tic_tac_toe", "kalah"])
def test_plain_and_compiled_agree(name):
    game = find_game(name)
    weights, states = random_weights(game, units=40), random_states(game, 20)
    plain, compiled = (rank(game, weights, states, jit) for jit in (False, True))
    assert plain.moves.tolist() == compiled.moves.tolist()
    assert plain.scores == pytest.approx(compiled.scores, abs=1e-5)


def test_a_move_that_wins_is_first():
    game = find_game("connect_four")
    moves, shares = rank(game, random_weights(game), [game.parse("112233")]).of(0)
    assert moves[shares.argmax()] == 3
    assert shares.max() > 0.999


def test_values_between_levels_have_a_part_of_both_rows():
    levels = np.array([-1.0, 0.0, 2.0], np.float32)
    for value, wanted in [(-3.0, (0, 0.0)), (-1.0, (0, 0.0)), (0.0, (1, 0.0)), (1.5, (2, 0.25)), (9.0, (2, 0.0))]:
        assert move_net.find_level(levels, np.float32(value)) == pytest.approx(wanted)


def test_the_sum_by_halves_is_the_sum():
    for width in (1, 7, 16, 24, 48, 100, 512):
        terms = np.arange(width, dtype=np.float32)
        assert move_net.total(terms) == width * (width - 1) / 2


def test_a_model_of_another_shape_is_refused(tmp_path):
    game = find_game("draughts")
    for number, change in enumerate(
        [
            {"rows": np.zeros((31, 5, 12), np.float32)},
            {"levels": np.zeros(4, np.float32)},
            {"outputs": np.zeros(11, np.float32)},
            {"follows": np.zeros(2, np.float32)},
            {"levels": np.zeros(0, np.float32), "rows": np.zeros((32, 0, 12), np.float32)},
            {"biases": np.full(12, np.nan, np.float32)},
        ]
    ):
        path = tmp_path / f"{number}.safetensors"
        weights = random_weights(game)._replace(**change)
        weights_file.save(path, weights, evaluator="move_net", game="draughts")
        with pytest.raises(InputError, match=r"does not fit draughts|is damaged"):
            policy.load(str(path), game)


def test_a_model_plays_draughts_and_may_not_evaluate(tmp_path):
    game, path = find_game("draughts"), tmp_path / "net.safetensors"
    weights_file.save(path, random_weights(game), evaluator="move_net", game="draughts")
    player = policy.PolicyPlayer(game, policy.load(str(path), game))
    for state in random_states(game, 30):
        preferences = player.rank(state)
        assert {preference.move for preference in preferences} == set(game.moves(state))
        assert sum(preference.share for preference in preferences) == pytest.approx(1.0)
    with pytest.raises(InputError, match="ranks moves and does not evaluate positions"):
        weights_file.load_evaluator(str(path), game)
