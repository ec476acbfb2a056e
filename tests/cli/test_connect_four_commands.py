"""The commands about exact scores and ranking without search."""

import json
import threading
import time
from _thread import interrupt_main

import pytest

from fourfold.cli import solve
from fourfold.cli.output import interruptible
from fourfold.evaluators.evaluator import PACKAGE
from fourfold.solve import solver
from fourfold.solve.book import Book
from fourfold.solve.solver import Bounds

EXAMPLES = PACKAGE.parent / "examples"


def one_line(run, *arguments):
    """Return the line that a command with bad input ends with."""
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    return line


def test_solve(run):
    code, out, _ = run("solve", "connect_four", "44444433333355555512", "--json")
    assert code == 0
    found = json.loads(out)
    assert set(found) == {"score", "scores", "best"}
    assert list(found["scores"]) == ["1", "2", "3", "4", "5", "6", "7"]
    assert found["scores"]["4"] is None
    assert found["score"] == max(score for score in found["scores"].values() if score is not None)
    assert [int(c) for c, score in found["scores"].items() if score == found["score"]] == found["best"]
    code, out, _ = run("solve", "connect_four", "44444433333355555512")
    assert "with best play" in out


def test_the_empty_board_is_answered_at_once(run):
    assert json.loads(run("solve", "connect_four", "--json")[1])["score"] == 1


def test_what_is_known_when_time_is_up(run, monkeypatch):
    monkeypatch.setattr(solver, "shipped_book", Book)
    found = json.loads(run("solve", "connect_four", "4435", "--seconds", "0.1", "--workers", "2", "--json")[1])
    assert (found["score"], found["best"]) == (None, [])
    assert all(low <= high for low, high in found["bounds"].values())
    assert None in found["scores"].values()
    assert "best: not known yet" in run("solve", "connect_four", "4435", "--seconds", "0.1")[1]


def test_what_analyse_knows_when_time_is_up(run, monkeypatch):
    monkeypatch.setattr(solver, "shipped_book", Book)
    arguments = "analyse", "connect_four", "4", "--player", "perfect:seconds=0.1"
    found = json.loads(run(*arguments, "--json")[1])
    assert set(found) == {"moves", "best", "depth", "nodes", "bounds"}
    assert found["best"] is None
    assert set(found["bounds"]) == set("1234567")
    assert all(low <= high for low, high in found["bounds"].values())
    code, out, _ = run(*arguments)
    assert code == 0
    assert "may win, draw or lose" in out
    assert "ended before every score was known" in out


@pytest.mark.parametrize("command", [["solve", "connect_four", "4", "--workers", "1"],
                                     ["analyse", "connect_four", "4", "--player", "perfect"]])  # fmt: skip
def test_an_interrupted_search_says_what_it_knows(run, monkeypatch, command):
    """Ctrl-C comes while the first move is searched for, which would take minutes."""
    monkeypatch.setattr(solver, "shipped_book", Book)
    search = solver.Solver._score_after

    def interrupted(*arguments):
        time.sleep(0.3)  # the main thread is to wait by now
        interrupt_main()
        return search(*arguments)

    monkeypatch.setattr(solver.Solver, "_score_after", interrupted)
    code, out, err = run(*command, "--json")
    assert (code, err) == (0, "")
    assert set(json.loads(out)["bounds"]) == set("1234567")


def test_what_is_interrupted_twice_ends():
    pressed = []

    def press():
        pressed.append(True)
        raise KeyboardInterrupt

    over = threading.Event()
    with pytest.raises(KeyboardInterrupt):
        interruptible(over.wait, meanwhile=press, stop=lambda: None)
    assert len(pressed) == 2
    over.set()
    assert interruptible(over.wait, meanwhile=press, stop=lambda: None)


def test_a_score_is_known_as_soon_as_no_other_move_can_be_better():
    known = {0: Bounds(3, 3), 1: Bounds(-4, 2), 2: Bounds(-1, 3)}
    found = solve.to_json(known)
    assert (found["score"], found["best"], found["scores"]["2"]) == (3, [1], None)
    assert solve.to_json({**known, 2: Bounds(-1, 4)})["score"] is None


