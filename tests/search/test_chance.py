"""Expectimax with bounds finds exactly what full-width expectimax finds, with fewer nodes; so does moving again."""

import numpy as np
import pytest
from support import harvest
from support.paths import ROOT as TOP

from fourfold.binding.bind import _bind, bind
from fourfold.errors import InputError
from fourfold.evaluators import random, slfn
from fourfold.games.interface.find import find_game
from fourfold.players.specs import player
from fourfold.search import aim, aim_points, alphabeta, chance_nodes, minimax, playout
from fourfold.search.table import make_table
from fourfold.search.values import INFINITY, SCALE

GAME = str(TOP / "tests" / "support" / "harvest.py")
AIMS = {"win": {}, "points": {aim: aim_points}}
ROOT = np.int64(0)


def states(count, seed, turns=8):
    """Return states of random games, those that wait for a roll and those after it."""
    game, rng, found = find_game(f"{GAME}:turns={turns}"), np.random.default_rng(seed), []
    while len(found) < count:
        state = game.init_state()
        while game.moves(state):
            found.append(state)
            state = game.apply(state, int(rng.choice(game.moves(state))))
    rng.shuffle(found)
    return game, found[:count]


def searched(kernels, game, weights, state, depth, table, window=(-INFINITY, INFINITY)):
    memory = alphabeta.make_memory(game.max_moves, chances=game.most_chances)
    searched.number = getattr(searched, "number", 0) + 1
    memory.search, memory.budget = searched.number, 1 << 60
    kernels.begin(weights, state)
    low, high = (np.int64(bound) for bound in window)
    value, end = kernels.negamax(weights, state, state, np.int64(depth), low, high, ROOT, memory, table)
    return int(value), int(end), int(memory.nodes)


@pytest.fixture
def probes(request, monkeypatch):
    """Let outcomes be probed (Star2), or not (Star1). What is bound now must not be found again later."""
    monkeypatch.setattr(chance_nodes, "PROBE_MOVES", 1 if request.param else 9999)
    _bind.cache_clear()
    yield
    _bind.cache_clear()


@pytest.mark.parametrize("probes", [True, False], indirect=True, ids=["star2", "star1"])
@pytest.mark.parametrize("jit", [True, False], ids=["compiled", "plain"])
@pytest.mark.parametrize("purpose", AIMS)
def test_equals_full_width_expectimax(purpose, jit, probes):
    game, sample = states(120 if jit else 12, 1, turns=8 if jit else 5)
    kernels = bind(alphabeta, minimax, game=game.module, evaluator=random, roles=AIMS[purpose], jit=jit)
    weights, large, none = random.make_weights(3), make_table(14), make_table(0)
    for number, state in enumerate(sample):
        depth = 1 + number % (5 if jit else 3)
        expected = kernels.minimax(weights, state, depth, 0)
        for table in (large, none):
            assert searched(kernels, game, weights, state, depth, table)[0] == expected


@pytest.mark.parametrize("probes", [True, False], indirect=True, ids=["star2", "star1"])
@pytest.mark.parametrize("purpose", AIMS)
def test_a_window_gives_a_bound_on_the_right_side(purpose, probes):
    game, sample = states(300, 2)
    kernels = bind(alphabeta, minimax, game=game.module, evaluator=random, roles=AIMS[purpose])
    weights, table = random.make_weights(3), make_table(12)
    for number, state in enumerate(sample):
        depth = 1 + number % 4
        expected = int(kernels.minimax(weights, state, depth, 0))
        for off in (-200_000, -1000, -1, 0, 1, 1000, 200_000):
            low = expected + off
            found, _, _ = searched(kernels, game, weights, state, depth, table, (low, low + 1))
            assert found <= expected if found > low else found >= expected
            assert (found > low) == (expected > low)


def test_bounds_save_nodes():
    game, sample = states(60, 3)
    kernels = bind(alphabeta, minimax, game=game.module, evaluator=random)
    weights, none, exact, bounded = random.make_weights(3), make_table(0), 0, 0
    for state in sample:
        value, _, nodes = searched(kernels, game, weights, state, 4, none)
        exact += nodes
        bounded += searched(kernels, game, weights, state, 4, none, (value - 300_000, value - 299_999))[2]
    assert bounded < 0.7 * exact


