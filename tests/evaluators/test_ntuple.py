"""N-tuple networks: the definition in plain Python, both ways of seeing colours, and values that stay inside."""

import numpy as np
import pytest
from support.league_files import counter_text, network_text, random_network, real_players

from fourfold.binding.bind import bind
from fourfold.evaluators import league_files, ntuple
from fourfold.games.interface.find import find_game
from fourfold.matches.openings import random_state

GAME = find_game("othello")


def board_value(text, black, white):
    """The value of a file by the League's definition: discs as sets of squares, read and added up from the text."""
    words = text.replace("{", " ").replace("}", " ").split()
    total, at = 0.0, 1
    for _ in range(int(words[0])):
        length, count = int(words[at]), int(words[at + 1])
        at += 2
        placements = [[int(word) for word in words[at + i * length : at + (i + 1) * length]] for i in range(count)]
        at += count * length
        for squares in placements:
            digits = "".join("2" if square in black else "0" if square in white else "1" for square in squares)
            total += float(words[at + int(digits, 3)])
        at += 3**length
    assert at == len(words)
    return total


def discs(bits):
    return {square for square in range(64) if int(bits) >> square & 1}


def wanted(text, state, inverts):
    """What the side to move should think: it is the opponent that looks at the board after its own move."""
    own, opponent = discs(state.own), discs(state.opponent)
    if inverts:
        return -board_value(text, black=opponent, white=own)
    return board_value(text, own, opponent) if state.player == 1 else -board_value(text, opponent, own)


def states(count):
    rng = np.random.default_rng(4)
    return [random_state(GAME, plies, rng) for plies in range(1, count + 1)]


def compare(path, text, inverts, count):
    """Compare both kernels with the definition; return the values."""
    evaluator = league_files.load_evaluator(f"{path}:{'invert' if inverts else 'negate'}", GAME)
    net = evaluator.make_weights(0)
    scale = ntuple.SAME / ntuple.tolerance(net)
    plain, compiled = (bind(ntuple, game=GAME.module, evaluator=ntuple, jit=jit) for jit in (False, True))
    values = []
    for state in states(count):
        values.append(wanted(text, state, inverts))
        assert plain.evaluate(net, state) * scale == pytest.approx(values[-1], abs=1e-9 * scale)
        assert compiled.evaluate(net, state) == plain.evaluate(net, state)
    assert np.std(values) > 0.01
    return values


@pytest.mark.parametrize("inverts", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_the_net_is_its_definition(tmp_path, seed, inverts):
    text = network_text(random_network(seed), braces=seed % 2 == 0)
    (tmp_path / "net.player").write_text(text)
    compare(tmp_path / "net.player", text, inverts, 20)


@pytest.mark.parametrize("name", ["JaskowskiSzubert2015CoCMAES-4+2x2", "Manning2010GECCO", "Burrow2011ETDL"])
@pytest.mark.parametrize("inverts", [False, True])
def test_the_leagues_nets_are_their_definition(name, inverts):
    path = real_players() / f"{name}.player"
    compare(path, path.read_text(), inverts, 50)


def test_a_piece_counter_counts_own_discs_less_the_others(tmp_path):
    path = tmp_path / "counter.wpc"
    path.write_text(counter_text(1))
    weights = np.array(path.read_text().split(), float)
    for colours in ("invert", "negate"):
        net = league_files.load_evaluator(f"{path}:{colours}", GAME).make_weights(0)
        for state in states(30):
            value = sum(weights[list(discs(state.own))]) - sum(weights[list(discs(state.opponent))])
            assert ntuple.evaluate(net, state) * ntuple.SAME / ntuple.tolerance(net) == pytest.approx(value, abs=1e-9)


def test_colours_matter_to_white_alone_when_values_are_negated(tmp_path):
    (tmp_path / "net.player").write_text(network_text(random_network(7)))
    inverting, negating = (
        league_files.load_evaluator(f"{tmp_path}/net.player:{colours}", GAME).make_weights(0)
        for colours in ("invert", "negate")
    )
    for state in states(20):
        same = ntuple.evaluate(inverting, state) == ntuple.evaluate(negating, state)
        assert same == (state.player == -1)  # White is to move: Black has moved, and is Black to both


@pytest.mark.parametrize("weight", [0.0, 5.0, 1e100, 1e-300])
def test_no_board_reaches_one(tmp_path, weight):
    (tmp_path / "net.player").write_text(network_text([([[0], [7], [63]], [-weight, 0.0, weight])]))
    net = league_files.load_evaluator(f"{tmp_path}/net.player:negate", GAME).make_weights(0)
    full = GAME.module.State(np.uint64(2**64 - 1), np.uint64(0), 1)
    value = ntuple.evaluate(net, full)
    assert (0.98 < value < 1.0) if weight else value == 0.0
    assert ntuple.evaluate(net, full._replace(own=full.opponent, opponent=full.own)) == -value
