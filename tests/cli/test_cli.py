import json
import os
import signal
import subprocess
import sys

import pytest
from support.paths import EXAMPLES

from fourfold.games.interface.find import game_names

DOTS_AND_BOXES, GHOST = str(EXAMPLES / "dots_and_boxes.py"), str(EXAMPLES / "ghost.py")
PLAYER = "alphabeta:depth=3"

NIM = """
from typing import NamedTuple
MAX_MOVES = 3
class State(NamedTuple):
    stones: int
    player: int
def init_state(player=1):
    return State(7, player)
def expand(state, moves):
    for n in range(min(3, state.stones)):
        moves[n] = n + 1
    return min(3, state.stones)
def apply(state, move):
    return State(state.stones - move, -state.player)
def test_terminal(state):
    return -1 if state.stones == 0 else 2
"""
BROKEN = {
    "wrong type": ("return State(7, player)", "return State('seven', player)"),
    "move that cannot be applied": ("return State(state.stones - move, -state.player)", "return [][move]"),
    "outcome out of range": ("return -1 if", "return -5 if"),
    "no end": ("state.stones - move", "state.stones"),
    "syntax": ("def apply", "def apply apply"),
    "nothing there": ("MAX_MOVES = 3", ""),
}


@pytest.fixture
def nim(tmp_path):
    """Return a function that writes the game with a text replaced and returns its path."""

    def write(old="", new=""):
        path = tmp_path / "nim.py"
        path.write_text(NIM.replace(old, new) if old else NIM)
        return str(path)

    return write


def fourfold(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "fourfold", *arguments], capture_output=True, text=True, timeout=120, **options
    )


def json_of(result):
    code, out, err = result
    assert code == 0, err
    (line,) = out.splitlines()
    return json.loads(line)


def test_games(run):
    found = {game["name"]: game for game in json_of(run("games", "--json"))["games"]}
    assert set(found) >= {"connect_four", "draughts", "othello", "tic_tac_toe"}
    assert found["othello"]["evaluators"] == [
        "nhb",
        "outcome",
        "piece-advantage",
        "points",
        "positional",
        "random",
        "untrained",
        "wthor",
        "zero",
    ]
    assert found["connect_four"]["max_moves"] == 7
    assert found["tic_tac_toe"]["description"].startswith("Tic-tac-toe")
    code, out, _ = run("games")
    assert code == 0
    assert all(name in out for name in found)


def test_models(run, tmp_path, monkeypatch):
    from fourfold.evaluators import material, weights_file
    from fourfold.storage.array_files import MODEL

    monkeypatch.chdir(tmp_path)
    assert json_of(run("models", "--json"))["models"] == []
    folder = tmp_path / "runs" / "mine"
    folder.mkdir(parents=True)
    weights_file.save(folder / MODEL, material.make_weights(), evaluator="material", game="draughts")
    (tmp_path / "runs" / "torn").mkdir()
    (tmp_path / "runs" / "torn" / MODEL).write_bytes(b"torn")
    mine, torn = json_of(run("models", "--json"))["models"]
    assert mine == {"name": "runs/mine", "game": "draughts", "evaluator": "material"}
    assert torn["evaluator"].startswith("unreadable")
    assert "runs/mine" in run("models")[1]


def test_perft(run):
    found = json_of(run("perft", "connect_four", "5", "--json"))
    assert found["counts"] == [7, 49, 343, 2401, 16807]
    assert found["seconds"] > 0
    position = "W:WK15:B10,11,18,19"
    assert json_of(run("perft", "draughts", "4", "--position", position, "--json"))["counts"] == [4, 24, 96, 458]
    assert "16,807" in run("perft", "connect_four", "5")[1]


def test_perft_of_a_file(run):
    assert json_of(run("perft", DOTS_AND_BOXES, "3", "--json"))["counts"] == [24, 552, 12144]


def test_check(run, nim):
    found = json_of(run("check", nim(), "--games", "4", "--json"))
    assert found["ok"]
    assert {"name", "ok", "message"} == set(found["checks"][0])
    code, out, _ = run("check", nim(), "--games", "4")
    assert code == 0
    assert len([line for line in out.splitlines() if line.startswith("✓")]) == len(found["checks"])


def test_check_of_a_broken_game(run, nim):
    code, out, err = run("check", nim(*BROKEN["outcome out of range"]))
    assert code == 2
    assert "✗" in out
    assert len(err.splitlines()) == 1
    assert "does not follow the contract" in err
    code, out, err = run("check", nim(*BROKEN["outcome out of range"]), "--json")
    assert code == 2
    assert json.loads(out)["ok"] is False


@pytest.mark.parametrize("fault", BROKEN)
@pytest.mark.parametrize("command", [("check",), ("play",), ("perft", "2"), ("analyse",)])
def test_broken_games_are_one_line(run, nim, fault, command):
    name, *rest = command
    code, _, err = run(name, nim(*BROKEN[fault]), *rest)
    assert code == 2
    assert len(err.splitlines()) == 1, err


