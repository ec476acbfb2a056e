"""Games with dice over HTTP: what may fall, who rolls, and that nobody is asked for a move before."""

import gzip
import json

import pytest


def position(api, *moves):
    status, found = api.post("/api/position", {"game": "backgammon", "moves": list(moves)})
    assert status == 200, found
    return found


def test_what_may_fall_and_who_moves_then(api):
    found = position(api)
    assert (found["turn"], found["legal"], found["turns"]) == (0, [], [])
    assert len(found["chances"]) == 15
    assert sum(each["probability"] for each in found["chances"]) == pytest.approx(1)
    found = position(api, "31", "8/5 6/5")
    assert (found["turn"], found["turns"]) == (1, [None, 0])
    assert {each["move"]: each["probability"] for each in found["chances"]}["66"] == pytest.approx(1 / 36)
    found = position(api, "31", "8/5 6/5", "66")
    assert (found["turn"], found["turns"], found["chances"]) == (1, [None, 0, None], [])
    assert found["last"] == [[1, 8]], "the last move, not the roll after it"
    assert found["columns"][0] == "12", "numbers are those of the side to move"


@pytest.mark.parametrize("path", ["/api/choose", "/api/analyse"])
def test_nobody_chooses_a_roll(api, path):
    status, found = api.post(path, {"game": "backgammon", "player": "search"})
    assert status == 422
    assert "chance decides" in found["error"]


def test_a_player_chooses_after_the_roll(api):
    found = api.lines("/api/choose", {"game": "backgammon", "moves": ["31"], "player": "random"})[-1]
    assert found["move"] in {each["move"] for each in position(api, "31")["legal"]}


def test_a_record_with_rolls_is_read_and_written(api):
    moves = ["31", "8/5 6/5", "66", "24/18(2) 13/7(2)"]
    status, text = api.post("/api/export", {"game": "backgammon", "moves": moves, "format": "moves"})
    assert (status, text["text"]) == (200, "31: 8/5 6/5 66: 24/18(2) 13/7(2)")
    status, found = api.post("/api/record", {"game": "backgammon", "text": text["text"]})
    assert (status, found["moves"]) == (200, moves)


def test_points_are_those_of_the_first_side(api):
    found = api.post("/api/position", {"game": "kalah", "moves": ["3"]})[1]
    assert (found["points"], found["turn"]) == (1, 0)
    assert [each["again"] for each in api.post("/api/position", {"game": "kalah"})[1]["legal"]] == [False] * 2 + [
        True
    ] + [False] * 3
    found = api.post("/api/position", {"game": "kalah", "moves": ["3", "1", "1"]})[1]
    assert (found["turns"], found["turn"]) == ([0, 0, 1], 0)
    assert api.post("/api/position", {"game": "tic_tac_toe"})[1]["points"] is None


def test_long_answers_are_compressed_for_who_accepts_that(api):
    body = json.dumps({"game": "gomoku"})
    status, headers, packed = api.send("POST", "/api/position", body, {"Accept-Encoding": "gzip"})
    assert (status, headers["content-encoding"], headers["vary"]) == (200, "gzip", "Accept-Encoding")
    plain = api.send("POST", "/api/position", body)[2]
    assert gzip.decompress(packed) == plain
    assert len(packed) < len(plain) / 8
