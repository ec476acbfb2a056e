"""Playouts and whole games inside one kernel."""

import numpy as np
import pytest

from fourfold.binding.bind import bind
from fourfold.evaluators.find import find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.search import alphabeta, duel, playout
from fourfold.search.table import make_table

GAMES = ["tic_tac_toe", "connect_four", "othello", "draughts"]


@pytest.mark.parametrize("name", GAMES)
def test_playouts_are_the_same_plain_and_compiled(name):
    game = find_game(name)
    plain, compiled = (
        bind(playout, game=game.module, jit=jit).playouts(game.init_state(), 3, 500, np.random.default_rng(5))
        for jit in (False, True)
    )
    assert plain.tolist() == compiled.tolist()
    assert plain.sum() == 3


def test_random_tic_tac_toe_ends_as_known():
    """The first player wins 737 of 1260 random games, and 16 of 126 are drawn (by counting all of them)."""
    game = find_game("tic_tac_toe")
    games = 200_000
    lost, drawn, won = bind(playout, game=game.module).playouts(game.init_state(), games, 9, np.random.default_rng(1))
    assert won / games == pytest.approx(737 / 1260, abs=0.005)
    assert drawn / games == pytest.approx(16 / 126, abs=0.004)
    assert lost + drawn + won == games


def test_a_playout_that_is_cut_is_a_draw():
    game = find_game("othello")
    counts = bind(playout, game=game.module).playouts(game.init_state(), 50, 8, np.random.default_rng(1))
    assert counts.tolist() == [0, 50, 0]


def play(name, evaluator_name, seeds, nodes=60, max_plies=300, jit=True):
    game = find_game(name)
    evaluator = find_evaluator(evaluator_name, game)
    kernels = bind(duel, game=game.module, evaluator=evaluator.module, jit=jit)
    moves = np.zeros(max_plies, np.int64)
    first, second = (evaluator.make_weights(seed) for seed in seeds)
    memory, table = alphabeta.make_memory(game.max_moves), make_table(8)
    outcome, plies = kernels.duel(first, second, game.init_state(), 20, nodes, max_plies, moves, memory, table)
    return outcome, moves[:plies].tolist()


@pytest.mark.parametrize("name", GAMES)
def test_a_duel_is_a_legal_game_and_the_same_plain(name):
    game = find_game(name)
    outcome, moves = play(name, "random", (1, 2))
    state = game.init_state()
    for move in moves:
        assert move in game.moves(state)
        state = game.apply(state, move)
    over, result = game.test_terminal(state)
    if over:
        assert outcome == (result if len(moves) % 2 == 0 else -result)
    assert play(name, "random", (1, 2), jit=False) == (outcome, moves)


def test_a_duel_ends_by_repetition():
    """Two material players with a king each only shuffle."""
    game = find_game("draughts")
    evaluator = find_evaluator("material", game)
    kernels = bind(duel, game=game.module, evaluator=evaluator.module)
    moves, weights = np.zeros(300, np.int64), evaluator.make_weights(0)
    memory, table = alphabeta.make_memory(game.max_moves), make_table(8)
    start = game.parse("B:WK32:BK1")
    outcome, plies = kernels.duel(weights, weights, start, 1, 1 << 40, 300, moves, memory, table)
    states = [start]
    for move in moves[:plies]:
        states.append(game.apply(states[-1], int(move)))
    assert outcome == 0
    assert plies < 80
    positions = [game.position(state) for state in states]
    assert positions.count(positions[-1]) == 3