def test_analyse(run):
    found = json_of(run("analyse", "tic_tac_toe", "0 4 1", "--player", "alphabeta:depth=9", "--json"))
    assert set(found) == {"moves", "best", "depth", "nodes"}
    assert found["best"] == "2"
    assert len(found["moves"]) == 6
    best, worst = found["moves"][0], found["moves"][-1]
    assert (best["value"], best["proven"], best["line"][0], len(best["line"])) == (0.0, 6, "2", 6)
    assert (worst["value"], worst["proven"], worst["line"][1]) == (-1.0, 2, "2")
    code, out, _ = run("analyse", "tic_tac_toe", "0 4 1", "--player", "alphabeta:depth=9")
    assert code == 0
    assert "loss in 2 plies" in out
    assert "draw in 6 plies" in out


def test_analyse_without_a_proof(run):
    found = json_of(run("analyse", "connect_four", "--player", PLAYER, "--json"))
    assert [move["proven"] for move in found["moves"]] == [None] * 7
    assert found["depth"] == 3


def test_match(run, tmp_path):
    file = tmp_path / "games.txt"
    arguments = ("match", "alphabeta:depth=2", "random", "--game", "connect_four", "--games", "6", "--workers", "1")
    found = json_of(run(*arguments, "--records", str(file), "--out", str(tmp_path / "run"), "--json"))
    assert found["games"] == found["wins"] + found["draws"] + found["losses"] == 6
    assert 0 <= found["low"] <= found["score"] <= found["high"] <= 1
    assert {"distinct", "elo", "elo_low", "elo_high"} <= set(found)
    assert len(file.read_text().splitlines()) == 6
    assert (tmp_path / "run" / "result.json").is_file()
    code, out, _ = run(*arguments)
    assert code == 0
    assert f"A won {found['wins']}, drew {found['draws']}, lost {found['losses']}" in out


def test_match_speaks_plainly(run):
    arguments = ("--game", "tic_tac_toe", "--workers", "1")
    _, out, _ = run("match", "alphabeta:depth=9", "random", "--games", "40", *arguments)
    assert "A is stronger." in out
    _, out, _ = run("match", "random", "random", "--games", "4", *arguments, "--sprt", "0,20")
    assert "No significant difference" in out
    assert "undecided" in out
    deterministic = "alphabeta:depth=1,eval=positional"
    arguments = ("--game", "othello", "--workers", "1", "--games", "8", "--openings", "none")
    _, out, _ = run("match", deterministic, deterministic, *arguments)
    assert "Warning: only" in out


def test_rate(run, tmp_path):
    for depth in (1, 2):
        specs = (f"alphabeta:depth={depth}", "random")
        run("match", *specs, "--game", "tic_tac_toe", "--games", "4", "--workers", "1", "--out", f"{tmp_path}/{depth}")
    plot = tmp_path / "ratings.svg"
    found = json_of(run("rate", str(tmp_path), "--plot", str(plot), "--anchor", "random", "--json"))["ratings"]
    assert {rating["name"] for rating in found} == {"alphabeta:depth=1", "alphabeta:depth=2", "random"}
    assert next(rating["elo"] for rating in found if rating["name"] == "random") == 0
    assert all(rating["low"] <= rating["elo"] <= rating["high"] for rating in found)
    assert "<svg" in plot.read_text()
    assert "alphabeta:depth=2" in run("rate", str(tmp_path))[1]


def test_warm(run):
    found = json_of(run("warm", "tic_tac_toe", "--json"))
    assert found["games"] == ["tic_tac_toe"]
    assert {"tic_tac_toe perft", "tic_tac_toe zero"} <= set(found["kernels"])


def test_warm_clean(run, tmp_path, monkeypatch):
    monkeypatch.setenv("FOURFOLD_CACHE", str(tmp_path))
    (tmp_path / "games_1").mkdir()
    (tmp_path / "games_1" / "kernel.nbi").write_bytes(b"")
    assert json_of(run("warm", "--clean", "--json")) == {"deleted": 1}
    assert list(tmp_path.iterdir()) == []


def test_a_game_of_plain_python_says_so_in_one_line():
    result = fourfold("analyse", GHOST, "gho", "--player", PLAYER, "--json")
    assert result.returncode == 0
    (line,) = result.stderr.splitlines()
    assert line.startswith("note: ghost runs as plain Python")
    assert {move["move"]: move["proven"] for move in json.loads(result.stdout)["moves"]} == {"s": 2, "u": 2}


def test_workers_do_not_repeat_the_note():
    result = fourfold("match", "random", PLAYER, "--game", GHOST, "--games", "4", "--workers", "2", "--json")
    assert json.loads(result.stdout)["games"] == 4
    assert len(result.stderr.splitlines()) == 1, result.stderr


