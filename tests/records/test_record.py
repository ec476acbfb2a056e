import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.records import pdn
from fourfold.records import record as records
from fourfold.records.record import Record

TEXTS = st.text(st.characters(codec="utf-8"))
RECORDS = st.builds(
    Record,
    game=TEXTS,
    first=TEXTS,
    second=TEXTS,
    opening=TEXTS,
    opening_moves=st.lists(TEXTS),
    moves=st.lists(TEXTS),
    outcome=st.sampled_from((-1, 0, 1)),
    reason=TEXTS,
    seeds=st.lists(st.integers(0, 2**64), min_size=2, max_size=2),
    points=st.none() | st.integers(-64, 64),
)
CONNECT_FOUR = Record("connect_four", "a", "b", "", [], list("4142434"), 1, "rules", [7, 8])
OTHELLO_TEXT = "...........................ox......xo........................... x"
FEN = "W:W18:BK10"


@given(st.lists(RECORDS))
def test_what_is_written_or_appended_is_read_again(tmp_path_factory, games):
    folder = tmp_path_factory.mktemp("records")
    records.write(folder / "written.jsonl", games)
    for part in (games[:2], games[2:]):
        records.append(folder / "appended.jsonl", part)
    assert records.read(folder / "written.jsonl") == (games, 0)
    assert records.read(folder / "appended.jsonl") == (games, 0)


def test_points_that_are_not_known_are_left_out():
    assert "points" not in records.to_json(CONNECT_FOUR)
    assert records.from_json(records.to_json(CONNECT_FOUR)) == CONNECT_FOUR
    assert records.from_json({**records.to_json(CONNECT_FOUR), "points": None}) == CONNECT_FOUR
    assert records.from_json(records.to_json(replace(CONNECT_FOUR, points=-3))).points == -3


def test_a_torn_last_line_is_left_out_and_counted(tmp_path):
    path = tmp_path / "games.jsonl"
    records.write(path, [CONNECT_FOUR] * 2)
    path.write_bytes(path.read_bytes()[:-5])
    assert records.read(path) == ([CONNECT_FOUR], 1)
    records.append(path, [CONNECT_FOUR])
    assert records.read(path) == ([CONNECT_FOUR] * 2, 0)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("outcome", 2),
        ("outcome", True),
        ("seeds", [1, "1"]),
        ("seeds", [1]),
        ("moves", "4142"),
        ("moves", [4]),
        ("points", 1.5),
        ("points", True),
        ("game", None),
    ],
)
def test_a_field_that_does_not_fit_is_named_with_its_place(tmp_path, field, value):
    path = tmp_path / "games.jsonl"
    good = records.to_json(CONNECT_FOUR)
    path.write_text(json.dumps(good) + "\n" + json.dumps({**good, field: value}) + "\n")
    with pytest.raises(InputError, match=rf"games\.jsonl, line 2: .*{field}"):
        records.read(path)


@given(st.recursive(st.none() | st.integers() | TEXTS, lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner)))
def test_other_json_is_refused(value):
    with pytest.raises(InputError, match="not a record"):
        records.from_json(value)


@given(st.binary())
def test_any_bytes_are_read_or_refused(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "fuzz.jsonl"
    path.write_bytes(data)
    try:
        found = records.read(path)
    except InputError:
        return
    assert found.records == []


def test_records_of_folders_and_files(tmp_path):
    for name in ("run/a/games.jsonl", "run/games.jsonl", "alone.jsonl"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        records.write(tmp_path / name, [CONNECT_FOUR])
    (tmp_path / "run" / "metrics.jsonl").write_text('{"loss": 1}\n')
    (tmp_path / "run" / "exam.jsonl").write_text('{"game": "hex", "position": "", "scores": {}}\n')
    assert records.read_all([tmp_path / "run", tmp_path / "alone.jsonl"]) == [CONNECT_FOUR] * 3
    (tmp_path / "empty").mkdir()
    for name in ("empty", "missing"):
        with pytest.raises(InputError, match=name):
            records.read_all([tmp_path / name])


def test_replay_from_the_initial_state():
    states = records.replay(CONNECT_FOUR)
    assert len(states) == 8
    assert find_game("connect_four").outcome(states[-1]) == -1


def test_replay_through_the_opening_moves():
    opened = replace(CONNECT_FOUR, opening="not read", opening_moves=["4", "1"], moves=list("42434"))
    assert records.replay(opened) == records.replay(CONNECT_FOUR)


def test_replay_from_a_position_that_was_set_up():
    states = records.replay(Record("draughts", "a", "b", FEN, [], ["18-15", "10x19"], 1, "rules", [0, 1]))
    assert [find_game("draughts").text(state) for state in states][::2] == [FEN, "W:W:BK19"]


def test_an_illegal_record_is_explained():
    with pytest.raises(InputError, match="move 2"):
        records.replay(replace(CONNECT_FOUR, moves=["4", "8"]))


def test_no_file_is_run_because_a_record_names_it():
    mine = "examples/dots_and_boxes.py"
    record = Record(mine, "a", "b", "", [], [], 1, "rules", [0, 1])
    with pytest.raises(InputError, match="a file never makes another file run"):
        records.replay(record)
    assert len(records.replay(record, find_game(mine))) == 1


@pytest.mark.parametrize("name", ["out.txt", "out.pdn"])
def test_no_file_is_run_because_a_record_that_is_written_names_it(tmp_path, name):
    (tmp_path / "mine.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    record = replace(CONNECT_FOUR, game=str(tmp_path / "mine.py"))
    with pytest.raises(InputError, match="a file never makes another file run"):
        records.write(tmp_path / name, [record])
    records.write(tmp_path / "named.txt", [record], find_game("connect_four"))
    assert (tmp_path / "named.txt").read_text() == "4142434\n"
    assert not (tmp_path / "ran").exists()


def test_text_of_connect_four_and_tic_tac_toe(tmp_path):
    path = tmp_path / "games.txt"
    opened = replace(CONNECT_FOUR, opening="x", opening_moves=["4", "1"], moves=list("42434"))
    records.write(path, [CONNECT_FOUR, opened])
    assert path.read_text() == "4142434\n4142434\n"
    records.write(path, [replace(CONNECT_FOUR, game="tic_tac_toe", moves=["0", "4", "8"])])
    assert path.read_text() == "0 4 8\n"


def test_transcript_of_othello_without_passes(tmp_path):
    path = tmp_path / "games.txt"
    game = replace(CONNECT_FOUR, game="othello", moves=["f5", "pass", "d6"])
    records.write(path, [game, replace(game, opening=OTHELLO_TEXT)])
    assert path.read_text() == f"f5d6\n{OTHELLO_TEXT}\tf5d6\n"


def test_pdn_of_draughts(tmp_path):
    path = tmp_path / "games.pdn"
    game = Record("draughts", "a", "b", "opening", ["9-14"], ["22-18", "14x23"], -1, "rules", [5, 6])
    records.write(path, [game, replace(game, opening=FEN, opening_moves=[], outcome=0)])
    first, second = pdn.read(path)
    assert first == ({"Event": "seeds 5 6", "Black": "a", "White": "b", "Result": "0-1"}, ["9-14", "22-18", "14x23"])
    assert (second.tags["FEN"], second.tags["SetUp"], second.tags["Result"]) == (FEN, "1", "1/2-1/2")
    assert second.moves == ["22-18", "14x23"]


@pytest.mark.parametrize("name", ["games.pdn", "games.csv", "no/such/games.txt"])
def test_what_cannot_be_written(tmp_path, name):
    with pytest.raises(InputError):
        records.write(tmp_path / name, [CONNECT_FOUR])
