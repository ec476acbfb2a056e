"""Examples that a search collects are true, one for each state, and never more than there is room for."""

from functools import cache

import numpy as np
import pytest

from fourfold.binding.bind import bind
from fourfold.evaluators import slfn
from fourfold.evaluators.find import find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.players.alphabeta import AlphaBetaPlayer
from fourfold.players.base import Budget
from fourfold.rules import ONGOING
from fourfold.search import alphabeta, choice, training_match
from fourfold.search.example_table import CONSISTENT, PLAYED, PROVEN
from fourfold.search.table import make_table


@cache
def kernels(name):
    return bind(alphabeta, training_match, game=find_game(name).module, evaluator=slfn, roles={choice: alphabeta})


def simulate(
    name,
    seed,
    nodes=200,
    backward=2000,
    collect=PROVEN,
    slots=1 << 14,
    growth=2.0,
    trace=1.0,
    max_plies=300,
    epsilon=0,
    quiet=False,
):
    game = find_game(name)
    work = alphabeta.make_memory(game.max_moves, slots, game.variables)
    work.collect, work.epsilon = collect, epsilon
    nets = [slfn.prepare(slfn.random_weights(game.variables, [seed, side])) for side in (0, 1)]
    moves = np.zeros(1024, np.int64)
    options = alphabeta.Options(alphabeta.MAX_PLY, nodes, make_table(12))
    labelling = training_match.Labelling(growth, trace, quiet)
    outcome, plies = kernels(name).play_training_match(
        *nets, game.init_state(), options, backward, labelling, max_plies, moves, work
    )
    return work, outcome, moves[:plies].tolist()


def rows(work, kind):
    chosen = work.example_kinds == kind
    return work.example_inputs[chosen], work.example_values[chosen]


@cache
def brute_force(state):
    game = find_game("tic_tac_toe")
    outcome = game.outcome(state)
    return outcome if outcome != ONGOING else max(-brute_force(child) for _, child in game.expand(state))


def tic_tac_toe_state(inputs):
    own, opponent = (sum(1 << cell for cell in range(9) if inputs[cell] == side) for side in (1, -1))
    return find_game("tic_tac_toe").init_state()._replace(own=own, opponent=opponent)


def test_proven_examples_of_tic_tac_toe_are_true():
    """A lower bound taken for a proven loss would show here."""
    seen = set()
    for seed in range(6):
        inputs, values = rows(simulate("tic_tac_toe", seed)[0], PROVEN)
        assert len(values) > 100
        seen |= set(values.tolist())
        for row, value in zip(inputs, values, strict=True):
            assert brute_force(tic_tac_toe_state(row)) == value
    assert seen == {-1.0, 0.0, 1.0}


def test_proven_examples_of_connect_four_are_true():
    """A search without a net, to the end of the game, says the same of every state it can settle."""
    game = find_game("connect_four")
    judge = AlphaBetaPlayer(game, find_evaluator("zero", game), Budget(depth=42, nodes=200_000))
    inputs, values = rows(simulate("connect_four", 1, nodes=300)[0], PROVEN)
    random, settled = np.random.default_rng(0), 0
    for number in random.choice(len(values), 300, replace=False):
        squares = inputs[number].reshape(7, 6).T[::-1].ravel()
        side = "x" if (squares == 1).sum() == (squares == -1).sum() else "o"
        other = "o" if side == "x" else "x"
        text = "".join({1.0: side, -1.0: other, 0.0: "."}[float(square)] for square in squares)
        state = game.parse(f"{text} {side}")
        if game.moves(state):
            decision = judge.choose(state)
            if decision.proven is not None:
                settled += 1
                assert decision.value == values[number]
        else:
            assert game.outcome(state) == values[number]
    assert settled > 100


