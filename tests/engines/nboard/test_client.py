"""Programs that speak NBoard's protocol as players: real processes, whole games."""

import re

import pytest

from fourfold.engines.player import EnginePlayer
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.matches.match import match
from fourfold.matches.openings import Opening
from fourfold.matches.referee import play_game
from fourfold.players import specs
from fourfold.players.base import Budget
from fourfold.players.random import RandomPlayer

OTHELLO = find_game("othello")
PLAYER = "alphabeta:depth=4,eval=positional"
BOARD = ".................o.xxxx...xoox...xxxoo..x.xxoo....x..o.........."
MUST_PASS = "ox" + "." * 62 + " x"
POLITE = """
import sys
print("a banner")
for line in sys.stdin:
    word, *rest = line.split()
    if word == "ping":
        print("=== A1 of an earlier question\\npong", *rest)
    elif word == "go":
        print("status thinking\\nnodestats 1234 0.5\\nnodestats x")
        print({answer!r})
    elif word == "quit":
        break
    sys.stdout.flush()
"""


def quoted(command):
    return 'engine:cmd="' + command + '",protocol=nboard'


@pytest.mark.parametrize(
    ("player", "limits", "direct"),
    [
        ("alphabeta:seconds=60,eval=positional", ",depth=3", "alphabeta:depth=3,seconds=60,eval=positional"),
        ("alphabeta:nodes=2000,eval=positional", ",depth=60", "alphabeta:nodes=2000,eval=positional"),
    ],
)
def test_a_match_through_the_protocol_has_the_same_games(our_engine, tmp_path, player, limits, direct):
    path = tmp_path / "openings.txt"
    path.write_text(f"f5d6c3\n{BOARD} o\n{MUST_PASS}\n")
    options = {"game": "othello", "games": 6, "openings": str(path), "seed": 3, "workers": 1}
    through = match(PLAYER, quoted(our_engine(player, "othello", "nboard")) + limits, **options).records
    without = match(PLAYER, direct, **options).records
    assert [record.moves for record in through] == [record.moves for record in without]
    assert any("pass" in record.moves for record in through)


def test_an_engine_tells_what_it_thinks(our_engine):
    player = specs.player(quoted(our_engine(PLAYER, "othello", "nboard")) + ",depth=4", OTHELLO)
    wanted = specs.player(PLAYER, OTHELLO).choose(OTHELLO.init_state())
    decision = player.choose(OTHELLO.init_state())
    assert decision._replace(line=[]) == wanted._replace(line=[], value=pytest.approx(wanted.value, abs=1e-4))


def test_an_answer_is_that_to_the_last_question(script):
    player = EnginePlayer(OTHELLO, script(POLITE.format(answer="=== f5 6.40 0.1")), "nboard", Budget(depth=8))
    move, value, proven, depth, nodes, _ = player.choose(OTHELLO.init_state())
    assert OTHELLO.move_text(OTHELLO.init_state(), move) == "f5"
    assert (value, proven, depth, nodes) == (pytest.approx(0.1), None, 8, 0)


def test_a_forced_pass_is_no_question(script):
    player = EnginePlayer(OTHELLO, script(POLITE.format(answer="=== A1")), "nboard", Budget(depth=8))
    assert player.choose(OTHELLO.parse(MUST_PASS)).move == OTHELLO.module.PASS


@pytest.mark.parametrize("budget", [None, Budget(seconds=1), Budget(depth=3, nodes=10)])
def test_limits_that_an_engine_cannot_be_told(script, budget):
    player = EnginePlayer(OTHELLO, script(POLITE.format(answer="=== F5")), "nboard", budget)
    with pytest.raises(InputError, match="needs depth= and no other limit"):
        player.choose(OTHELLO.init_state())


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import time; time.sleep(60)", "did not answer 'ping 1' within 3 seconds"),
        ("raise SystemExit('no such option')", r"has ended \(exit code 1\): no such option"),
        ("print('pong 2', flush=True); input(); input(); input()", "did not answer 'ping 1'"),
    ],
)
def test_an_engine_that_does_not_begin(script, patience, code, message):
    with pytest.raises(InputError, match=message):
        EnginePlayer(OTHELLO, script(code), "nboard", Budget(depth=3), timeout=patience(message))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("", "did not answer 'go' within 3 seconds"),
        ("===", "played '' in "),
        ("=== A1/3.0", "played 'A1' in .*: a1 flips no disc"),
        ("=== PA", "played 'PA' in .*: passing is allowed only"),
    ],
)
def test_an_engine_that_does_not_move(script, patience, answer, message):
    player = EnginePlayer(
        OTHELLO, script(POLITE.format(answer=answer)), "nboard", Budget(depth=3), timeout=patience(message)
    )
    record = play_game(OTHELLO, player, RandomPlayer(OTHELLO), Opening(OTHELLO.init_state(), []))
    assert record.outcome == -1
    assert re.search(f"^forfeit: engine .* {message}", record.reason)
    assert player.client.program._child._process.poll() is not None


def test_nboard_is_for_othello():
    with pytest.raises(InputError, match="protocol nboard is for othello"):
        specs.player("engine:cmd=x,protocol=nboard", "draughts")
