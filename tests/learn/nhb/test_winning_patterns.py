"""What belongs together is found without being told: lines of four, lines of three, and what moves change."""

import numpy as np
import pytest

from fourfold.games.interface.find import find_game
from fourfold.learn.games_between_nets import Simulator
from fourfold.learn.nhb.unit_inputs import game_patterns, layer_on, move_supports, supported_layer
from fourfold.learn.nhb.winning_patterns import LEAST, find_patterns


def patterns(name, seed=0):
    game = find_game(name)
    return game_patterns(game, Simulator(game, 300), np.random.default_rng(seed))


def connect_four_lines():
    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    starts = [(column, row, step) for column in range(7) for row in range(6) for step in steps]
    ends = [(column + 3 * step[0], row + 3 * step[1]) for column, row, step in starts]
    return {
        tuple(sorted(6 * (column + k * step[0]) + row + k * step[1] for k in range(4)))
        for (column, row, step), (far, high) in zip(starts, ends, strict=True)
        if far < 7 and 0 <= high < 6
    }


def test_the_lines_of_four_are_found():
    lines = connect_four_lines()
    assert len(lines) == 69
    found = patterns("connect_four")
    assert found.explained > 0.8
    assert len(lines & {tuple(sorted(pattern.tolist())) for pattern in found.variables}) >= 50


def test_the_lines_of_three_are_found():
    found = {tuple(sorted(pattern.tolist())) for pattern in patterns("tic_tac_toe").variables}
    assert {(0, 1, 2), (0, 4, 8), (1, 4, 7)} <= found


def test_no_few_discs_decide_othello():
    assert patterns("othello").explained < 0.5


def test_noise_has_no_patterns():
    rng = np.random.default_rng(0)
    inputs = rng.integers(-1, 2, (5000, 20))
    found = find_patterns(inputs, rng.random(5000) < 0.4, [range(20)], rng)
    assert found.explained < 0.05


def test_a_planted_pattern_is_found_and_pruned():
    rng = np.random.default_rng(1)
    inputs = rng.integers(-1, 2, (5000, 12))
    lost = (inputs[:, 3] > 0) & (inputs[:, 7] < 0)
    found = find_patterns(inputs, lost, [range(12)], rng)
    assert [sorted(pattern.tolist()) for pattern in found.variables] == [[3, 7]]
    assert found.explained == 1.0
    assert found.counts[0] > LEAST


@pytest.mark.parametrize(("name", "smallest", "largest"), [("connect_four", 1, 1), ("othello", 2, 19)])
def test_moves_change_what_belongs_together(name, smallest, largest):
    sizes = [len(support) for support in move_supports(find_game(name), np.random.default_rng(0))]
    assert smallest == min(sizes)
    assert max(sizes) <= largest


def test_units_look_at_their_supports_only():
    rng = np.random.default_rng(0)
    layer = layer_on([np.array([0, 2]), np.array([5])], np.array([3, 1]), 6, 41, rng, gain=4.0)
    looked_at = {tuple(np.flatnonzero(column)) for column in layer.weights.T}
    assert looked_at == {(0, 2), (5,), ()}
    assert not layer.weights[:, -1].any()
    assert np.abs(layer.weights).max() <= 4.0


@pytest.mark.filterwarnings("ignore::fourfold.binding.bind.PlainPythonWarning")
@pytest.mark.parametrize("name", ["tic_tac_toe", "draughts", "breakthrough", "hex", "examples/ghost.py"])
def test_any_game_has_a_supported_layer(name):
    game = find_game(name)
    layer = supported_layer(game, 20, Simulator(game, 40), np.random.default_rng(0))
    assert layer.weights.shape == (game.variables, 20)
