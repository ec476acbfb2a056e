"""Our engine, asked line by line."""

import io
import threading
import time

import pytest

from fourfold.cli.cli import main
from fourfold.engines.hub import protocol
from fourfold.engines.hub.server import HubServer
from fourfold.games.interface.find import find_game
from fourfold.players import specs

DRAUGHTS = find_game("draughts")
START = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
WHITE_FIRST = "W" + START[1:]
PLAYER = "alphabeta:depth=3,eval=material"


class Conversation:
    """A server and what it has said."""

    def __init__(self, player=PLAYER):
        self.said = []
        self.done = threading.Event()
        self.server = HubServer(DRAUGHTS, specs.player(player, DRAUGHTS), 0, self.hear)

    def hear(self, line):
        self.said.append(protocol.parse_line(line))
        if line.startswith("done"):
            self.done.set()

    def tell(self, *lines):
        """Return what is said to lines at once."""
        self.said.clear()
        for line in lines:
            self.done.clear()
            self.server.execute(protocol.parse_line(line))
        return list(self.said)

    def think(self, *lines):
        """Return what is said to lines and a search, until it is done."""
        self.tell(*lines, "go think")
        assert self.done.wait(20)
        return list(self.said)

    def move(self, *lines):
        return self.think(*lines)[-1].arguments["move"]


@pytest.fixture(scope="module")
def talk():
    return Conversation()


def test_introduction(talk):
    said = talk.tell("hub")
    assert [line.command for line in said] == ["id", "param", "param", "param", "wait"]
    assert said[0].arguments["name"] == "Fourfold"
    assert said[1].arguments == {"name": "variant", "value": "english", "type": "enum", "values": "english"}
    assert [line.command for line in talk.tell("set-param name=variant value=english", "init")] == ["ready"]


def test_ping(talk):
    assert talk.tell("ping") == [("pong", {})]


def test_a_search_tells_depth_score_nodes_time_speed_and_line(talk):
    info, done = talk.think("new-game", "pos start", "level depth=5")
    assert set(info.arguments) == {"depth", "score", "nodes", "time", "nps", "pv"}
    assert info.arguments["depth"] == "5"
    line = info.arguments["pv"].split()
    assert [done.arguments["move"], done.arguments["ponder"]] == line[:2]
    state = DRAUGHTS.init_state()
    for text in line:
        state = DRAUGHTS.apply(state, protocol.parse_move(DRAUGHTS, state, text))


def test_a_level_counts_once(talk):
    assert talk.think("pos start", "level depth=1")[0].arguments["depth"] == "1"
    assert talk.think()[0].arguments["depth"] == "3"
    assert talk.think("level depth=1", "pos start")[0].arguments["depth"] == "3"


def test_nodes_and_time():
    talk = Conversation("alphabeta:depth=40,eval=material")
    assert 300 <= int(talk.think("pos start", "level nodes=300")[0].arguments["nodes"]) < 400
    for level in ("move-time=0.2", "time=6", "moves=5 time=1", "time=0 inc=0.25"):
        begun = time.perf_counter()
        talk.think("pos start", f"level {level}")
        assert 0.15 < time.perf_counter() - begun < 5


@pytest.mark.parametrize("mode", ["analyze", "ponder", "think"])
@pytest.mark.parametrize("player", ["alphabeta:depth=2,eval=material", "mcts:sims=100"])
def test_stop_ends_a_search_even_before_it_has_begun(player, mode):
    talk = Conversation(player)
    for pause in (0, 0.2):
        talk.tell("pos start", "level infinite", f"go {mode}")
        time.sleep(pause)
        assert talk.tell("ping")[0].command == "pong"
        assert talk.tell("stop")[-1].command == "done"


def test_the_clock_runs_from_the_ponder_hit():
    talk = Conversation("alphabeta:seconds=1,eval=material")
    talk.tell("pos start", "level move-time=0.1", "go ponder")
    assert not talk.done.wait(0.5)
    talk.tell("ponder-hit")
    assert talk.done.wait(5)


def test_another_command_ends_a_search():
    talk = Conversation("alphabeta:depth=40,eval=material")
    talk.server.answer(["pos start", "go think", "pos start", "level depth=1", "go think", "quit", "ping"])
    assert [line.command for line in talk.said if line.command != "info"] == ["done", "done"]


