"""The commands about run folders."""

import json

import pytest

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
    assert [(row["kind"], row["game"], row["state"], row["done"]) for row in listed] == [
        ("", "", "damaged", ""),
        ("match", "tic_tac_toe", "stopped", "4 games, result"),
    ]
    code, text, _ = run("runs", "show", str(made))
    assert code == 0
    assert f"it goes on with: fourfold {' '.join(MATCH)} --out {made}" in text


def test_a_run_elsewhere_is_resumed_where_it_is_now(run, made, tmp_path):
    games = (made / "games.jsonl").read_bytes()
    made.rename(tmp_path / "moved")
    (tmp_path / "moved" / "games.jsonl").write_bytes(games.split(b"\n")[0] + b"\n")
    code, text, _ = run("runs", "resume", str(tmp_path / "moved"))
    assert code == 0, text
    assert (tmp_path / "moved" / "games.jsonl").read_bytes() == games
    assert not made.exists()


def test_damage_is_named(run, made):
    assert run("runs", "verify", str(made))[:2] == (0, "1 run folder: all is whole\n")
    games = (made / "games.jsonl").read_bytes()
    (made / "games.jsonl").write_bytes(games.replace(b'"outcome": ', b'"outcome":-', 1))
    code, text, _ = run("runs", "verify", str(made))
    assert code == 1
    assert "games.jsonl is damaged: its checksum does not fit" in text
    code, _, told = run("runs", "resume", str(made))
    assert code == 0
    assert "are made anew" in told
    assert (made / "games.jsonl").read_bytes() == games


@pytest.mark.parametrize(
    "command",
    [
        ["match", "engine:cmd=touch ran", "random", "--game", "othello"],
        ["train", "nhb", "./mine.py"],
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
    assert "nothing is run just because a folder says so" in told
    assert not (tmp_path / "ran").exists()


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
        assert (code, "is no run folder" in told) == (2, True)
    assert run("runs", "list", str(tmp_path))[1].startswith("There are no runs")
