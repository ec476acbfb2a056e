"""The commands about run folders."""

import json

import pytest
from support.learning_curves import points_of, rising

from fourfold.evaluators import weights_file
from fourfold.learn.curves import Curve, write_curve
from fourfold.learn.nhb.learner import NhbLearner
from fourfold.learn.status import read_status
from fourfold.parallel.interrupts import Stopped
from fourfold.records import record
from fourfold.storage.run_folder import open_run

SMALL = ("--matches", "12", "--nodes", "30", "--recipe", "paper", "--seed", "3")
MATCH = ("match", "random", "random", "--game", "tic_tac_toe", "--games", "4", "--workers", "1")


@pytest.fixture
def made(run, tmp_path):
    """A finished match."""
    assert run(*MATCH, "--out", str(tmp_path / "runs" / "m"))[0] == 0
    return tmp_path / "runs" / "m"


def test_runs_are_listed_and_shown(run, made):
    (made.parent / "broken").mkdir()
    (made.parent / "broken" / "config.json").write_text("{")
    listed = json.loads(run("runs", "list", str(made.parent), "--json")[1])["runs"]
    assert [(row["name"], row["method"], row["game"], row["state"]) for row in listed] == [
        ("broken", "", "", "damaged"),
        ("m", "match", "tic_tac_toe", "finished"),
    ]
    assert listed[1]["words"] == "4 games"
    code, text, _ = run("runs", "show", str(made))
    assert code == 0
    assert f"to resume: fourfold {' '.join(MATCH)} --out {made}" in text


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
    assert found["labels"]["x"] == "matches"
    assert found["labels"]["y"].startswith("score against")


def write_training(folder, game, label="games"):
    """Write what a training leaves in its folder for others to see."""
    with open_run(folder, {"method": "nhb", "game": game}) as made:
        write_curve(made.folder, Curve(label, "score", points_of(rising, 0), "100 games", 0.5))
    return str(folder)


def test_two_runs_are_shown_together(run, tmp_path):
    one, other = (write_training(tmp_path / name, "othello") for name in ("one", "other"))
    code, out, _ = run("runs", "show", one, "--with", other)
    assert code == 0
    assert all(f"{sign} {name}, " in out for sign, name in (("●", one), ("○", other)))
    found = json.loads(run("runs", "show", one, "--with", other, "--by", "work", "--json")[1])["compared"]
    assert [line["name"] for line in found["lines"]] == [one, other]
    assert found["labels"]["x"] == "games"


def test_what_cannot_be_shown_together_is_said(run, tmp_path):
    one, other = write_training(tmp_path / "one", "othello"), write_training(tmp_path / "other", "draughts")
    for words, told in [
        (("--with", other), "that cannot be compared"),
        (("--with", str(tmp_path)), "is not a run folder"),
        (("--by", "minutes"), "add --with RUN"),
        (("--with", one, "--by", "minutes"), "minutes, which are not known of both"),
    ]:
        code, _, err = run("runs", "show", one, *words)
        assert code == 2
        assert told in err


def test_a_training_that_was_stopped_goes_on_with_its_settings(run, tmp_path):
    """Half of a training and its rest make the same net as the whole."""
    whole = train(run, tmp_path / "whole")
    part = tmp_path / "part"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(NhbLearner, "_score", stop)
        code, _, told = run("train", "nhb", "tic_tac_toe", *SMALL, "--out", str(part))
    assert (code, "to resume: fourfold train nhb" in told) == (130, True)
    assert "stopped" in run("runs", "show", str(part))[1]
    assert read_status(part).resumable
    code, out, err = run("runs", "resume", str(part))
    assert code == 0, err
    assert "12 matches of tic_tac_toe" in out
    assert weights_file.load(str(part)).weights.biases.tolist() == weights_file.load(str(whole)).weights.biases.tolist()
    assert read_status(part).state == "finished"


def stop(*_):
    raise Stopped


def test_a_run_elsewhere_is_resumed_where_it_is_now(run, made, tmp_path):
    games = (made / "games.jsonl").read_bytes()
    made.rename(tmp_path / "moved")
    (tmp_path / "moved" / "games.jsonl").write_bytes(games.split(b"\n")[0] + b"\n")
    code, text, _ = run("runs", "resume", str(tmp_path / "moved"))
    assert code == 0, text
    assert (tmp_path / "moved" / "games.jsonl").read_bytes() == games
    assert not made.exists()


