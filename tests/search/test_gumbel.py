"""The search with a policy-value net: its visits add up, it improves on the net, and plain Python finds the same."""

from types import SimpleNamespace

import numpy as np
import pytest
from support.brute_force import exact_values
from support.paths import DICE_RACE
from support.paths import ROOT as TOP
from support.search_positions import random_states

from fourfold.binding.bind import bind
from fourfold.evaluators import policy_value_net
from fourfold.games.interface.find import find_game
from fourfold.players.alphazero import room
from fourfold.search import alphabeta, gumbel, improved_policy
from fourfold.search.gumbel import How
from fourfold.search.tree import ROOT
from fourfold.search.values import UNPROVEN

HOW = How(considered=16, visits_scale=50.0, value_scale=1.0, discount=0.99, noise=0.0, exploration=0.0)
DOTS = str(TOP / "examples" / "dots_and_boxes.py") + ":size=2"
PUCT = HOW._replace(exploration=0.5)
GAMES = ["tic_tac_toe", "connect_four", "othello", "draughts", "hex:size=4", "kalah"]


def untrained(game, seed=0):
    levels = np.array([-1.0, 0.0, 1.0], np.float32)
    net = policy_value_net.first_weights(game.variables, levels, 16, 16, seed)
    return policy_value_net.make_ranker(net)


def searched(spec, state, simulations, how=HOW, jit=False, seed=0, planned=None):
    """Return the tree of a search, and the kernels that made it: plain ones, which need not be compiled.

    All simulations are planned unless their number is given.
    """
    game = find_game(spec)
    kernels = bind(gumbel, game=game.module, evaluator=policy_value_net, jit=jit)
    work = alphabeta.make_memory(game.max_moves, chances=game.most_chances)
    tree = gumbel.make_tree(room(game, simulations), simulations if planned is None else planned, game.max_moves)
    kernels.grow(untrained(game), state, simulations, how, np.random.default_rng(seed), work, tree)
    return SimpleNamespace(nodes=tree.nodes[: work.nodes], tree=tree, kernels=kernels)


def children_of(nodes, number):
    return nodes[nodes[number]["first"] : nodes[number]["first"] + nodes[number]["children"]]


def choices(spec, count, seed, plies):
    """Return states of random games in which a player is to move."""
    game = find_game(spec)
    return [state for state in random_states(spec, count, seed=seed, plies=plies) if not game.chances(state)]


@pytest.mark.parametrize(("planned", "how"), [(40, HOW), (0, HOW), (20, PUCT)])
@pytest.mark.parametrize("spec", [*GAMES, DICE_RACE])
def test_a_visit_of_a_node_is_its_first_or_a_childs(spec, planned, how):
    for state in choices(spec, 2 if spec in GAMES else 6, 1, (0, 8)):
        nodes = searched(spec, state, 40, how, planned=planned).nodes
        assert nodes[ROOT]["visits"] == 40 or nodes[ROOT]["end"] != UNPROVEN
        for number in np.flatnonzero(nodes["children"]):
            if nodes[number]["end"] == UNPROVEN:
                assert children_of(nodes, number)["visits"].sum() == nodes[number]["visits"] - (number != ROOT)


@pytest.mark.parametrize("spec", GAMES)
def test_the_policy_adds_up_and_the_value_is_one(spec):
    for state in random_states(spec, 3, seed=2, plies=(0, 8)):
        found = searched(spec, state, 40)
        value = found.kernels.write_policy(ROOT, HOW, found.tree)
        policy = found.tree.policy[: found.nodes[ROOT]["children"]]
        assert policy.sum() == pytest.approx(1.0)
        assert policy.min() >= 0.0
        assert -1.0 <= value <= 1.0


def test_the_visits_of_the_root_are_those_of_sequential_halving():
    found = searched("othello", find_game("othello").init_state(), 16, how=HOW._replace(considered=4))
    assert sorted(children_of(found.nodes, ROOT)["visits"].tolist()) == [2, 2, 6, 6]


def test_after_the_plan_the_root_is_a_node_like_any_other():
    """The first 16 simulations are as above; PUCT then goes on with moves that the plan had left out, too."""
    how = PUCT._replace(considered=4, exploration=100.0)
    found = searched("othello", find_game("othello").init_state(), 40, how=how, planned=16)
    assert all(8 < visits < 12 for visits in children_of(found.nodes, ROOT)["visits"])


@pytest.mark.parametrize("how", [HOW._replace(noise=1.0), PUCT])
def test_plain_python_grows_the_same_tree(how):
    spec = "connect_four"
    for state in random_states(spec, 2, seed=3, plies=(2, 8)):
        plain, compiled = (searched(spec, state, 24, how=how, jit=jit) for jit in (False, True))
        assert plain.nodes["visits"].tolist() == compiled.nodes["visits"].tolist()
        assert plain.nodes["move"].tolist() == compiled.nodes["move"].tolist()
        np.testing.assert_allclose(plain.nodes["total"], compiled.nodes["total"], atol=1e-4)


