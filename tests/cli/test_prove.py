"""The command `solve` for games other than Connect Four."""

import json
import re

import pytest


def solved(run, *arguments):
    code, out, _ = run("solve", *arguments, "--json")
    assert code == 0
    found = json.loads(out)
    assert list(found) == ["score", "scores", "distance", "line", "best"]
    return found


def test_tic_tac_toe_is_a_draw(run):
    found = solved(run, "tic_tac_toe")
    assert (found["score"], found["distance"], len(found["line"])) == (0, 9, 9)
    assert found["scores"] == dict.fromkeys("012345678", 0)
    assert found["best"] == list("012345678")


def test_an_ending_says_who_wins_and_when(run):
    found = solved(run, "tic_tac_toe", "0 3 1")
    assert (found["score"], found["distance"], found["best"]) == (-1, 4, ["2"])
    assert found["scores"] == dict.fromkeys("245678", -1)
    assert found["line"] == ["2", "4", "5", "7"]


def test_what_is_not_proven_is_null(run):
    found = solved(run, "othello", "--nodes", "1000")
    assert found == {
        "score": None, "scores": dict.fromkeys(("d3", "c4", "f5", "e6")), "distance": None, "line": [], "best": []
    }  # fmt: skip


def test_people_see_results_and_best_play(run):
    code, out, _ = run("solve", "hex:size=3")
    assert code == 0
    assert "Red to move" in out
    assert "b2    win in 5 plies" in out
    assert re.search(r"best: b2; the side to move wins in 5 plies; [\d,]+ nodes searched", out)
    _, out, _ = run("solve", "othello", "--nodes", "1000")
    assert "not proven within 1,000 nodes; --nodes sets the limit" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["backgammon"], "a game of chance"),
        (["./examples/pig.py"], "a game of chance"),
        (["tic_tac_toe", "0 3 1 4 2"], "the game is over"),
        (["tic_tac_toe", "--nodes", "0"], "--nodes"),
        (["chess"], "no game named"),
    ],
)
def test_bad_orders_end_with_one_line(run, arguments, message):
    code, out, err = run("solve", *arguments)
    assert (code, out) == (2, "")
    (line,) = [line for line in err.splitlines() if not line.startswith("compiling")]
    assert message in line
