"""Files of games: their formats, what is wrong in them, and what is written again."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.draughts_strategies import DRAUGHTS, games
from support.paths import DATA

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.records import acf, convert, detect, pdn
from fourfold.records import record as records
from fourfold.records.legality import Fault, LegalGame, examine, inspect
from fourfold.records.stored_game import StoredGame

PDN = """[Event "a"] [Black "B"] [White "W"] [Result "1-0"] 1. 11x15 23-18 1-0
[FEN "W:W18:BK10."] 1. 18-15 10x19 2. 15-10 *
[FEN "W:W33:BK10"] *
[GameType "20"] 1. 32-28 *
[GameType "21,B,8,8,N1,0"] 1. 11-15 1-1
"""
ACF = "10-13 21-17 5-10 22-18 13-22\t1-0\n\n10-13 21-17\t1/2-1/2\r\n10-13 13-17\t*\n"


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def test_a_pdn_file_is_inspected(tmp_path):
    found = inspect(detect.read(write(tmp_path / "a.pdn", PDN))).to_json()
    assert (found["games"], found["legal"], found["moves"], found["set_up"]) == (5, 2, 3, 2)
    assert found["results"] == {"first won": 1, "drawn": 1, "second won": 0, "unknown": 3}
    assert [(fault["game"], fault["move"]) for fault in found["illegal"]] == [(2, 3), (3, None), (4, None)]
    assert "over" in found["illegal"][0]["reason"]
    assert "'33' in the FEN is not a square" in found["illegal"][1]["reason"]
    assert "another kind of draughts" in found["illegal"][2]["reason"]


def test_squares_of_the_acf():
    assert acf.parse("0-4-11 31-28 3-0\t0-1") == StoredGame("draughts", ["4-8-9", "29-32", "1-4"], "", -1, {})


def test_an_acf_file_is_inspected(tmp_path):
    path = write(tmp_path / "games.txt", ACF)
    assert detect.format_of(path).name == "ACF"
    found = inspect(detect.read(path))
    assert (found.games, found.legal) == (3, 2)
    assert found.faults == [Fault(3, 2, "15-19 is not a legal move")]


@pytest.mark.parametrize("line", ["1-2", "1-2 3\t1-0", "1-2\t", "a\t1-0"])
def test_a_bad_line_of_an_acf_file_is_named(tmp_path, line):
    path = write(tmp_path / "games.txt", f"10-13 21-17\t1-0\n{line}\n")
    with pytest.raises(InputError, match="line 2"):
        list(acf.read(path))


@pytest.mark.parametrize(
    ("name", "text", "format"),
    [
        ("a.PDN", "", "PDN"),
        ("a.txt", '\ufeff\n[Event "x"]', "PDN"),
        ("a.txt", ACF, "ACF"),
        ("a.dat", ACF, "ACF"),
        ("a.jsonl", "", "records"),
    ],
)
def test_formats_are_told_by_name_or_content(tmp_path, name, text, format):
    assert detect.format_of(write(tmp_path / name, text)).name == format


@pytest.mark.parametrize("name", ["a.txt", "no/such.pdn", "."])
def test_what_is_no_collection(tmp_path, name):
    write(tmp_path / "a.txt", "hello")
    with pytest.raises(InputError):
        detect.format_of(tmp_path / name)


def legal_games(path):
    examined = (examine(stored, number) for number, stored in enumerate(detect.read(path), 1))
    return [game for game in examined if isinstance(game, LegalGame)]


def test_legal_games_are_written_as_pdn(tmp_path):
    source, out = write(tmp_path / "a.pdn", PDN), tmp_path / "b.pdn"
    assert convert.write(out, legal_games(source)) == 2
    first, second = pdn.read(out)
    assert first == ({"Event": "a", "Black": "B", "White": "W", "Result": "1-0"}, ["11-15", "23-18"])
    assert second == ({"GameType": "21,B,8,8,N1,0", "Result": "1/2-1/2"}, ["11-15"])


def test_records_have_a_result(tmp_path):
    source, out = write(tmp_path / "a.txt", ACF + "10-13\t*\n"), tmp_path / "b.jsonl"
    assert convert.write(out, legal_games(source)) == 2
    first, second = records.read(out).records
    assert (first.moves, first.outcome, first.reason) == (["10-15", "23-19", "7-10", "22-18", "15x22"], 1, "agreement")
    assert second.outcome == 0
    assert [stored.moves for stored in detect.read(out)] == [first.moves, second.moves]


def test_a_game_of_othello_is_no_pdn(tmp_path):
    record = records.Record("othello", "a", "b", "", [], ["f5", "d6"], 0, "agreement", [0, 0])
    source = write(tmp_path / "a.jsonl", json.dumps(records.to_json(record)) + "\n")
    (game,) = legal_games(source)
    assert game.rules is find_game("othello")
    with pytest.raises(InputError, match="PDN is for draughts"):
        convert.write(tmp_path / "b.pdn", [game])


@settings(deadline=None)
@given(st.lists(st.tuples(games(), st.sampled_from([1, 0, -1])), max_size=3))
def test_conversion_there_and_back_changes_nothing(tmp_path_factory, stored):
    folder = tmp_path_factory.getbasetemp()
    legal = [
        LegalGame(DRAUGHTS, StoredGame("draughts", texts, fen, outcome, {"Black": "b"}), states[0], states[-1])
        for (fen, texts, states), outcome in stored
    ]
    convert.write(folder / "there.pdn", legal)
    convert.write(folder / "back.jsonl", legal_games(folder / "there.pdn"))
    back = legal_games(folder / "back.jsonl")
    assert [(game.start, game.last, game.stored.moves, game.stored.outcome) for game in back] == [
        (game.start, game.last, game.stored.moves, game.stored.outcome) for game in legal
    ]


@pytest.mark.slow
def test_all_games_of_the_acf_replay():
    path = DATA / "draughts" / "ACF.txt"
    if not path.is_file():
        pytest.skip("ACF.txt is not there; FOURFOLD_DATA names the folder of data")
    found = inspect(detect.read(path))
    assert (found.games, found.legal, found.moves) == (9377, 9377, 460287)
    assert found.results == {1: 1597, 0: 5407, -1: 2373}


def test_every_tenth_game_of_the_acf_replays():
    path = DATA / "draughts" / "ACF.txt"
    if not path.is_file():
        pytest.skip("ACF.txt is not there; FOURFOLD_DATA names the folder of data")
    stored = list(detect.read(path))
    assert len(stored) == 9377
    assert inspect(stored[::10]).faults == []
