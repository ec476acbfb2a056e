"""Backward iterative deepening: the NHB paper's figure 1, what it costs, and where it stops."""

import numpy as np
import pytest

from fourfold.binding.bind import bind
from fourfold.evaluators import slfn
from fourfold.games.interface.find import find_game
from fourfold.search import alphabeta, backward
from fourfold.search.example_table import PROVEN
from fourfold.search.table import make_table
from fourfold.search.values import INFINITY

LIMIT = 1 << 40


class Bench:
    """A played match, and searches through it."""

    def __init__(self, name, seed, jit=True):
        self.game = find_game(name)
        self.kernels = bind(alphabeta, backward, slfn, game=self.game.module, evaluator=slfn, jit=jit)
        self.net = slfn.prepare(slfn.random_weights(self.game.variables, seed))
        self.work = alphabeta.make_memory(self.game.max_moves, 1 << 14, self.game.variables)
        self.work.collect = PROVEN
        self.moves, self.states = np.zeros(200, np.int64), [self.game.init_state()]
        random = np.random.default_rng(seed)
        while moves := self.game.moves(self.states[-1]):
            self.moves[len(self.states) - 1] = moves[random.integers(len(moves))]
            self.states.append(self.game.apply(self.states[-1], int(self.moves[len(self.states) - 1])))
        self.count = len(self.states) - 1

    def backward(self, nodes=LIMIT, last=None):
        """Search the match backward, or only its last moves, from where they begin."""
        self.work.example_kinds[:] = self.work.example_count = 0
        first = 0 if last is None else self.count - last
        moves = self.moves[first:].copy()
        start = self.states[first]
        return self.kernels.search_backward(
            self.net, start, moves, self.count - first, nodes, self.work, make_table(20)
        )

    def fixed_depth(self, last):
        """Search the state before the last moves to the depth at which the match ended; return the nodes."""
        state = self.states[self.count - last]
        self.work.example_kinds[:] = self.work.example_count = 0
        self.kernels.forget(self.work)
        self.work.budget, self.work.stop, self.work.history = LIMIT, 0, 0
        self.kernels.begin(self.net, state)
        self.kernels.negamax(
            self.net, state, state, np.int64(last), -INFINITY, INFINITY, np.int64(0), self.work, make_table(20)
        )
        return int(self.work.nodes)


@pytest.mark.parametrize(("name", "last"), [("connect_four", 9), ("othello", 8), ("draughts", 7)])
def test_all_searches_cost_what_the_last_one_costs(name, last):
    totals, lasts = 0, 0
    for seed in range(4):
        bench = Bench(name, seed)
        assert bench.backward(last=last) == last
        totals += int(bench.work.nodes)
        lasts += bench.fixed_depth(last)
    assert totals < 1.25 * lasts
    assert lasts > 1000


def test_the_last_search_has_its_value_from_those_before():
    """Figure 1: state 4 is searched to depth one, state 3 to depth two, each state of a depth-limited tree once."""
    bench = Bench("connect_four", 1)
    nodes = []
    for last in range(1, 8):
        bench.backward(last=last)
        nodes.append(int(bench.work.nodes))
    assert 1 <= nodes[0] <= len(bench.game.moves(bench.states[-2]))
    assert nodes == sorted(nodes)


def test_it_goes_back_as_far_as_its_nodes_last():
    bench = Bench("othello", 0)
    reached = [bench.backward(nodes=nodes) for nodes in (10, 1_000, 100_000)]
    assert reached == sorted(reached)
    assert 0 < reached[1] < reached[2] < bench.count
    assert bench.work.nodes <= 100_000 + 64


def test_it_finds_more_ends_than_a_search_at_the_start_could():
    bench = Bench("othello", 0)
    bench.backward(nodes=20_000)
    assert (bench.work.example_kinds == PROVEN).sum() > 1000


def test_the_whole_of_a_small_game_is_searched_through():
    bench = Bench("tic_tac_toe", 0)
    assert bench.backward() == bench.count


def test_plain_and_compiled_agree():
    found = []
    for jit in (False, True):
        bench = Bench("tic_tac_toe", 3, jit)
        bench.backward(nodes=500)
        kinds = bench.work.example_kinds
        found.append(
            sorted(
                zip(
                    bench.work.example_keys[kinds > 0].tolist(),
                    bench.work.example_values[kinds > 0].tolist(),
                    strict=True,
                )
            )
        )
    assert found[0] == found[1]