def test_damage_is_named(run, made):
    assert run("runs", "verify", str(made))[:2] == (0, "1 run folder: no damage\n")
    games = (made / "games.jsonl").read_bytes()
    (made / "games.jsonl").write_bytes(games.replace(b'"outcome": ', b'"outcome":-', 1))
    code, text, _ = run("runs", "verify", str(made))
    assert code == 1
    assert "games.jsonl is damaged: its checksum does not match" in text
    code, _, told = run("runs", "resume", str(made))
    assert code == 0
    assert "are computed again" in told
    assert (made / "games.jsonl").read_bytes() == games


@pytest.mark.parametrize(
    "command",
    [
        ["match", "engine:cmd=touch ran", "random", "--game", "othello"],
        ["train", "nhb", "./mine.py"],
        ["train", "nhb", "./mine.py:size=7"],
        ["match", "./mine.py", "random", "--game", "othello"],
        ["match", "./mine.py:level=3", "random", "--game", "othello"],
        ["match", "alphabeta:eval=./mine.py,nodes=9", "random", "--game", "othello"],
        ["match", "hybrid:moves=1-9,inside='./mine.py',outside=random", "random", "--game", "othello"],
        ["match", "random", "random", "--game=./mine.py"],
        ["train", "nhb", "othello", "--cluster", "tcp://192.0.2.1:8786"],
        ["serve"],
        ["analyse", "othello", "--player", "engine:cmd=touch ran"],
    ],
)
def test_nothing_is_run_because_a_folder_says_so(run, made, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    config = json.loads((made / "config.json").read_text())
    for path in (made / "config.json", made / "manifest.json"):
        path.unlink()
    (made / "config.json").write_text(json.dumps({**config, "command": command}))
    (tmp_path / "mine.py").write_text("open('ran', 'w')")
    code, _, told = run("runs", "resume", str(made))
    assert code == 2
    assert "a run folder alone never runs code" in told
    assert not (tmp_path / "ran").exists()


PLAYER = """
with open("ran", "a") as file:
    file.write("x")
class First:
    def choose(self, state, history=()):
        return next(move for move in range(9) if not (state.own | state.opponent) >> move & 1)
def make_player(game, seed, level: int = 1):
    return First()
"""


def test_a_run_goes_on_with_the_files_that_are_named_again(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(PLAYER)
    (tmp_path / "other.py").write_text(PLAYER)
    made = ("match", "./mine.py:level=2", "random", "--game", "tic_tac_toe", "--games", "4", "--workers", "1")
    assert run(*made, "--out", "made")[0] == 0
    games = (tmp_path / "made" / "games.jsonl").read_bytes()
    (tmp_path / "made" / "games.jsonl").write_bytes(b"")
    (tmp_path / "ran").unlink()
    for files in ((), ("./other.py",), ("other.py", "made/mine.py")):
        code, _, told = run("runs", "resume", "made", *files)
        assert code == 2
        assert "it names ./mine.py; if you trust it, type fourfold runs resume made ./mine.py" in told
    code, _, told = run("runs", "resume", "made", str(tmp_path / "mine.py"))
    assert code == 0, told
    assert (tmp_path / "made" / "games.jsonl").read_bytes() == games


def test_what_a_run_is_resumed_as_follows_its_options(run, made):
    code, told, _ = run("runs", "resume", str(made), "--json")
    assert code == 0
    assert json.loads(told)["games"]


@pytest.mark.parametrize("value", [None, [], "match", [1], {"a": 1}])
def test_a_run_without_a_command_is_not_resumed(run, made, value):
    config = json.loads((made / "config.json").read_text())
    (made / "manifest.json").unlink()
    (made / "config.json").write_text(json.dumps({**config, "command": value}))
    code, _, told = run("runs", "resume", str(made))
    assert code == 2
    assert "was made by a program" in told


def test_what_is_no_run(run, tmp_path):
    for command in ("show", "verify", "resume"):
        code, _, told = run("runs", command, str(tmp_path))
        assert (code, "is not a run folder" in told) == (2, True)
    assert run("runs", "list", str(tmp_path))[1].startswith("There are no runs")


def test_nothing_is_run_because_a_record_says_so(run, made, tmp_path, monkeypatch):
    """Not by a match that goes on in the folder, nor by ratings."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("open('ran', 'w')")
    foreign = {"game": "./mine.py", "first": "./mine.py", "second": "alphabeta:eval=./mine.py"}
    games = [{**vars(game), **foreign} for game in record.read(made / "games.jsonl").records]
    (made / "manifest.json").unlink()
    (made / "games.jsonl").write_text("".join(json.dumps(game) + "\n" for game in games))
    assert run("rate", str(made))[0] == 0
    code, _, told = run(*MATCH, "--out", str(made), "--records", "games.txt")
    assert code == 0, told
    assert (tmp_path / "games.txt").read_text().count("\n") == 4
    assert run("runs", "show", str(made))[0] == 0
    assert not (tmp_path / "ran").exists()
