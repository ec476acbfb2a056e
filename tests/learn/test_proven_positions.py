"""Positions labelled by proof: right, all different, the same on any number of workers and after a kill."""

import json

import pytest

from fourfold.data import collection
from fourfold.data.proven_positions import LONGEST, position_key, read
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.learn import proven_positions
from fourfold.learn.proven_positions import Prover, Tally

GAMES = {"tic_tac_toe": 60, "hex:size=3": 60}


def brute_force(game, state, known):
    """Return the result of state for the side to move and the plies to the end: soonest if won, latest if lost."""
    if state not in known:
        outcome = game.outcome(state)
        if outcome in (-1, 0, 1):
            known[state] = outcome, 0
        else:
            results = [brute_force(game, after, known) for _, after in game.expand(state)]
            known[state] = max(((-result, plies + 1) for result, plies in results), key=worth)
    return known[state]


def worth(found):
    result, plies = found
    return result * (LONGEST - plies)


def make(path, spec="tic_tac_toe", count=60, **settings):
    for done in proven_positions.collect(path, find_game(spec), count, **{"seed": 3, "workers": 1, **settings}):
        last = done
    return last


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("proofs") / "positions.jsonl"
    assert make(path) == 60
    return path


@pytest.mark.parametrize("spec", GAMES)
def test_labels_are_those_of_brute_force(spec, tmp_path):
    game, known, keys = find_game(spec), {}, set()
    make(tmp_path / "p", spec)
    for line in map(json.loads, (tmp_path / "p").read_text().splitlines()):
        assert line["game"] == spec
        state = game.parse(line["position"])
        keys.add(position_key(game, state))
        assert set(line["scores"]) == set(game.legal_texts(state))
        for move, after in game.expand(state):
            result, plies = brute_force(game, after, known)
            text = game.move_text(state, move)
            assert line["scores"][text] == -result
            if result:  # a draw may be reached on several ways
                assert line["plies"][text] == plies + 1
        assert len({worth((line["scores"][text], line["plies"][text])) for text in line["scores"]}) > 1
    assert len(keys) == 60


def test_workers_make_no_difference(made, tmp_path):
    make(tmp_path / "p", workers=2)
    assert (tmp_path / "p").read_bytes() == made.read_bytes()


def test_a_file_that_was_stopped_goes_on_and_counts_all_games(made, tmp_path):
    path, game, tally, whole = tmp_path / "p", find_game("tic_tac_toe"), Tally(), Tally()
    list(proven_positions.collect(tmp_path / "whole", game, 60, whole, seed=3, workers=1))
    steps = proven_positions.collect(path, game, 60, seed=3, workers=1)
    while next(steps) < 25:
        pass
    steps.close()
    begun = collection.begun_file(path)
    begun.write_bytes(begun.read_bytes()[:-20])  # torn in the middle of a line
    list(proven_positions.collect(path, game, 60, tally, seed=3, workers=1))
    assert path.read_bytes() == made.read_bytes()
    assert not begun.exists()
    assert tally.to_json() == whole.to_json()
    assert tally.games > 10


def test_a_smaller_file_is_the_beginning_of_a_larger(made, tmp_path):
    make(tmp_path / "p", count=20)
    assert made.read_bytes().startswith((tmp_path / "p").read_bytes())


def test_what_takes_too_many_nodes_is_left_out_and_counted(tmp_path):
    game, tally = find_game("tic_tac_toe"), Tally()
    list(proven_positions.collect(tmp_path / "p", game, 30, tally, nodes=100, workers=1))
    assert 0 < tally.unproven <= tally.games
    assert Prover(game, 100).prove(game.init_state(), []) is None
    assert max(len(position.moves) for position in read(game, tmp_path / "p")) < 8


def test_it_ends_when_there_are_no_more_positions(tmp_path, monkeypatch):
    monkeypatch.setattr(collection, "IDLE", 4)
    with pytest.raises(InputError, match=r"there are \d+ positions and no more; ask for so many"):
        make(tmp_path / "p", count=478)  # one more than there are


def test_what_is_there_is_not_overwritten(made, tmp_path):
    with pytest.raises(InputError, match="exists already"):
        make(made)
    steps = proven_positions.collect(tmp_path / "p", find_game("tic_tac_toe"), 50, nodes=5, workers=1)
    next(steps)
    steps.close()
    with pytest.raises(InputError, match="was started with"):
        make(tmp_path / "p")


def test_a_game_of_chance_is_refused():
    with pytest.raises(InputError, match="game of chance"):
        Prover(find_game("backgammon"), 100)