def test_played_states_grow_quadratically_to_the_outcome():
    game = find_game("connect_four")
    work, outcome, moves = simulate("connect_four", 3, collect=0)
    assert outcome != 0
    assert (work.example_kinds > 0).sum() == len(moves) + 1
    state, inputs = game.init_state(), np.zeros(42, np.float32)
    for ply, move in enumerate([*moves, None]):
        game.module.variables(state, inputs)
        (slot,) = np.flatnonzero((work.example_inputs == inputs).all(axis=1) & (work.example_kinds == PLAYED))
        sign = 1 if ply % 2 == 0 else -1
        assert work.example_values[slot] == pytest.approx(sign * outcome * (ply / len(moves)) ** 2)
        if move is not None:
            state = game.apply(state, move)


def test_a_proven_value_is_kept_before_a_played_one():
    work, _, moves = simulate("connect_four", 3)
    game = find_game("connect_four")
    state = game.replay([str(move + 1) for move in moves])[-1]
    inputs = np.zeros(42, np.float32)
    game.module.variables(state, inputs)
    (slot,) = np.flatnonzero((work.example_inputs == inputs).all(axis=1) & (work.example_kinds > 0))
    assert work.example_kinds[slot] == PROVEN


@pytest.mark.parametrize("name", ["connect_four", "othello", "draughts"])
def test_a_state_has_one_example(name):
    work, *_ = simulate(name, 0)
    found = work.example_kinds > 0
    assert len(set(work.example_keys[found].tolist())) == found.sum() > 100


def test_memory_is_bounded_and_keeps_room_for_the_match_itself():
    work, *_ = simulate("connect_four", 3, slots=64)
    assert (work.example_kinds > 0).sum() == work.example_count <= 64
    assert (work.example_kinds == PROVEN).sum() <= 48
    unbounded, *_ = simulate("connect_four", 3)
    assert unbounded.example_count > 64
    assert (work.example_kinds == PLAYED).sum() >= (unbounded.example_kinds == PLAYED).sum() > 0


def test_consistent_states_agree_with_the_net():
    """With an epsilon of 0 hardly a state is consistent; with a wide one there are many, and none is a proven one."""
    none, *_ = simulate("draughts", 1, collect=CONSISTENT)
    many, *_ = simulate("draughts", 1, collect=CONSISTENT, epsilon=0.5)
    assert len(rows(none, CONSISTENT)[1]) < len(rows(many, CONSISTENT)[1]) / 10
    assert np.abs(rows(many, CONSISTENT)[1]).max() < 1.0


def test_a_match_is_the_same_with_and_without_a_memory_for_examples():
    """The plain binding plays the same moves: what is collected changes nothing."""
    game = find_game("tic_tac_toe")
    _, outcome, moves = simulate("tic_tac_toe", 2)
    plain = bind(training_match, game=game.module, evaluator=slfn, roles={choice: alphabeta}, jit=False)
    work = alphabeta.make_memory(9, 1 << 14, 9)
    work.collect = PROVEN
    nets = [slfn.prepare(slfn.random_weights(9, [2, side])) for side in (0, 1)]
    played = np.zeros(1024, np.int64)
    options = alphabeta.Options(alphabeta.MAX_PLY, 200, make_table(12))
    labelling = training_match.Labelling(2.0, 1.0, False)
    found = plain.play_training_match(*nets, game.init_state(), options, 2000, labelling, 300, played, work)
    assert found == (outcome, len(moves))
    assert played[: len(moves)].tolist() == moves


def test_with_a_trace_of_zero_states_are_worth_what_the_search_said():
    """The last state before the end was searched to the end: its value is the outcome, whatever the trace."""
    outcomes, ends = [], []
    for trace in (0.0, 0.9, 1.0):
        work, outcome, moves = simulate("connect_four", 3, collect=0, growth=0.0, trace=trace)
        played = work.played[: len(moves) + 1]
        outcomes.append(outcome)
        ends.append(played[-2])
        if trace == 0.0:
            assert any(0 < abs(value) < 1 for value in played)  # not outcomes alone
        if trace == 1.0:
            assert played.tolist() == [outcome * (-1) ** ply for ply in range(len(moves) + 1)]
    assert len(set(outcomes)) == 1
    assert ends == [ends[0]] * 3