def test_solve_and_analyse_agree(run):
    scores = json.loads(run("solve", "connect_four", "44444433333355555512", "--json")[1])["scores"]
    analysis = run("analyse", "connect_four", "44444433333355555512", "--player", "perfect", "--json")[1]
    moves = json.loads(analysis)["moves"]
    assert {move["move"] for move in moves} == {column for column, score in scores.items() if score is not None}
    for move in moves:
        score = scores[move["move"]]
        assert move["value"] == (score > 0) - (score < 0)
        assert move["proven"] > 0


def test_bad_positions_end_with_one_line(run):
    unreachable = "." * 28 + "xx.....oo....." + " x"
    assert "cannot be reached" in one_line(run, "solve", "connect_four", unreachable)
    assert "is over" in one_line(run, "solve", "connect_four", "1212121")
    assert "column 4 is full" in one_line(run, "solve", "connect_four", "4444444")
    assert "needs no --nodes" in one_line(run, "solve", "connect_four", "--nodes", "9")
    assert "take --nodes" in one_line(run, "solve", "tic_tac_toe", "--seconds", "9")
    assert "connect_four only" in one_line(run, "play", "othello", "--player", "perfect")


@pytest.fixture(scope="module")
def positions(tmp_path_factory):
    from fourfold.solve import labels

    path = tmp_path_factory.mktemp("data") / "positions.jsonl"
    for _ in labels.collect(path, 60, plies=range(24, 37), workers=1):
        pass
    return path


def test_positions_are_made(run, positions, tmp_path):
    out = tmp_path / "p.jsonl"
    arguments = "data", "connect_four", "--positions", "60", "--plies", "24-36", "--workers", "1", "--out", str(out)
    code, text, _ = run(*arguments, "--json")
    assert code == 0
    assert json.loads(text) == {"out": str(out), "positions": 60, "seed": 0}
    assert out.read_bytes() == positions.read_bytes()
    assert "exists already" in one_line(run, *arguments)


def test_positions_that_were_begun_are_told_of_and_kept(run, positions, tmp_path):
    from fourfold.solve import labels

    out = tmp_path / "p.jsonl"
    steps = labels.collect(out, 60, plies=range(24, 37), workers=1)
    while (done := next(steps)) < 20:
        pass
    steps.close()
    arguments = "data", "connect_four", "--positions", "60", "--plies", "24-36", "--workers", "1", "--out", str(out)
    code, _, told = run(*arguments)
    assert code == 0
    assert f"{out}.begun has {done} positions already: going on from there" in told
    assert out.read_bytes() == positions.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["p.jsonl"]
    _, _, told = run(*arguments[:-1], str(tmp_path / "new.jsonl"), "--json")
    assert "new.jsonl.begun until all are there" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["connect_four", "--positions", "5", "--out", "x", "--nodes", "9"], "needs no --nodes"),
        (["tic_tac_toe", "--positions", "5", "--out", "x", "--plies", "2-4"], "--plies is for connect_four"),
        (["tic_tac_toe", "--positions", "5"], "--out is missing"),
        (["connect_four", "--positions", "5"], "--out is missing"),
        (["connect_four", "--positions", "5", "--out", "no/such/x"], "no folder"),
        (["connect_four", "--positions", "5", "--out", "x", "--plies", "9"], "--plies 9 is not a range"),
        (["connect_four", "--positions", "5", "--out", "x", "--plies", "9-60"], "is not a range"),
    ],
)
def test_bad_orders_for_positions(run, arguments, message):
    assert message in one_line(run, "data", *arguments)


def test_a_system_is_trained_and_measured_and_plays(run, positions, tmp_path):
    out = str(tmp_path / "s4")
    code, text, _ = run("train", "context", "connect_four", "--data", str(positions), "--epochs", "2", "--out", out)
    assert code == 0
    assert "policy:model=" in text
    code, text, _ = run("accuracy", out, "--data", str(positions), "--json")
    found = json.loads(text)
    assert {"positions", "top", "average_rank", "any_best", "keeps_result"} <= set(found)
    assert found["positions"] == 60
    assert len(found["top"]) == 7
    assert found["top"][-1] == 1.0
    assert "keeps the result" in run("accuracy", out, "--data", str(positions))[1]
    code, text, _ = run("analyse", "connect_four", "4435", "--player", f"policy:model={out}", "--json")
    moves = json.loads(text)["moves"]
    assert sum(move["value"] for move in moves) == pytest.approx(1.0)
    code, _, _ = run(
        "match", f"policy:model={out}", "random", "--game", "connect_four", "--games", "4", "--workers", "1"
    )
    assert code == 0