BAD = [
    ("frob",),
    ("perft",),
    ("perft", "chess", "3"),
    ("perft", "connect_four", "0"),
    ("perft", "connect_four", "-1"),
    ("perft", "connect_four", "999"),
    ("perft", "connect_four", "deep"),
    ("perft", "connect_four", "3", "--position", "4489"),
    ("perft", "connect_four", "3", "--position", "4444444"),
    ("perft", "connect_four", "3", "--position", "1212121"),
    ("perft", "othello", "3", "--position", "f5f5"),
    ("perft", "draughts", "3", "--position", "B:W99:B1"),
    ("perft", "draughts", "3", "--position", "B:W21\nB1"),
    ("perft", "tic_tac_toe", "3", "--position", "4 4"),
    ("perft", "./missing.py", "3"),
    ("check", "./missing.py"),
    ("check", "tic_tac_toe", "--games", "0"),
    ("analyse", "connect_four", "44", "--player", "alphabeta:depht=3"),
    ("analyse", "connect_four", "44", "--player", "alphabeta:depth=-3"),
    ("analyse", "connect_four", "44", "--player", "alphabeta:eval=positional"),
    ("analyse", "connect_four", "44", "--player", "alphabeta:eval=./missing.safetensors"),
    ("analyse", "connect_four", "44", "--player", "stockfish"),
    ("analyse", "connect_four", "44", "--player", "random"),
    ("analyse", "connect_four", "44", "--seed", "-1"),
    ("play", "connect_four", "--player", "alphabeta:depth=x"),
    ("play", "connect_four", "--position", "1212121"),
    ("match", "random", "random"),
    ("match", "random", "random", "--game", "go"),
    ("match", "random", "randm", "--game", "othello"),
    ("match", "random", "random", "--game", "othello", "--games", "-2"),
    ("match", "random", "random", "--game", "othello", "--max-plies", "0"),
    ("match", "random", "random", "--game", "othello", "--openings", "missing.txt"),
    ("match", "random", "random", "--game", "othello", "--openings", "random:x"),
    ("match", "random", "random", "--game", "othello", "--sprt", "5"),
    ("match", "random", "random", "--game", "othello", "--sprt", "5,0"),
    ("match", "random", "random", "--game", "othello", "--records", "games.csv"),
    ("match", "random", "random", "--game", "othello", "--records", "games.pdn"),
    ("match", "random", "random", "--game", "othello", "--records", "missing/games.txt"),
    ("rate",),
    ("rate", "missing"),
    ("warm", "chess"),
]


@pytest.mark.parametrize("arguments", BAD, ids=" ".join)
def test_bad_input_is_one_line_and_exit_code_2(run, arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert len(err.splitlines()) == 1, err
    assert err.startswith("error: ")


def test_errors_say_what_to_do(run):
    assert ", ".join(game_names()) in run("perft", "chess", "3")[2]
    assert "fourfold perft --help" in run("perft")[2]
    assert "depth=" in run("analyse", "connect_four", "--player", "alphabeta:depht=3")[2]


@pytest.mark.parametrize("arguments", ["['--help']", "['--version']", "[]", "['match', '--help']", "['train']"])
def test_help_imports_neither_numba_nor_numpy(arguments):
    code = (
        "import sys, fourfold; from fourfold.cli.cli import main; "
        f"assert main({arguments}) == 0; assert not {{'numba', 'numpy'}} & set(sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    assert "fourfold" in result.stdout


def test_lists_of_runs_import_no_numpy_numba_scikit_learn_or_torch(tmp_path):
    """Not even where a run is shown with its curve."""
    heavy = "{'numba', 'numpy', 'sklearn', 'torch'}"
    train = (
        "import fourfold; fourfold.train('outcome', 'tic_tac_toe', rounds=1, first_matches=9, matches=9, out='runs/a')"
    )
    subprocess.run([sys.executable, "-c", train], cwd=tmp_path, check=True, capture_output=True, timeout=300)
    code = (
        "import sys; from fourfold.cli.cli import main; "
        f"assert main(['runs', 'list']) == 0; assert not {heavy} & set(sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    assert "finished" in result.stdout


def test_every_command_has_an_example(run):
    import typer

    from fourfold.cli.cli import app
    from fourfold.cli.train_options import method_command

    commands = typer.main.get_command(app).commands
    train = {name: method_command(name) for name in commands.pop("train").list_commands(None)}
    assert len(train) == 9
    groups = {"train": train, "runs": commands.pop("runs").commands}
    inner = [(f"{group} {name}", command) for group in groups for name, command in groups[group].items()]
    for name, command in [*commands.items(), *inner]:
        assert f"Example: [cyan]fourfold {name}" in command.help


def test_interrupt():
    command = [sys.executable, "-m", "fourfold", "perft", "othello", "18"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith("depth")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1] == "interrupted"
    assert "Traceback" not in err


def test_a_closed_pipe_is_quiet():
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "fourfold", "games"]
    result = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(writer)
    assert result.stderr == ""