@pytest.mark.parametrize("how", [HOW, PUCT])
@pytest.mark.parametrize("spec", ["tic_tac_toe", DOTS])
def test_what_is_proven_is_true(spec, how):
    exact, proven = exact_values(find_game(spec)), 0
    for state in random_states(spec, 8, seed=4, plies=(6, 10)):
        nodes = searched(spec, state, 150, how).nodes
        if nodes[ROOT]["end"] != UNPROVEN:
            proven += 1
            assert -nodes[ROOT]["total"] == exact(state)[0]
    assert proven > 3


def test_with_visits_enough_the_dice_are_known():
    """Near the end of a race every throw is tried, and proven values, which are means, are those of brute force."""
    game, how, proven = find_game(DICE_RACE), HOW._replace(discount=1.0), 0
    exact = exact_values(game)
    for state in choices(DICE_RACE, 60, 4, (8, 20)):
        nodes = searched(DICE_RACE, state, 300, how).nodes
        if nodes[ROOT]["end"] != UNPROVEN:
            proven += 1
            assert -nodes[ROOT]["total"] == pytest.approx(exact(state)[0], abs=1e-6)
    assert proven > 5


def bandit(values, logits, visits):
    """Return the node of a bandit of whose arms, with known values, some were visited."""
    nodes = np.zeros(len(values) + 1, gumbel.JUDGED).view(np.recarray)
    nodes["end"], nodes[0].first, nodes[0].children = UNPROVEN, 1, len(values)
    nodes["visits"][1:], nodes["total"][1:] = visits, visits * values
    nodes["logit"][1:], nodes["prior"][1:] = logits, np.exp(logits)
    prior = np.exp(logits) / np.exp(logits).sum()
    nodes[0].value = prior @ values
    return nodes, prior


@pytest.mark.parametrize("seed", range(20))
def test_the_improved_policy_is_worth_at_least_as_much_as_the_prior(seed):
    """Section 4 of the paper: whichever arms were visited, if their values and that of the node are exact."""
    rng, how = np.random.default_rng(seed), HOW._replace(discount=1.0)
    values, logits = rng.uniform(-1.0, 1.0, 6), rng.normal(size=6)
    nodes, prior = bandit(values, logits, rng.integers(0, 3, 6) * rng.integers(0, 2, 6))
    for scale in (0.02, 0.1, 1.0):
        steep = how._replace(value_scale=scale)
        mixed, _, most = improved_policy.mixed_value(0, steep, nodes)
        policy = np.zeros(6)
        policy /= improved_policy.improve(0, nodes[0].value, most, steep, nodes, policy)
        assert policy @ values >= prior @ values - 1e-6
        assert np.isfinite(mixed)


def test_unvisited_moves_count_as_the_mixed_value():
    """Appendix D, for two visits of one of two moves of equal priors: (0.2 + 2 * 0.5) / 3."""
    nodes, _ = bandit(np.array([0.5, -1.0]), np.zeros(2), np.array([2, 0]))
    nodes[0].value = 0.2
    mixed, visits, most = improved_policy.mixed_value(0, HOW._replace(discount=1.0), nodes)
    assert (mixed, visits, most) == (pytest.approx(1.2 / 3.0), 2, 2)


def test_puct_weighs_values_against_priors_and_visits():
    """By hand, after 2 + 1 visits: -0.2 + c sqrt(4) (3/4) / 3 and 0.1 + c sqrt(4) (1/4) / 2 are equal at c = 1.2."""
    nodes, _ = bandit(np.array([-0.2, 0.1]), np.log([0.75, 0.25]), np.array([2, 1]))
    how = HOW._replace(discount=1.0)
    for exploration, expected in ((1.1, 2), (1.3, 1)):
        assert improved_policy.select_child(0, how._replace(exploration=exploration), nodes, None) == expected


def test_a_win_now_is_better_than_a_win_later():
    game = find_game("connect_four")
    state = game.parse("121212")
    found = searched("connect_four", state, 64)
    best = found.nodes[found.kernels.best_child(HOW, found.tree)]
    assert (best.move, best.total, best.end) == (0, 1.0, 0)
    assert found.kernels.write_policy(ROOT, HOW, found.tree) == pytest.approx(0.99)
    assert found.tree.policy[:7].tolist() == [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]


def test_a_net_without_opinions_draws_moves_by_chance():
    """With noise the first move considered is drawn from the softmax of the logits: Gumbel's trick."""
    game = find_game("tic_tac_toe")
    net = untrained(game)
    net.weights.changes[:] = 0.0
    kernels = bind(gumbel, game=game.module, evaluator=policy_value_net, jit=False)
    tree, work = gumbel.make_tree(20, 1, 9), alphabeta.make_memory(9)
    counts, rng, how = np.zeros(9), np.random.default_rng(5), HOW._replace(noise=1.0)
    for _ in range(450):
        kernels.grow(net, game.init_state(), 1, how, rng, work, tree)
        counts += children_of(tree.nodes, ROOT)["visits"]
    assert counts.min() > 25
    assert counts.max() < 80
