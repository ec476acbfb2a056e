import json

from fourfold.logbook import FILE as PROGRESS
from fourfold.runs import read_json, write_json

SMALL = ("--matches", "12", "--nodes", "30", "--recipe", "paper", "--seed", "3")


def train(run, folder):
    code, _, err = run("train", "nhb", "tic_tac_toe", *SMALL, "--out", str(folder))
    assert code == 0, err
    return folder


def test_trainings_are_listed(run, tmp_path):
    train(run, tmp_path / "mine")
    code, out, _ = run("runs", "list", str(tmp_path))
    assert code == 0
    assert "mine" in out
    assert "finished" in out
    code, out, _ = run("runs", "list", str(tmp_path), "--json")
    (found,) = json.loads(out)["runs"]
    assert (found["name"], found["method"], found["state"], found["progress"]) == ("mine", "nhb", "finished", 1.0)


def test_an_empty_folder_says_how_to_begin(run, tmp_path):
    code, out, _ = run("runs", "list", str(tmp_path))
    assert code == 0
    assert "fourfold train begins one" in out


def test_a_training_that_was_stopped_goes_on_with_its_settings(run, tmp_path):
    """Half of a training and its rest make the same net as the whole."""
    whole = train(run, tmp_path / "whole")
    part = tmp_path / "part"
    train(run, part)
    for name in ("model.safetensors", "metrics.jsonl", "members.json"):
        (part / name).unlink()
    write_json(part / PROGRESS, {**read_json(part / PROGRESS), "finished": False, "done": 3})
    code, out, _ = run("runs", "show", str(part))
    assert "stopped" in out
    code, out, err = run("runs", "resume", str(part))
    assert code == 0, err
    assert "12 matches of tic_tac_toe" in out
    assert (part / "metrics.jsonl").read_text().count("\n") == (whole / "metrics.jsonl").read_text().count("\n")
    assert read_json(part / PROGRESS)["finished"]


def test_bad_input(run, tmp_path):
    code, _, err = run("runs", "show", str(tmp_path / "none"))
    assert (code, err.count("\n")) == (2, 1)
    assert "is no run folder" in err
    folder = train(run, tmp_path / "mine")
    (folder / PROGRESS).unlink()
    code, _, err = run("runs", "resume", str(folder))
    assert code == 2
    assert "repeat its fourfold train command" in err
