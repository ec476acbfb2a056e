"""Proofs agree with brute force, whoever moves next, and claim nothing beyond their nodes."""

import numpy as np
import pytest

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.players.base import Decision
from fourfold.players.proof import Proof, proof_search, prove

GAMES = {"tic_tac_toe": 0, "hex:size=3": 0, "kalah:pits=2,seeds=2": 6, "./examples/dots_and_boxes.py": 12}
"""Games by how many plies before the end of a random game a proof begins; 0: at the start."""


def brute_force(game, state, known):
    """Return the result of state for the side to move and the plies to the end: soonest if won, latest if lost."""
    key = tuple(map(int, state))
    if key not in known:
        over, outcome = game.test_terminal(state)
        moves = [] if over else [result_of(game, state, move, known) for move in game.moves(state)]
        known[key] = (outcome, 0) if over else max(moves, key=worth)
    return known[key]


def result_of(game, state, move, known):
    """Return the result of a move for the side that makes it, and the plies to the end."""
    after = game.apply(state, move)
    result, plies = brute_force(game, after, known)
    return (result if game.moves_again(state, after) else -result), plies + 1


def worth(found):
    result, plies = found
    return result * (1000 - plies)


def late_state(game, seed, plies):
    """Return a state of a random game, so many plies before its end; with 0 its start."""
    rng, states = np.random.default_rng(seed), [game.init_state()]
    while plies and (moves := game.moves(states[-1])):
        states.append(game.apply(states[-1], int(rng.choice(moves))))
    return states[max(len(states) - 1 - plies, 0)]


def follow(game, state, line):
    for move in line:
        state = game.apply(state, move)
    return state


@pytest.mark.parametrize("spec", GAMES)
def test_proofs_are_those_of_brute_force(spec):
    game, known = find_game(spec), {}
    searcher = proof_search(game, 1_000_000)
    for seed in range(4 if GAMES[spec] else 1):
        state = late_state(game, seed, GAMES[spec])
        proof = prove(searcher, state)
        expected = {move: result_of(game, state, move, known) for move in game.moves(state)}
        assert {each.move: each.value for each in proof.moves} == {move: each[0] for move, each in expected.items()}
        assert all(each.proven == expected[each.move][1] for each in proof.moves if each.value)
        top = max(map(worth, expected.values()))
        assert [each.move for each in proof.best] == [move for move in expected if worth(expected[move]) == top]
        assert all(len(each.line) == each.proven for each in proof.moves)
        assert not any(game.moves(follow(game, state, each.line)) for each in proof.moves)


@pytest.mark.parametrize("nodes", [1, 40, 300, 1000, 3000])
def test_nothing_is_claimed_too_early(nodes):
    """With few nodes a result is right or missing, and only a win does without the results of the other moves."""
    game, known = find_game("tic_tac_toe"), {}
    searcher = proof_search(game, nodes)
    for seed in range(40):
        state = late_state(game, seed, 1 + seed % 8)
        proof, truth = prove(searcher, state), brute_force(game, state, known)
        assert proof.result in (None, truth[0])
        for each in proof.moves:
            assert each.proven is None or each.value == result_of(game, state, each.move, known)[0]
        if proof.result:
            assert proof.moves[0].proven == truth[1]
        assert bool(proof.best) == proof.is_proven


@pytest.mark.parametrize(("spec", "nodes", "result", "plies"), [
    ("tic_tac_toe", 8_000, 0, 9), ("hex:size=3", 3_000, 1, 5), ("breakthrough:size=4", 20_000, -1, 14),
])  # fmt: skip
def test_the_best_move_alone_takes_fewer_nodes(spec, nodes, result, plies):
    """From the start of these games the results of all moves take more nodes than this, that of the best one fewer."""
    game = find_game(spec)
    proof = prove(proof_search(game, nodes), game.init_state())
    assert (proof.result, proof.moves[0].proven) == (result, plies)
    assert any(each.proven is None for each in proof.moves)
    assert not game.moves(follow(game, game.init_state(), proof.moves[0].line))


def test_an_unproven_move_is_not_among_the_best():
    drawn, unknown = (Decision(move, 0.0, end, 9, 9, [move]) for move, end in ((1, 4), (2, None)))
    assert Proof([drawn, unknown], True, 9).best == [drawn]
    assert Proof([unknown], False, 9).best == []


def test_a_game_of_chance_is_refused():
    with pytest.raises(InputError, match="game of chance"):
        proof_search(find_game("./examples/pig.py"), 100)
