"""Programs that speak GTP as players, and our engine driven by a client that others wrote: whole games."""

import random
import re
import shlex
import sys

import pytest

from fourfold.cli.cli import main
from fourfold.engines.player import EnginePlayer
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game, game_names
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
for line in sys.stdin:
    print(line, end="", file=sys.stderr, flush=True)
    word = line.split()[0]
    if word == "list_commands":
        print("= " + {commands!r}.replace(" ", "\\n"))
    elif word == "genmove":
        print({answer!r})
    elif word == {refused!r}:
        print("? not today")
    elif word == "quit":
        break
    else:
        print("= ")
    print(flush=True)
"""


def polite(answer="= F5", commands="clear_board play genmove quit", refused=None):
    return POLITE.format(answer=answer, commands=commands, refused=refused)


def quoted(command):
    return 'engine:cmd="' + command + '",protocol=gtp'


def heard(player):
    """Return what a polite program has heard."""
    player.close()
    return player.client.program._child.error_lines


@pytest.fixture
def open_spiel_bot():
    """Return our engine as the GTP client of OpenSpiel sees it, which others wrote, and that client's Othello."""
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.bots.gtp import GTPBot

    game = pyspiel.load_game("othello")
    bot = GTPBot(game, [sys.executable, "-m", "fourfold", "engine", "othello", "--player", "alphabeta:depth=2"])
    try:
        yield game, bot
    finally:
        bot.close()


def test_open_spiel_drives_our_engine_through_whole_games(open_spiel_bot):
    """Our engine has one side, the other plays at random; OpenSpiel is the referee."""
    game, bot = open_spiel_bot
    assert bot.name == "fourfold"
    chance, passes = random.Random(2), 0
    for ours in (0, 1, 0, 1):
        bot.restart()
        state, texts = game.new_initial_state(), []
        while not state.is_terminal():
            if state.current_player() == ours:
                action = bot.step(state)
                assert action in state.legal_actions()
            else:
                action = chance.choice(state.legal_actions())
                bot.inform_action(state, state.current_player(), action)
            texts.append(state.action_to_string(action))
            state.apply_action(action)
        last = OTHELLO.replay(texts)[-1]
        assert OTHELLO.outcome(last) * last.player == state.returns()[0]
        discs = int(OTHELLO.module.difference(last)) * last.player
        assert bot.gtp_cmd("final_score") == (f"{'b' if discs > 0 else 'w'}+{abs(discs)}" if discs else "0")
        passes += texts.count("pass")
    assert passes


def test_open_spiel_lets_our_engine_play_against_itself_with_a_clock(open_spiel_bot):
    game, bot = open_spiel_bot
    bot.gtp_cmd("boardsize", 8)
    bot.restart()
    bot.gtp_cmd("time_settings", 2, 0, 0)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert len(state.history()) > 8


@pytest.mark.parametrize("limits", ["", ",depth=4", ",nodes=2000"])
def test_a_match_through_the_protocol_has_the_same_games(our_engine, tmp_path, limits):
    """The seed, the history and the limits of every move must reach the engine."""
    path = tmp_path / "openings.txt"
    path.write_text(f"f5d6c3\n{BOARD} o\n{MUST_PASS}\n")
    direct = f"alphabeta:{limits[1:] or 'depth=4'},eval=positional"
    options = {"game": "othello", "games": 6, "openings": str(path), "seed": 3, "workers": 1}
    through = match(PLAYER, quoted(our_engine(PLAYER, "othello", "gtp")) + limits, **options).records
    without = match(PLAYER, direct, **options).records
    assert [record.moves for record in through] == [record.moves for record in without]
    assert [record.outcome for record in through] == [record.outcome for record in without]
    assert any("pass" in record.moves for record in through)


@pytest.mark.parametrize("game", game_names())
def test_two_engines_of_every_game(our_engine, game):
    spec = quoted(our_engine("random", game, "gtp"))
    options = {"game": game, "games": 4, "max_plies": 60, "workers": 1}
    through = match(spec, spec, **options).records
    without = match("random", "random", **options).records
    assert [record.moves for record in through] == [record.moves for record in without]


def test_only_new_moves_are_sent(script):
    player = EnginePlayer(OTHELLO, script(polite()), "gtp")
    states = OTHELLO.replay(["f5", "d6"])
    player.choose(states[0])
    with pytest.raises(InputError, match="played 'F5'"):
        player.choose(states[2], states[:2])
    assert heard(player)[1:] == ["clear_board", "genmove black", "play white D6", "genmove black", "quit"]


def test_another_game_begins_anew(script):
    player = EnginePlayer(
        OTHELLO, script(polite("= d6", "clear_board play genmove set_random_seed boardsize set_game")), "gtp"
    )
    states = OTHELLO.replay(["f5"])
    player.new_game(7)
    player.choose(states[1], states[:1])
    player.choose(states[1], states[:1])
    move = ["clear_board", "play black F5", "genmove white"]
    assert heard(player)[1:-1] == ["set_game Othello", "boardsize 8", "clear_board", "set_random_seed 7", *move, *move]


