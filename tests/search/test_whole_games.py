"""Whole games inside one kernel, whoever chooses the moves."""

import numpy as np
import pytest

from fourfold.binding.bind import bind
from fourfold.evaluators.find import find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.search import alphabeta, choice, greedy, mcts, whole_games
from fourfold.search.table import make_table
from fourfold.search.tree import make_tree

GAMES = ["tic_tac_toe", "connect_four", "othello", "draughts"]
CHOOSERS = [alphabeta, mcts, greedy]


def options(chooser, game, rng, depth=20, nodes=60):
    if chooser is alphabeta:
        return alphabeta.Options(depth, nodes, make_table(8))
    if chooser is mcts:
        return mcts.Options(20, mcts.How(1.0, 4, 1, 0.0), True, rng, make_tree(1000))
    return greedy.Options((np.uint64(3), np.uint64(4)), 1, np.zeros(game.max_moves))


class Bench:
    """Kernels that play, and their memory."""

    def __init__(self, chooser, name, evaluator="random", jit=True):
        self.game, self.chooser = find_game(name), chooser
        self.evaluator = find_evaluator(evaluator, self.game)
        modules = {"game": self.game.module, "evaluator": self.evaluator.module}
        self.kernels = bind(whole_games, **modules, roles={choice: chooser}, jit=jit)
        self.memory, self.moves = alphabeta.make_memory(self.game.max_moves), np.zeros(300, np.int64)
        self.rng = np.random.default_rng(5)

    def play(self, seeds=(1, 2), start=None, max_plies=300, **limits):
        first, second = (self.evaluator.make_weights(seed) for seed in seeds)
        how = options(self.chooser, self.game, self.rng, **limits)
        start = self.game.init_state() if start is None else start
        outcome, plies = self.kernels.play_game(first, second, start, how, max_plies, self.moves, self.memory)
        return outcome, self.moves[:plies].tolist(), int(self.memory.spent), self.memory.played[:plies].tolist()

    def contest(self, games, opening_plies=3, max_plies=40):
        first, second = (self.evaluator.make_weights(seed) for seed in (1, 2))
        how, results = options(self.chooser, self.game, self.rng), np.zeros((games, 3), np.int64)
        start = self.game.init_state(), opening_plies
        self.kernels.play_contest(
            first, second, *start, how, max_plies, self.rng, self.moves, self.memory, results
        )  # fmt: skip
        return results.tolist()


@pytest.mark.parametrize("chooser", CHOOSERS)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_legal_and_the_same_plain(name, chooser):
    max_plies = 300 if chooser is alphabeta else 30
    found = Bench(chooser, name).play(max_plies=max_plies)
    outcome, moves, spent, values = found
    game = find_game(name)
    state = game.init_state()
    for move in moves:
        assert move in game.moves(state)
        state = game.apply(state, move)
    over, result = game.test_terminal(state)
    if over:
        assert outcome == (result if len(moves) % 2 == 0 else -result)
    assert spent > 0
    assert all(-1 <= value <= 1 for value in values)
    plain = Bench(chooser, name, jit=False).play(max_plies=max_plies)
    assert plain[:3] == found[:3]
    assert plain[3] == pytest.approx(values)


def test_a_game_ends_by_repetition():
    """Two material players with a king each only shuffle."""
    bench = Bench(alphabeta, "draughts", "material")
    start = bench.game.parse("B:WK32:BK1")
    outcome, moves, _, _ = bench.play(start=start, depth=1, nodes=1 << 40)
    states = [start]
    for move in moves:
        states.append(bench.game.apply(states[-1], move))
    assert outcome == 0
    assert len(moves) < 80
    positions = [bench.game.position(state) for state in states]
    assert positions.count(positions[-1]) == 3


@pytest.mark.parametrize("chooser", CHOOSERS)
def test_a_game_that_is_cut_is_a_draw(chooser):
    outcome, moves, _, values = Bench(chooser, "othello").play(max_plies=7)
    assert (outcome, len(moves), len(values)) == (0, 7, 7)


@pytest.mark.parametrize("chooser", CHOOSERS)
def test_a_contest_is_the_same_plain(chooser):
    compiled, plain = (Bench(chooser, "connect_four", jit=jit).contest(2) for jit in (True, False))
    assert compiled == plain
    assert all(nodes > 0 for _, _, nodes in compiled)


def test_the_first_game_of_a_contest_is_that_of_one_game():
    assert Bench(alphabeta, "connect_four").contest(1) == Bench(alphabeta, "connect_four").contest(2)[:1]


def test_each_chooser_has_kernels_of_its_own():
    """The same modules in other roles must not share what is cached."""
    tags = {
        bind(whole_games, *CHOOSERS, game=find_game("tic_tac_toe").module, roles={choice: chooser})
        .play_game.py_func.__qualname__
        for chooser in CHOOSERS
    }  # fmt: skip
    assert len(tags) == 3