@pytest.mark.parametrize(
    "line",
    ["", "foo", "go2 x", "pos pos=W", f"pos pos={START} moves=11-16x", f"pos pos={START} moves=1-5", "level depth=x",
     "set-param name=variant value=frisian", "set-param name=seed value=-1", "set-param"],
)  # fmt: skip
def test_what_is_wrong_is_told_and_changes_nothing(talk, line):
    talk.tell(f"pos pos={START}")
    before = talk.server.states
    assert [said.command for said in talk.tell(line)] == ["error"]
    assert talk.server.states == before
    assert talk.move() in legal_texts(before[-1])


def test_a_finished_game_is_done_at_once(talk):
    over = "B" + "e" * 31 + "W"
    assert [line.command for line in talk.think(f"pos pos={over}")] == ["error", "done"]


def legal_texts(state):
    return [protocol.move_text(state, move) for move in DRAUGHTS.moves(state)]


def test_moves_are_the_history(talk):
    talk.tell(f'pos pos={START} moves="11-15 22-18 15x22x18 25x18x22"')
    assert talk.server.states == DRAUGHTS.replay(["11-15", "22-18", "15x22", "25x18"])


def test_a_repetition_is_seen_through_the_moves(talk):
    """Black, a king ahead, does not go where the game has been: that would be a draw."""
    state = DRAUGHTS.parse("B:WK32:BK1,K10")
    for text in legal_texts(state):
        back = "-".join(reversed(text.split("-")))
        moves = f"{text} 32-28 {back} 28-32"
        assert talk.move(f'pos pos={protocol.position_text(state)} moves="{moves}"', "level depth=1") != text


def test_a_board_that_lets_white_begin_is_turned(talk):
    """What pydraughts sends: the board turned round, colours swapped, moves as they are."""
    assert talk.move(f"pos pos={WHITE_FIRST}") in legal_texts(DRAUGHTS.init_state())
    talk.tell(f'pos pos={WHITE_FIRST} moves="11-15 22-18"')
    assert talk.server.states == DRAUGHTS.replay(["11-15", "22-18"])
    state = DRAUGHTS.parse("W:W18,K30:B3,K22")
    turned = protocol.turned(protocol.position_text(state))
    talk.tell(f"pos pos={turned} moves=18-15")
    assert talk.server.states == DRAUGHTS.replay(["18-15"], state)
    talk.tell("set-param name=board value=turned", f"pos pos={turned}")
    assert talk.server.states == [state]
    talk.tell("set-param name=board value=straight", f"pos pos={WHITE_FIRST}")
    assert talk.server.states == [DRAUGHTS.init_state(-1)]
    assert talk.tell(f"pos pos={WHITE_FIRST} moves=11-15")[0].command == "error"
    talk.tell("set-param name=board value=auto")


def test_the_seed_decides_what_is_random():
    talk = Conversation("random")
    moves = [talk.move(f"set-param name=seed value={seed}", "new-game", "pos start") for seed in (*range(8), *range(8))]
    assert moves[:8] == moves[8:]
    assert len(set(moves)) > 2


def test_a_player_that_fails_is_done_with_an_error(monkeypatch):
    talk = Conversation("random")
    monkeypatch.setattr(talk.server.player, "choose", lambda *_: 1 // 0)
    error, done = talk.think("pos start")
    assert error.arguments["message"].startswith("ZeroDivisionError")
    assert done == ("done", {})


@pytest.mark.parametrize(
    "arguments",
    [
        ("othello", "--protocol", "hub"),
        ("draughts", "--protocol", "nboard"),
        ("draughts", "--protocol", "uci"),
        ("draughts", "--player", "alphabeta:eval=nothing"),
        ("draughts", "--player", "engine:cmd=x,protocol=hub"),
        ("chess",),
    ],
)
def test_bad_input_of_the_command(arguments, capsys):
    assert main(["engine", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("text", ["", "hub\n", "hub\nquit\n", "pos start\ngo think\n"])
def test_the_end_of_input_ends_the_command(text, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert main(["engine", "draughts", "--player", PLAYER]) == 0
    assert ("done move=" in capsys.readouterr().out) == ("go" in text)