@pytest.mark.parametrize(
    ("commands", "budget", "sent"),
    [
        ("time_settings time_left", Budget(seconds=0.5), ["time_settings 0 0.5 1", "time_left black 0.5 1"]),
        ("time_settings", Budget(seconds=2), ["time_settings 0 2 1"]),
        ("fourfold-level", Budget(depth=3, seconds=2), ["fourfold-level depth=3 move-time=2"]),
    ],
)
def test_limits_are_sent(script, commands, budget, sent):
    player = EnginePlayer(OTHELLO, script(polite(commands=commands)), "gtp", budget)
    player.choose(OTHELLO.init_state())
    assert heard(player)[2:-1] == [*sent, "genmove black"]


@pytest.mark.parametrize(("commands", "budget"), [("", Budget(seconds=1)), ("time_settings", Budget(depth=3))])
def test_limits_that_an_engine_cannot_be_told(script, commands, budget):
    player = EnginePlayer(OTHELLO, script(polite(commands=commands)), "gtp", budget)
    with pytest.raises(
        InputError, match=r"cannot be given (move-time|depth)=. over GTP; put its own options into cmd="
    ):
        player.choose(OTHELLO.init_state())


def test_positions_are_set_up_in_ways_that_an_engine_knows(script):
    state = OTHELLO.parse(BOARD + "o")
    player = EnginePlayer(OTHELLO, script(polite("= pass", "setboard")), "gtp")
    with pytest.raises(InputError, match="played 'pass'"):
        player.choose(state)
    assert heard(player)[2] == f"setboard {BOARD} o"
    player = EnginePlayer(OTHELLO, script(polite("= pass", "loadsgf")), "gtp")
    with pytest.raises(InputError, match="played 'pass'"):
        player.choose(state)
    assert shlex.split(heard(player)[2])[1].endswith(".ggf")
    player = EnginePlayer(OTHELLO, script(polite()), "gtp")
    with pytest.raises(InputError, match=r"cannot set up the position .*: it supports neither setboard nor loadsgf"):
        player.choose(state)


def test_our_engine_loads_what_our_client_writes(our_engine):
    player = specs.player(quoted(our_engine(PLAYER, "othello", "gtp")), OTHELLO)
    player.client.commands.discard("setboard")
    state = OTHELLO.parse(BOARD + "o")
    assert player.choose(state).move == specs.player(PLAYER, OTHELLO).choose(state).move


def test_noise_is_not_taken_for_an_answer(script):
    noisy = polite().replace('print("= ")', 'print("warming up\\n=")')
    player = EnginePlayer(OTHELLO, script(noisy), "gtp")
    assert OTHELLO.move_text(OTHELLO.init_state(), player.choose(OTHELLO.init_state()).move) == "f5"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import time; time.sleep(60)", "did not answer 'list_commands' within 3 seconds"),
        ("raise SystemExit('no such option')", r"has ended \(exit code 1\): no such option"),
        ("input(); print('? unknown command\\n', flush=True); input()", "rejected 'list_commands': unknown command"),
        (polite(refused="clear_board"), "rejected 'clear_board': not today"),
        ("print('= name'); [print('x') for _ in range(200000)]; input(); input()", "never finished its answer"),
        ("import sys\nwhile True: sys.stdout.write('y')", "did not answer|never finished its answer"),
    ],
)
def test_an_engine_that_does_not_begin(script, patience, code, message):
    with pytest.raises(InputError, match=message):
        EnginePlayer(OTHELLO, script(code), "gtp", timeout=patience(message))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("", "did not answer 'genmove black' within 3 seconds"),
        ("F5", "did not answer 'genmove black' within 3 seconds"),
        ("=", "played '' in "),
        ("= A1", "played 'A1' in .*: a1 flips no disc"),
        ("= resign", "played 'resign' in .*: 'resign' is not a square"),
        ("= F5\nand more", "played 'F5\\\\nand more'"),
        ("?", "rejected 'genmove black': no reason given"),
        ("? bad day", "rejected 'genmove black': bad day"),
    ],
)
def test_an_engine_that_does_not_move(script, patience, answer, message):
    player = EnginePlayer(OTHELLO, script(polite(answer)), "gtp", timeout=patience(message))
    record = play_game(OTHELLO, player, RandomPlayer(OTHELLO), Opening(OTHELLO.init_state(), []))
    assert record.outcome == -1
    assert re.search(f"^forfeit: engine .* {message}", record.reason.replace("\n", " "))
    assert player.client.program._child._process.poll() is not None
    with pytest.raises(InputError, match="has ended"):
        player.choose(OTHELLO.init_state())


def test_an_engine_that_crashes_is_told_in_one_line(script, capsys):
    code = polite().replace("print('= F5')", "sys.exit('out of memory')")
    spec = quoted(script(code))
    assert main(["match", "random", spec, "--game", "othello", "--games", "2", "--workers", "1"]) == 0
    error = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("compiling")]
    assert len(error) == 1
    assert error[0].startswith("note: 2 games were lost by forfeit; the first: engine")
    assert "has ended (exit code 1): out of memory" in error[0]