def test_the_sorter_ranks_and_plays(run):
    found = json.loads(run("accuracy", "sorter", "--data", str(EXAMPLES / "connect_four.jsonl"), "--json")[1])
    assert found["positions"] == 1000
    assert found["any_best"] > 0.88
    assert found["keeps_result"] > 0.955
    out = run("analyse", "connect_four", "44", "--player", "policy:model=sorter")[1]
    assert "without search" in out
    arguments = "policy:model=sorter", "random", "--game", "connect_four", "--games", "20", "--workers", "1", "--json"
    assert json.loads(run("match", *arguments)[1])["score"] > 0.9


def test_bad_policies(run, positions, tmp_path):
    assert "no policy named" in one_line(run, "accuracy", "nothing", "--data", str(positions))
    assert "there is no model" in one_line(run, "accuracy", "no/such", "--data", str(positions))
    assert "cannot be read" in one_line(run, "accuracy", "sorter", "--data", "no/such")
    assert "needs a model" in one_line(run, "play", "connect_four", "--player", "policy:")
    assert "not for othello" in one_line(run, "play", "othello", "--player", "policy:model=sorter")
    nhb = str(PACKAGE / "trained/nhb/connect_four.safetensors")
    assert "is not a policy" in one_line(run, "play", "connect_four", "--player", f"policy:model={nhb}")
    assert "no system named" in one_line(
        run,
        "train",
        "context",
        "connect_four",
        "--data",
        str(positions),
        "--system",
        "S7",
        "--out",
        str(tmp_path / "r"),
    )
    assert "--units is for" in one_line(
        run, "train", "context", "connect_four", "--data", str(positions), "--units", "7", "--out", str(tmp_path / "r")
    )


@pytest.mark.parametrize("change", ["shape", "nan"])
def test_a_damaged_policy_is_not_played(run, positions, tmp_path, change):
    import numpy as np

    from fourfold.evaluators import weights_file

    model = weights_file.load(str(PACKAGE / "trained/sorter/connect_four.safetensors"))
    head = model.weights.head[1:] if change == "shape" else model.weights.head * np.float32(np.nan)
    path = tmp_path / "m.safetensors"
    weights_file.save(path, model.weights._replace(head=head), evaluator=model.evaluator, game=model.game)
    message = "does not fit" if change == "shape" else "is damaged"
    assert message in one_line(run, "accuracy", str(path), "--data", str(positions))


def test_a_policy_is_no_evaluator(run):
    sorter = str(PACKAGE / "trained/sorter/connect_four.safetensors")
    assert "policy:model=" in one_line(run, "play", "connect_four", "--player", f"alphabeta:eval={sorter}")


def test_bad_books(run, tmp_path):
    assert "connect_four only" in one_line(run, "book", "othello")
    assert "no folder" in one_line(run, "book", "connect_four", "--out", "no/such/book")
    assert "ends at a ply" in one_line(run, "book", "connect_four", "--plies", "40", "--out", str(tmp_path / "b"))


def test_another_game_is_labelled_learned_measured_and_played(run, tmp_path):
    out, model = tmp_path / "p.jsonl", str(tmp_path / "run")
    code, text, _ = run("data", "tic_tac_toe", "--positions", "40", "--workers", "1", "--out", str(out), "--json")
    assert code == 0
    found = json.loads(text)
    assert {"out", "positions", "seed", "game", "nodes", "games", "unproven"} == set(found)
    assert {json.loads(line)["game"] for line in out.read_text().splitlines()} == {"tic_tac_toe"}
    code, text, _ = run("train", "context", "tic_tac_toe", "--data", str(out), "--epochs", "3", "--out", model)
    assert code == 0
    assert "M4: 3 epochs" in text
    code, text, _ = run("accuracy", model, "--data", str(out), "--json")
    measured = json.loads(text)
    assert measured["positions"] == 40
    assert measured["top"][0] == measured["any_best"]
    code, text, _ = run("match", f"policy:model={model}", "random", "--game", "tic_tac_toe", "--games", "4", "--json")
    assert code == 0
    assert json.loads(text)["games"] == 4
    assert "no object with game" in one_line(run, "accuracy", model, "--data", str(EXAMPLES / "connect_four.jsonl"))
    assert "not of othello" in one_line(run, "train", "context", "othello", "--data", str(out))
