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
        (("magic", "othello"), "No such command 'magic'"),
        (("nhb", "chess"), "no game named 'chess'"),
        (("nhb", "othello", "--recipe", "soup"), "no recipe named 'soup'"),
        (("nhb", "othello", "--matches", "0"), "--matches"),
        (("evolve", "othello", "--recipe", "soup"), "no recipe named 'soup'"),
        (("evolve", "othello", "--form", "round"), "no form named 'round'"),
        (("evolve", "othello", "--ply", "2", "--player", "mcts:sims=9"), "give one of them"),
        (("evolve", "othello", "--set", "nothing=2"), "'nothing=2' is not valid"),
        (("evolve", "othello", "--player", "mcts:seconds=9"), "cannot play training games"),
        (("outcome", "othello", "--net", "big"), "no kind of net named 'big'"),
        (("outcome", "othello", "--start", "no/such"), "there is no model no/such"),
    ],
)
def test_bad_input(run, arguments, message):
    code, _, err = run("train", *arguments)
    assert code == 2
    assert message in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("evolve", "--generations", "2", "--ply", "1", "--set", "directions=4"), "2 generations of tic_tac_toe nets"),
        (("outcome", "--rounds", "1", "--matches", "20", "--first-matches", "20", "--nodes", "9"), "40 matches of tic"),
        (("outcome", "--rounds", "1", "--matches", "9", "--first-matches", "9", "--net", "slfn"), "18 matches of tic"),
    ],
)
def test_every_method_makes_a_player(run, tmp_path, arguments, words):
    method, *options = arguments
    code, out, err = run("train", method, "tic_tac_toe", *options, "--out", str(tmp_path / "mine"))
    assert code == 0, err
    assert words in out
    player = f"alphabeta:depth=2,eval={tmp_path / 'mine'}"
    code, out, err = run("play", "tic_tac_toe", "--player", player, "--demo")
    assert code == 0, err


def test_a_game_without_a_trained_net_names_the_command(run):
    code, _, err = run("analyse", "examples/dots_and_boxes.py", "--player", "alphabeta:depth=1,eval=nhb")
    assert code == 2
    assert "fourfold train nhb examples/dots_and_boxes.py --out runs/dots_and_boxes" in err
