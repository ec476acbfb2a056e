import json

import pytest

SMALL = ("--matches", "12", "--nodes", "30", "--recipe", "paper", "--seed", "3")


def test_training_tells_what_to_do_next(run, tmp_path):
    code, out, err = run("train", "nhb", "tic_tac_toe", *SMALL, "--out", str(tmp_path / "mine"))
    assert code == 0, err
    assert "12 matches of tic_tac_toe" in out
    assert f"fourfold play tic_tac_toe --player alphabeta:eval={tmp_path / 'mine'}" in out
    code, out, err = run(
        "match", f"alphabeta:nodes=30,eval={tmp_path / 'mine'}", "alphabeta:nodes=30,eval=untrained",
        "--game", "tic_tac_toe", "--games", "4", "--workers", "1",
    )  # fmt: skip
    assert code == 0, err


def test_as_json_and_again(run, tmp_path):
    outputs = []
    for _ in range(2):
        code, out, err = run("train", "nhb", "tic_tac_toe", *SMALL, "--json", "--out", str(tmp_path / "mine"))
        assert code == 0, err
        outputs.append(json.loads(out))
    assert outputs[0] == outputs[1]
    assert outputs[0]["cycles"][-1]["matches"] == 12


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("magic", "othello"), "no way of learning named 'magic'"),
        (("nhb", "chess"), "no game named 'chess'"),
        (("nhb", "othello", "--recipe", "soup"), "no recipe named 'soup'"),
        (("nhb", "othello", "--matches", "0"), "--matches"),
    ],
)
def test_bad_input(run, arguments, message):
    code, _, err = run("train", *arguments)
    assert code == 2
    assert message in err
    assert len(err.strip().splitlines()) == 1


def test_a_game_without_a_trained_net_names_the_command(run):
    code, _, err = run("analyse", "examples/breakthrough.py", "--player", "alphabeta:depth=1,eval=nhb")
    assert code == 2
    assert "fourfold train nhb examples/breakthrough.py --out runs/breakthrough makes one" in err
