"""The command `exam`, on a file of questions."""

import json

import pytest
from support.paths import EXAMPLES

SCORES = {
    "0 4": ({"1": -1, "2": 0, "3": -1, "5": -1, "6": 0, "7": -1, "8": 0}, 2),
    "0 4 8 3": ({"1": -1, "2": -1, "5": 0, "6": -1, "7": -1}, 4),
    "0 3 1 4": ({"2": 1, "5": 0, "6": -1, "7": -1, "8": -1}, 4),
    "0 1 4": ({"2": -1, "3": -1, "5": -1, "6": -1, "7": -1, "8": -1}, 3),
}


@pytest.fixture
def questions(tmp_path):
    path = tmp_path / "questions.jsonl"
    rows = [
        {"game": "tic_tac_toe", "number": number, "ply": ply, "position": text, "scores": scores, "nodes": 900}
        | {"plies": dict.fromkeys(scores, 3) | {list(scores)[-1]: 2}}
        for number, (text, (scores, ply)) in enumerate(SCORES.items())
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_an_exam(run, questions, tmp_path):
    plot = tmp_path / "mistakes.svg"
    arguments = "exam", "tic_tac_toe", "--player", "random", "--questions", questions, "--workers", "1"
    code, out, _ = run(*arguments, "--plot", str(plot))
    assert code == 0
    assert "random on 4 questions" in out
    assert "covers plies 2 to 4" in out
    assert f"fourfold exam tic_tac_toe --player SPEC --questions {questions}" in out
    assert [line.split()[0] for line in out.splitlines() if "%" in line][-3:-1] == ["drawn", "lost"]
    assert b"</svg>" in plot.read_bytes()
    found = json.loads(run(*arguments, "--json")[1])
    assert {"game", "player", "questions", "seed", "nodes", "coverage", "stages", "worth", "microseconds"} <= set(found)
    assert (found["positions"], found["at_stake"], found["first_ply"], found["last_ply"]) == (4, 3, 2, 4)
    assert [stage["positions"] for stage in found["stages"]] == [4]
    assert {name: part["positions"] for name, part in found["worth"].items()} == {"won": 1, "drawn": 2, "lost": 1}
    code, out, err = run(*arguments, "--positions", "9")
    assert "has no more than 4 questions" in err
    assert json.loads(run(*arguments, "--positions", "2", "--json")[1])["positions"] == 2


def test_a_file_of_labelled_positions_is_an_exam(run):
    data = str(EXAMPLES / "connect_four.jsonl")
    arguments = "connect_four", "--player", "random", "--questions", data, "--positions", "50", "--workers", "1"
    found = json.loads(run("exam", *arguments, "--json")[1])
    assert found["positions"] == 50
    assert found["coverage"].startswith("covers plies ")
    assert found["keeps_result_of_some"] < 0.9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["backgammon", "--player", "random"], "game of chance"),
        (["tic_tac_toe", "--player", "nobody"], "no player named"),
        (["tic_tac_toe", "--player", "random", "--plot", "x.txt"], "not a .png or .svg file"),
        (["tic_tac_toe", "--player", "random", "--questions", "no/such/file"], "there is no folder"),
        (["tic_tac_toe", "--player", "random", "--questions", "FILE", "--nodes", "5"], "was not made with --nodes 5"),
        (["othello", "--player", "random", "--questions", "FILE"], "a position of tic_tac_toe, not of othello"),
    ],
)
def test_bad_orders_for_an_exam(run, questions, arguments, message):
    code, out, err = run("exam", *(questions if word == "FILE" else word for word in arguments))
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert message in err
