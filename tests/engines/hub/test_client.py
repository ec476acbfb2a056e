"""Other programs as players, and our engine driven by a client that others wrote: real processes, whole games."""

import gc
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from fourfold.cli.cli import main
from fourfold.engines.player import EnginePlayer
from fourfold.engines.process import count_of
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.matches.match import match
from fourfold.matches.openings import Opening
from fourfold.matches.referee import play_game
from fourfold.players import specs
from fourfold.players.base import Budget
from fourfold.players.random import RandomPlayer

DRAUGHTS = find_game("draughts")
PLAYER = "alphabeta:depth=4,eval=material"
POLITE = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "hub":
        print("something else")
        print('param name=variant value=normal type=enum values="normal english"')
        print("wait")
    elif word == "init":
        print("ready")
    elif word == "go":
        print({answer!r})
    elif word == "quit":
        break
    sys.stdout.flush()
"""


def quoted(command):
    return 'engine:cmd="' + command + '",protocol=hub'


def is_running(player):
    return player.client.program._child._process.poll() is None


@pytest.fixture
def pydraughts_engine(tmp_path):
    """Return our engine as the Hub client of pydraughts sees it, which others wrote."""
    draughts = pytest.importorskip("draughts")
    from draughts.engine import HubEngine

    path = tmp_path / "engine"  # the client follows links, and so would miss the packages of this interpreter
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m fourfold engine draughts --player {PLAYER}\n')
    path.chmod(0o755)
    engine = HubEngine([str(path)])
    try:
        yield draughts, engine
        engine.quit()
        assert engine.p.wait(10) == 0
    finally:
        with suppress(ProcessLookupError):
            engine.kill_process()
        for stream in (engine.p.stdin, engine.p.stdout, engine.p.stderr):
            with suppress(AttributeError, OSError):
                stream.close()


def test_pydraughts_drives_our_engine_through_a_whole_game(pydraughts_engine):
    """Black is our engine, White plays its first legal move."""
    draughts, engine = pydraughts_engine
    assert engine.variants == {"english"}
    engine.configure({"variant": "english"})
    engine.init()
    engine.ping()
    board = draughts.Board(variant="english")
    while not board.is_over() and len(board.move_stack) < 200:
        if len(board.move_stack) % 2 == 0:
            board.push(engine.play(board, draughts.engine.Limit(depth=4), False).move)
            assert engine.info["depth"] >= 1
        else:
            board.push(board.legal_moves()[0])
    assert board.is_over()
    texts = ["x".join(map(str, move.steps_move)) for move in board.move_stack]
    last = DRAUGHTS.replay(texts)[-1]
    assert (DRAUGHTS.outcome(last), last.player) == (-1, -1)  # White is to move and has lost


@pytest.mark.parametrize(
    "limit", [{"movetime": 0.05}, {"nodes": 500}, {"time": 2}, {"time": 0.5, "inc": 0.05}, {"depth": 2}]
)
def test_pydraughts_drives_both_sides_from_a_position(pydraughts_engine, limit):
    """It turns the board of `pos` round; where no move was made yet, the engine must be told."""
    draughts, engine = pydraughts_engine
    engine.configure({"board": "turned"})
    engine.init()
    board = draughts.Board(variant="english", fen="W:W18,K30,21,22:B3,K29,11,12")
    while not board.is_over() and len(board.move_stack) < 16:
        board.push(engine.play(board, draughts.engine.Limit(**limit), False).move)
    texts = ["x".join(map(str, move.steps_move)) for move in board.move_stack]
    assert texts
    assert DRAUGHTS.replay(texts, DRAUGHTS.parse("W:W18,K30,21,22:B3,K29,11,12"))


@pytest.mark.parametrize("limits", ["", ",depth=4", ",nodes=2000"])
def test_a_match_through_the_protocol_has_the_same_games(our_engine, tmp_path, limits):
    """The seed, the history and the limits of every move must reach the engine."""
    path = tmp_path / "openings.pdn"
    path.write_text('1. 11-15 23-19 *\n[FEN "W:W21-32:B1-12"] *\n[FEN "B:WK32,21,22:BK1,9,K10"] *\n')
    direct = f"alphabeta:{limits[1:] or 'depth=4'},eval=material"
    options = {"game": "draughts", "games": 6, "openings": str(path), "seed": 3, "workers": 1, "max_plies": 60}
    through = match(PLAYER, quoted(our_engine(PLAYER)) + limits, **options).records
    without = match(PLAYER, direct, **options).records
    assert [record.moves for record in through] == [record.moves for record in without]
    assert [record.outcome for record in through] == [record.outcome for record in without]


def test_two_engines_in_worker_processes(our_engine):
    options = {"game": "draughts", "games": 4, "max_plies": 30, "workers": 2}
    through = match(quoted(our_engine("random")), quoted(our_engine("random")), **options).records
    without = match("random", "random", **options).records
    assert [record.moves for record in through] == [record.moves for record in without]


def test_an_engine_tells_what_it_thinks(our_engine):
    player = specs.player(quoted(our_engine(PLAYER)), DRAUGHTS)
    wanted = specs.player(PLAYER, DRAUGHTS).choose(DRAUGHTS.init_state())
    decision = player.choose(DRAUGHTS.init_state())
    assert decision._replace(line=[]) == wanted._replace(line=[], value=round(wanted.value, 4))
    win = DRAUGHTS.parse("B:W18:B15,K14")
    assert player.choose(win).proven == 1
    with pytest.raises(InputError, match="over"):
        player.choose(DRAUGHTS.parse("B:W18:B"))


def test_an_engine_ends_with_its_player(our_engine):
    player = specs.player(quoted(our_engine("random")), DRAUGHTS)
    process = player.client.program._child._process
    assert is_running(player)
    player.close()
    assert process.wait(0) == 0
    player = specs.player(quoted(our_engine("random")), DRAUGHTS)
    process = player.client.program._child._process
    del player
    gc.collect()
    assert process.wait(0) == 0


def test_a_stubborn_engine_is_ended(script, monkeypatch):
    monkeypatch.setattr("fourfold.engines.process.GRACE", 0.2)
    code = (
        POLITE.format(answer="")
        + "\nimport signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
    )
    player = EnginePlayer(DRAUGHTS, script(code), "hub")
    process = player.client.program._child._process
    begun = time.perf_counter()
    player.close()
    assert process.wait(0) < 0
    assert time.perf_counter() - begun < 10


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import time; time.sleep(60)", "did not answer 'hub' within 3 seconds"),
        ("raise SystemExit('no such option')", r"has ended \(exit code 1\): no such option"),
        ("input(); print('error message=\"bad day\"', flush=True); input()", "says: bad day"),
        (
            "input(); print('param name=variant value=normal values=normal\\nwait', flush=True); input()",
            "not play English",
        ),
    ],
)
def test_an_engine_that_does_not_begin(script, patience, code, message):
    with pytest.raises(InputError, match=message):
        EnginePlayer(DRAUGHTS, script(code), "hub", timeout=patience(message))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("", "did not answer 'go' within 3.5 seconds"),
        ("done", "played ''"),
        ("done move=1-2", "played '1-2' in .*: 1-2 is not a legal move"),
        ("error message=illegal", "says: illegal"),
    ],
)
def test_an_engine_that_does_not_move(script, patience, answer, message):
    command = script(POLITE.format(answer=answer))
    player = EnginePlayer(DRAUGHTS, command, "hub", Budget(seconds=0.5), timeout=patience(message))
    record = play_game(DRAUGHTS, player, RandomPlayer(DRAUGHTS), Opening(DRAUGHTS.init_state(), []))
    assert record.outcome == -1
    assert re.search(f"^forfeit: engine .* {message}", record.reason)
    assert not is_running(player)
    with pytest.raises(InputError, match="has ended"):
        player.choose(DRAUGHTS.init_state())


def test_an_engine_that_says_no_more_than_its_move(script):
    player = EnginePlayer(DRAUGHTS, script(POLITE.format(answer="done move=11-15 ponder=x")), "hub")
    decision = player.choose(DRAUGHTS.init_state())
    assert DRAUGHTS.move_text(DRAUGHTS.init_state(), decision.move) == "11-15"
    assert decision[1:5] == (0.0, None, 0, 0)


@pytest.mark.parametrize(
    ("spec", "kind", "options"),
    [
        (
            "engine:cmd=./scan hub,protocol=hub,seconds=1",
            "engine",
            {"cmd": "./scan hub", "protocol": "hub", "seconds": "1"},
        ),
        ("engine:cmd='a --b c=1,d=2',protocol=hub", "engine", {"cmd": "a --b c=1,d=2", "protocol": "hub"}),
        ("engine:protocol=hub,cmd=\"a 'b c',d\"", "engine", {"protocol": "hub", "cmd": "a 'b c',d"}),
        ("alphabeta:eval='runs/a,b',depth=2", "alphabeta", {"eval": "runs/a,b", "depth": "2"}),
        ("random:", "random", {}),
        ("alphabeta:depth=2,", "alphabeta", {"depth": "2"}),
    ],
)
def test_specs_with_quotes(spec, kind, options):
    assert specs.parse_spec(spec) == (kind, options)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("engine", "no protocol named ''"),
        ("engine:cmd=x", "no protocol named ''"),
        ("engine:protocol=hub", "needs a command"),
        ("engine:cmd=x,protocol=uci", "no protocol named 'uci'; choose from hub, gtp, nboard"),
        ("engine:cmd=/no/such/program,protocol=hub", "cannot be started: No such file"),
        ("engine:cmd='a,protocol=hub", "is not valid: No closing quotation"),
        ("engine:cmd=a,b,protocol=hub", "'b' in player .* is not valid"),
        ("engine:cmd=x,protocol=hub,timeout=soon", "timeout of an engine"),
        ("engine:cmd=x,protocol=hub,timeout=-1", "timeout=-1 must be above 0"),
        ("engine:cmd=x,protocol=hub,depth=0", "depth=0 must be above 0"),
    ],
)
def test_bad_specs(spec, message):
    with pytest.raises(InputError, match=message):
        specs.player(spec, DRAUGHTS)


def test_hub_is_for_draughts():
    with pytest.raises(InputError, match="protocol hub is for draughts"):
        specs.player("engine:cmd=x,protocol=hub", "othello")


def test_commands_take_engines(our_engine, capsys, monkeypatch):
    spec = quoted(our_engine("random"))
    assert main(["match", "random", spec, "--game", "draughts", "--games", "2", "--workers", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2
    monkeypatch.setattr("sys.stdin", io.StringIO("11-15\nquit\n"))
    assert main(["play", "draughts", "--player", spec, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["moves"]) == 2
    assert main(["match", "random", "engine:cmd=/no/such,protocol=hub", "--game", "draughts"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="there is no /proc to look for processes in")
def test_engines_end_with_us(our_engine, tmp_path):
    """A process that is killed leaves no engine behind: the end of its input ends it."""
    code = f"""
import time
from fourfold.players import specs
player = specs.player({quoted(our_engine("random"))!r}, "draughts")
print(player.client.program._child._process.pid, flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        pid = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 20
    while os.path.exists(f"/proc/{pid}") and "Z" not in _status(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert time.monotonic() < deadline


def _status(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def test_a_count_that_no_search_reaches_is_no_count():
    assert [count_of(text) for text in ("12", "", "x", "-3", "²", "9" * 19, "9" * 5000)] == [12, 0, 0, 0, 0, 0, 0]
