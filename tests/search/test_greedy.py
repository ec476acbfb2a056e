"""One ply ahead: the best position by brute force, fair lots, and whole games as the referee has them."""

from collections import Counter

import numpy as np
import pytest
from support.league_files import network_text, random_network
from support.search_positions import random_states

from fourfold.binding.bind import bind
from fourfold.evaluators.evaluator import evaluator_module
from fourfold.evaluators.find import find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.matches.openings import openings
from fourfold.matches.referee import play_game
from fourfold.players import specs
from fourfold.players.greedy import GreedyDuels, GreedyPlayer
from fourfold.rules import ONGOING
from fourfold.search import greedy

GAMES = ["tic_tac_toe", "connect_four", "othello", "draughts"]


def brute_force(game, evaluator, state):
    """Return the value of every move: results first, for these evaluators judge none."""
    judge = bind(evaluator.module, game=game.module, evaluator=evaluator.module, jit=False)
    weights, values = evaluator.make_weights(0), {}
    for move, child in game.expand(state):
        outcome = game.outcome(child)
        values[move] = float(-outcome if outcome != ONGOING else -judge.evaluate(weights, child))
    return values


@pytest.mark.parametrize("jit", [False, True])
@pytest.mark.parametrize("evaluator", ["random", "untrained"])
@pytest.mark.parametrize("name", GAMES)
def test_the_best_position_is_chosen(name, evaluator, jit):
    game = find_game(name)
    found = find_evaluator(evaluator, game)
    player = GreedyPlayer(game, found, jit=jit)
    for state in random_states(name, 15, plies=(0, 8) if name == "tic_tac_toe" else (0, 50)):
        values = brute_force(game, found, state)
        decision, analysis = player.choose(state), player.analyse(state)
        assert decision.value == pytest.approx(max(values.values()), abs=1e-5)
        assert values[decision.move] == pytest.approx(decision.value, abs=1e-5)
        assert analysis.moves[0] == decision
        assert {item.move: item.value for item in analysis.moves} == pytest.approx(values, abs=1e-5)


@pytest.mark.parametrize("spec", ["greedy", "greedy:eval=random"])
def test_a_visible_win_is_always_taken(spec):
    game = find_game("connect_four")
    player, state = specs.player(spec, game), game.parse("112233")
    for seed in range(20):
        player.new_game(seed)
        decision = player.choose(state)
        assert (game.move_text(state, decision.move), decision.value, decision.proven) == ("4", 1.0, 1)


def test_an_evaluator_that_judges_results_is_believed_even_where_a_win_is_in_sight(tmp_path):
    """Black can take all discs by a1; the net hates a disc there."""
    (tmp_path / "net.player").write_text(network_text([([[0]], [1.0, 0.0, -1.0])]))
    game = find_game("othello")
    state = game.parse(".ox....." + ".ox....." + "..x....." + "." * 40 + " x")
    won = [game.move_text(state, move) for move, child in game.expand(state) if game.outcome(child) == -1]
    assert won == ["a1"]
    chosen = {}
    for name in ("zero", f"{tmp_path}/net.player"):
        player = specs.player(f"greedy:eval={name}", game)
        for seed in range(10):
            player.new_game(seed)
            chosen.setdefault(name, set()).add(game.move_text(state, player.choose(state).move))
    took_the_win, avoided_it = chosen.values()
    assert took_the_win == {"a1"}
    assert "a1" not in avoided_it


def test_lots_are_fair_and_follow_from_seed_and_ply():
    kernels = bind(greedy, game=find_game("othello").module, evaluator=evaluator_module("zero").module)
    values = np.array([0.5, 0.2, 0.5, 0.5 - 1e-12, 0.1, 0.5])
    drawn = Counter(
        kernels.break_ties(values, 6, 0.5 - 1e-9, np.uint64(seed), ply) for seed in range(200) for ply in range(60)
    )
    assert set(drawn) == {0, 2, 3, 5}
    assert all(abs(count - 3000) < 5 * 3000**0.5 for count in drawn.values())
    plain = bind(greedy, game=find_game("othello").module, jit=False)
    for seed, ply in ((0, 0), (1, 5), (2**64 - 1, 59)):
        found = {kernel.break_ties(values, 6, 0.5 - 1e-9, np.uint64(seed), ply) for kernel in (plain, kernels)}
        assert len(found) == 1


@pytest.mark.parametrize("name", GAMES)
def test_games_change_with_the_seed_and_only_with_it(name):
    game = find_game(name)
    player = specs.player("greedy", game)
    chosen = {}
    for seed in (*range(12), *range(12)):
        player.new_game(seed)
        chosen.setdefault(seed, set()).add(player.choose(game.init_state()).move)
    assert all(len(moves) == 1 for moves in chosen.values())
    assert len(set.union(*chosen.values())) > 2


@pytest.mark.parametrize("name", GAMES)
def test_a_duel_is_the_game_of_the_referee(name):
    game = find_game(name)
    evaluator = find_evaluator("zero", game)
    players = GreedyPlayer(game, evaluator), GreedyPlayer(game, evaluator)
    duels, weights = GreedyDuels(game, evaluator.module), evaluator.make_weights(0)
    for number, opening in enumerate(openings(game, "random:3", 6)):
        seeds = (2 * number, 2 * number + 1)
        record = play_game(game, *players, opening, seeds, max_plies=200)
        duel = duels.play(weights, weights, opening.state, seeds[::-1], ply=3, max_plies=200)
        assert record.moves == game.line_text(opening.state, duel.moves)
        assert record.outcome == -duel.outcome  # three plies after the beginning the second player is to move


def test_a_duel_of_two_nets_is_the_game_of_the_referee(tmp_path):
    game, paths = find_game("othello"), [tmp_path / "one.player", tmp_path / "other.player"]
    for seed, path in enumerate(paths):
        path.write_text(network_text(random_network(seed, 8)))
    evaluators = [
        find_evaluator(f"{path}:{colours}", game) for path, colours in zip(paths, ("invert", "negate"), strict=True)
    ]
    players, weights = [GreedyPlayer(game, item) for item in evaluators], [item.make_weights(0) for item in evaluators]
    duels = GreedyDuels(game, evaluators[0].module)
    for opening in openings(game, "random:6", 10):
        record = play_game(game, *players, opening, (5, 6))
        duel = duels.play(*weights, opening.state, (5, 6), ply=6)
        assert (record.moves, record.outcome) == (game.line_text(opening.state, duel.moves), duel.outcome)
