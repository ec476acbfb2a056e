"""The language of NBoard, and our engine asked in it line by line."""

import io
import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourfold.cli.cli import main
from fourfold.engines.nboard import protocol
from fourfold.engines.nboard.server import NBoardServer
from fourfold.games.interface.find import find_game
from fourfold.players import specs
from fourfold.players.base import Decision

OTHELLO = find_game("othello")
PLAYER = "alphabeta:depth=3,eval=positional"
GAME = "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6];)"


class Conversation:
    """A server and what it has said."""

    def __init__(self, player=PLAYER):
        self.said = []
        self.heard = threading.Event()
        self.server = NBoardServer(OTHELLO, specs.player(player, OTHELLO), 0, self.hear)

    def hear(self, line):
        self.said.append(line)
        if line == "status":  # the end of a search
            self.heard.set()

    def tell(self, *lines):
        """Return what is said to lines, when all searches have come to an end by themselves."""
        self.said.clear()
        for line in lines:
            self.heard.clear()
            command, _, rest = line.partition(" ")
            self.server.execute(command, rest)
            if command in ("go", "hint"):
                assert self.heard.wait(20)
                self.server.search.halt()
        return list(self.said)


@pytest.mark.parametrize(
    ("text", "square", "value"),
    [
        ("=== F5/1.25/0.3", "F5", 1.25 / 64),
        ("=== d6 -1.00 0.0", "d6", -1 / 64),
        ("===F5", "F5", 0.0),
        ("=== F5//0.3", "F5", 0.0),
        ("=== PA", "PA", 0.0),
        ("=== F5/nan", "F5", 0.0),
        ("=== F5/1e9", "F5", 0.99),
        ("===", "", 0.0),
    ],
)
def test_moves_that_engines_announce(text, square, value):
    assert protocol.parse_choice(text) == (square, pytest.approx(value))


@given(st.text())
def test_any_announcement_is_understood_somehow(text):
    assert abs(protocol.parse_choice(f"=== {text}").value) <= 0.99


def test_what_is_announced_is_read_again():
    decision = Decision(37, -0.25, None, 4, 100, [37])
    assert protocol.choice_text("F5", decision, 0.5) == "=== F5/-16.00/0.50"
    assert protocol.parse_choice(protocol.choice_text("F5", decision, 0.5)) == ("F5", -0.25)


def test_a_session():
    talk = Conversation()
    assert talk.tell("nboard 2") == ["set myname Fourfold"]
    assert talk.tell(f"set game {GAME}", "set depth 2", "set contempt 0", "ping 7") == ["pong 7"]
    assert talk.server.states == OTHELLO.replay(["f5", "f6"])
    said = talk.tell("go")
    assert [line.split()[0] for line in said] == ["status", "nodestats", "===", "status"]
    assert talk.server.player.budget.depth == 2
    square = protocol.parse_choice(said[2]).square
    assert square.lower() in OTHELLO.legal_texts(talk.server.states[-1])
    assert talk.server.states == OTHELLO.replay(["f5", "f6"])
    assert talk.tell(f"move {square}/1.0/0.5") == []
    assert talk.server.states == OTHELLO.replay(["f5", "f6", square])
    assert talk.tell("learn") == ["learned"]


def test_hints_are_the_best_moves_first():
    talk = Conversation()
    hints = [line.split() for line in talk.tell("hint 3") if line.startswith("search")]
    assert len(hints) == 3
    wanted = talk.server.player.analyse(OTHELLO.init_state()).moves
    for (_, line, value, games, depth), decision in zip(hints, wanted, strict=False):
        assert line.lower().split("-") == OTHELLO.line_text(OTHELLO.init_state(), decision.line)
        assert (float(value), games, depth) == (pytest.approx(decision.value * 64, abs=0.01), "0", "3")
    assert len([line for line in Conversation("random").tell("hint 3") if line.startswith("search")]) == 1


def test_a_proven_result_is_told():
    talk = Conversation()
    talk.tell("set game (;BO[8 " + "*O" + "-" * 62 + " *];)")
    assert talk.tell("hint 1")[1] == "search C1 64.00 0 100%W"


def test_passes():
    talk = Conversation()
    talk.tell("set game (;BO[8 " + "O*" + "-" * 62 + " *];)")
    assert any(line.startswith("=== PA/") for line in talk.tell("go"))
    assert talk.tell("move PA", "move C1") == []
    assert OTHELLO.outcome(talk.server.states[-1]) == -1


@pytest.mark.parametrize("command", ["go", "hint 2"])
def test_ping_ends_a_search(command):
    talk = Conversation("alphabeta:depth=40,eval=positional")
    for pause in (0, 0.2):
        begun = time.perf_counter()
        talk.server.answer([f"set game {GAME}", command, *wait_before(["ping 1"], pause)])
        assert time.perf_counter() - begun < 10
        assert talk.said[-1] == "pong 1"
        assert any(line.startswith(("===", "search")) for line in talk.said)


def wait_before(lines, seconds):
    for line in lines:
        time.sleep(seconds)
        yield line


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("set game nonsense", "not a game"),
        ("set depth x", "not a whole number"),
        ("move A1", "a1 flips no disc"),
        ("move", "not a square"),
    ],
)
def test_what_is_wrong_is_shown_and_changes_nothing(line, message):
    talk = Conversation("random")
    (said,) = talk.tell(line)
    assert said.startswith("status ")
    assert message in said
    assert talk.server.states == [OTHELLO.init_state()]


def test_unknown_commands_are_ignored_and_a_finished_game_is_told():
    talk = Conversation("random")
    assert talk.tell("", "fly", "set colour red", "analyze") == []
    talk.tell("set game (;BO[8 " + "*" * 64 + " *];)")
    talk.server.execute("go", "")
    assert talk.said == ["status the game is over"]


def test_a_player_that_fails_is_shown(monkeypatch):
    talk = Conversation("random")
    monkeypatch.setattr(talk.server.player, "choose", lambda *_: 1 // 0)
    talk.server.answer(["go", "ping 1"])
    assert talk.said[1:] == ["status ZeroDivisionError: integer division or modulo by zero", "pong 1"]


@settings(deadline=None, max_examples=100)
@given(
    st.lists(
        st.builds(
            " ".join,
            st.tuples(
                st.sampled_from(["nboard", "set", "set game", "set depth", "move", "hint", "go", "ping", "learn", ""]),
                st.one_of(st.sampled_from(["F5", "PA", GAME, "d6/1/2", "0", "3"]), st.text(max_size=10)),
            ),
        ),
        max_size=10,
    )
)
def test_no_line_crashes_the_server(lines):
    talk = Conversation("random")
    talk.server.answer([*lines, "ping 99"])
    assert talk.said[-1] == "pong 99"


@pytest.mark.parametrize("text", ["", "nboard 2\n", "quit\n", "go\n"])
def test_the_end_of_input_ends_the_command(text, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert main(["engine", "othello", "--player", "random", "--protocol", "nboard"]) == 0
    assert ("===" in capsys.readouterr().out) == ("go" in text)
