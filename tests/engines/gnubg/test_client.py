"""GNU Backgammon as a player: the real program where it is installed, and programs that only pretend to be it."""

import shutil

import numpy as np
import pytest
from support.backgammon_boards import GAME, position
from support.gnubg import needs_gnubg

from fourfold.engines.gnubg import client, protocol
from fourfold.engines.player import EnginePlayer
from fourfold.errors import InputError
from fourfold.matches.match import match
from fourfold.players import specs
from fourfold.players.base import Budget

PRETENDER = """
import sys
print("a banner")
for line in sys.stdin:
    if line.startswith("quit"):
        break
    if line.startswith(">print"):
        mark, number = line.split('"')[1], line.split(",")[1].strip()
        print("fourfold", int(number) - 1, "[[[[24, 23]], 0.5]]")
        print("(root) fourfold", number, {answer!r})
    sys.stdout.flush()
"""
OPENING = GAME.apply(GAME.init_state(), 31)


@pytest.fixture
def pretend(script):
    """Return a function that makes a player of a program with this answer to every question."""

    def player(answer="[[[[8, 5], [6, 5]], 0.6]]", budget=None, **options):
        return EnginePlayer(GAME, script(PRETENDER.format(answer=answer)), "gnubg", budget, **options)

    return player


def test_its_answer_is_a_play_and_how_often_it_wins(pretend):
    decision = pretend(budget=Budget(depth=2)).choose(OPENING)
    assert GAME.move_text(OPENING, decision.move) == "8/5 6/5"
    assert (decision.value, decision.proven, decision.depth) == (pytest.approx(0.2), None, 2)


def test_steps_in_any_order_and_places_as_numbers(pretend):
    state = position({25: 1, 6: 5, 1: 9}, {1: 15}, 64)
    decision = pretend("[[[[19, 15], [25, 19]], 0.5]]").choose(state)
    assert GAME.move_text(state, decision.move) == "bar/15"


def test_it_is_not_asked_where_there_is_no_choice(pretend):
    player, state = pretend("nonsense"), position({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2), 31)
    assert player.choose(state).move == GAME.module.PASS


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("[[[[8, 5], [8, 4]], 0.5]]", "played '8/5 8/4' in .* is not a legal play of 31"),
        ("[[[[8, 5], [6, 5]], NaN]]", "which is no play: no probability of winning"),
        ("[]", "answered '\\[\\]', which is no play"),
        ("nonsense", "answered 'nonsense', which is no play"),
        ('[[["x"], 0.5]]', "which is no play"),
        ("[[[[Infinity, 5]], 0.5]]", "which is no play"),
        ("[" * 5000, "which is no play"),
    ],
)
def test_an_answer_that_is_no_play_forfeits(pretend, answer, message):
    with pytest.raises(InputError, match=message):
        pretend(answer).choose(OPENING)


@pytest.mark.parametrize("budget", [Budget(seconds=1), Budget(nodes=10), Budget(depth=1, seconds=1)])
def test_limits_that_it_cannot_be_given(pretend, budget):
    with pytest.raises(InputError, match="can be given depth= and no other limit"):
        pretend(budget=budget).choose(OPENING)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import time; time.sleep(60)", "did not answer '>print"),
        ("raise SystemExit('no such option')", r"has ended \(exit code 1\): no such option"),
    ],
)
def test_a_program_that_does_not_begin(script, patience, code, message):
    with pytest.raises(InputError, match=message):
        EnginePlayer(GAME, script(code), "gnubg", timeout=patience(message))


def test_it_is_for_backgammon():
    with pytest.raises(InputError, match="protocol gnubg is for backgammon, not for kalah"):
        specs.player("engine:protocol=gnubg", "kalah")


def test_where_it_is_missing(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(InputError, match="GNU Backgammon is not installed"):
        specs.player("engine:protocol=gnubg", GAME)


def test_output_for_people_is_no_answer():
    assert protocol.answer_of("The dice have been set to 3 and 1.", 3) is None
    assert protocol.answer_of("fourfold 2 0", 3) is None
    assert protocol.answer_of("fourfold 3 0", 3) == "0"


@needs_gnubg
def test_it_plays_the_opening_as_everybody_does():
    player = specs.player("engine:protocol=gnubg", GAME)
    opened = {dice: GAME.move_text(state, player.choose(state).move) for dice, state in GAME.expand(GAME.init_state())}
    assert (opened[31], opened[42], opened[53], opened[61]) == ("8/5 6/5", "8/4 6/4", "8/3 6/3", "13/7 8/7")
    player.close()


@needs_gnubg
def test_gammons_count():
    """Without a cube and without the Jacoby rule, a gammon is worth two."""
    engine = client.GnubgClient(GAME, "", 60.0)
    assert (
        engine._ask("[gnubg.cubeinfo()[name] for name in ('jacoby', 'gammonprice')]") == "[0, [[1.0, 1.0], [1.0, 1.0]]]"
    )
    engine.choose([OPENING], Budget(depth=1))
    context = engine._ask('[gnubg.hint(1)["hint"][0]["context"][name] for name in ("cubeful", "plies", "noise")]')
    assert context == "[0, 0, 0.0]"
    engine.close()


@needs_gnubg
def test_it_beats_random_moves_and_forfeits_nothing():
    result = match("engine:protocol=gnubg", "random", "backgammon", games=4, seed=1, workers=1)
    assert (result.wins, result.losses) == (4, 0)
    assert all(record.reason == "rules" for record in result.records)


@needs_gnubg
def test_the_same_position_has_the_same_play():
    rng, state = np.random.default_rng(4), GAME.init_state()
    players = [specs.player("engine:protocol=gnubg", GAME) for _ in range(2)]
    for _ in range(20):
        moves = GAME.moves(state)
        if state.dice > 0:
            first, second = (player.choose(state) for player in players)
            assert first == second
        state = GAME.apply(state, moves[rng.integers(len(moves))])
    for player in players:
        player.close()
        assert player.client.program._child._process.poll() is not None