def test_everything_is_proven_at_the_end_of_the_tree():
    """A mean of results is a proven fraction, with the distance of the longest line."""
    game, sample = states(60, 4, turns=3)
    kernels = bind(alphabeta, minimax, game=game.module, evaluator=random)
    fractions = 0
    for state in sample:
        value, end, _ = searched(kernels, game, random.make_weights(1), state, 6, make_table(10))
        assert value == kernels.minimax(random.make_weights(1), state, 6, 0)
        assert end > 0
        fractions += value % SCALE != 0
    assert fractions > 5


def test_a_player_proves_fractions():
    game = find_game(f"{GAME}:turns=2")
    state = game.apply(game.init_state(), -3)
    for spec in ("alphabeta:depth=8", "alphabeta:depth=8,aim=points"):
        for decision in player(spec, game).analyse(state).moves:
            assert decision.proven is not None
            assert decision.value == pytest.approx(exact_value(game, game.apply(state, decision.move), state, spec))


def exact_value(game, state, before, spec):
    """Return what a state is worth to the side to move before it, by brute force."""
    sign = 1 if game.moves_again(before, state) else -1
    if not game.moves(state):
        ended = game.points(state) / game.most_points if "points" in spec else game.outcome(state)
        return sign * ended
    found = game.chances(state)
    if found:
        shares = (share * exact_value(game, game.apply(state, outcome), state, spec) for outcome, share in found)
        return sign * sum(shares)
    return sign * max(exact_value(game, game.apply(state, move), state, spec) for move in game.moves(state))


def test_players_are_asked_after_the_roll():
    game = find_game(GAME)
    for spec in ("alphabeta:depth=2", "greedy:eval=zero"):
        with pytest.raises(InputError, match="chance is to move"):
            player(spec, game).choose(game.init_state())


def test_aims():
    with pytest.raises(InputError, match="aim=fun is not valid"):
        player("alphabeta:depth=1,aim=fun", "tic_tac_toe")
    with pytest.raises(InputError, match="tic_tac_toe has none"):
        player("alphabeta:depth=1,aim=points", "tic_tac_toe")


def test_sums_along_the_line_follow_moves_and_rolls():
    """The net's sums, updated move by move, are those computed from scratch."""
    game, sample = states(200, 6)
    for jit in (False, True):
        kernels = bind(slfn, game=game.module, evaluator=slfn, jit=jit)
        along, fresh = (slfn.prepare(slfn.random_weights(2, 1, units=8)) for _ in range(2))
        for before in sample:
            kernels.begin(along, before)
            for move in game.moves(before):
                after = game.apply(before, move)
                expected = pytest.approx(kernels.evaluate(fresh, after), abs=1e-5)
                assert kernels.evaluate_next(along, before, after, 1) == expected
                kernels.follow(along, before, after, 1)
                assert kernels.evaluate_here(along, after, 1) == expected


def test_playouts_draw_outcomes_by_their_probabilities():
    game = find_game(f"{GAME}:turns=1")
    kernels = bind(playout, game=game.module)
    counts = kernels.playouts(game.init_state(), 30_000, 100, np.random.default_rng(1))
    expected = random_mean(game, game.init_state())
    assert (counts[2] - counts[0]) / counts.sum() == pytest.approx(expected, abs=0.02)


def random_mean(game, state):
    """Return the mean outcome of random games for the side to move."""
    moves = game.moves(state)
    if not moves:
        return game.outcome(state)
    shares = dict(game.chances(state)) or dict.fromkeys(moves, 1 / len(moves))
    children = ((share, game.apply(state, move)) for move, share in shares.items())
    return sum(
        share * (1 if game.moves_again(state, child) else -1) * random_mean(game, child) for share, child in children
    )


def test_the_game_of_these_tests_has_both_signs():
    assert any(harvest.moves_again(a, b) for a, b in steps())
    assert not all(harvest.moves_again(a, b) for a, b in steps())


def steps():
    game, sample = states(50, 7)
    return [(state, game.apply(state, move)) for state in sample for move in game.moves(state)]
