"""Our engine, asked in GTP line by line."""

import io
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourfold.cli.cli import main
from fourfold.engines.gtp.server import GtpServer
from fourfold.games.interface.find import find_game, game_names
from fourfold.players import specs
from fourfold.records.moves_between import SIDES

OTHELLO = find_game("othello")
PLAYER = "alphabeta:depth=3,eval=positional"
MUST_PASS = "ox" + "." * 62 + "x"


class Conversation:
    """A server and what it has said."""

    def __init__(self, player=PLAYER, game=OTHELLO):
        self.said = []
        self.server = GtpServer(game, specs.player(player, game), 0, self.said.append)

    def tell(self, *lines):
        """Return the answer to the last of lines; there is one to each."""
        self.said.clear()
        self.server.answer(lines)
        assert len(self.said) == len(lines)
        return self.said[-1].removesuffix("\n")

    @property
    def states(self):
        return self.server.position.states


@pytest.fixture
def talk():
    return Conversation("random")


def test_introduction(talk):
    assert talk.tell("protocol_version") == "= 2"
    assert talk.tell("1 name") == "=1 Fourfold"
    assert talk.tell("version").startswith("= ")
    assert talk.tell("known_command genmove") == "= true"
    assert talk.tell("known_command fly") == talk.tell("known_command") == "= false"
    commands = talk.tell("list_commands")[2:].split("\n")
    assert set(commands) == set(talk.server.commands)
    assert all(talk.tell(f"known_command {command}") == "= true" for command in commands)


def test_comments_and_empty_lines_are_not_answered(talk):
    talk.server.answer(["", "# name", "\t\n", "name # me", "quit", "name"])
    assert talk.said == ["= Fourfold\n", "=\n"]


def test_moves_and_undo(talk):
    assert talk.tell("play black F5") == talk.tell("play w d6") == talk.tell("play B c3") == "="
    assert talk.states == OTHELLO.replay(["f5", "d6", "c3"])
    assert talk.tell("undo") == "="
    assert talk.tell("gg-undo 2") == "="
    assert talk.states == OTHELLO.replay([])
    assert talk.tell("undo") == "? cannot undo"


def test_genmove_plays_and_reg_genmove_does_not():
    talk = Conversation()
    wanted = specs.player(PLAYER, OTHELLO).choose(OTHELLO.init_state()).move
    text = OTHELLO.move_text(OTHELLO.init_state(), wanted).upper()
    assert talk.tell("reg_genmove b") == talk.tell("genmove b") == f"= {text}"
    assert talk.states == OTHELLO.replay([text])
    assert talk.tell("genmove b") == "? white is to move"


def test_a_pass_is_a_move_and_a_forced_one_may_be_left_out(talk):
    talk.tell(f"setboard {MUST_PASS}")
    assert talk.tell("genmove b") == "= PASS"
    assert talk.tell("undo", "play b pass") == "="
    assert talk.tell("undo", "play w c1") == "="
    assert len(talk.states) == 3
    assert talk.tell(f"setboard {MUST_PASS}", "genmove w") == "= C1"


def test_a_finished_game_is_passed_on_and_scored(talk):
    assert talk.tell("final_score").startswith("? cannot score")
    assert talk.tell("gogui-rules_final_result") == "= the game is not over"
    talk.tell("setboard " + "xxo" + "." * 61 + "x", "play b d1")
    assert talk.tell("genmove w") == talk.tell("genmove b") == "= PASS"
    assert talk.tell("play w pass") == "="
    assert talk.tell("final_score") == "= B+4"
    assert talk.tell("gogui-rules_final_result") == "= Black wins by 4"
    assert talk.tell("gogui-rules_legal_moves") == "="
    assert talk.tell("setboard " + "xo" * 32 + "o", "final_score") == "= 0"


def test_what_gogui_asks(talk):
    assert talk.tell("gogui-rules_game_id") == talk.tell("list_games") == "= Othello"
    assert talk.tell("gogui-rules_board_size") == "= 8"
    assert talk.tell("gogui-rules_side_to_move") == "= black"
    assert talk.tell("gogui-rules_legal_moves") == "= D3 C4 F5 E6"
    assert talk.tell("play b f5", "gogui-rules_board").splitlines()[3] == ". . . X X X . ."
    assert talk.tell("showboard").splitlines()[5] == "4 . . . O X . . ."
    assert talk.tell("showboard").splitlines()[-1] == "white to move"
    assert talk.tell("gogui-play_sequence w d6 b c3") == "="
    assert talk.states == OTHELLO.replay(["f5", "d6", "c3"])


def test_set_up(talk, tmp_path):
    board = "..ox" + "." * 60
    assert talk.tell(f"setboard {board} o") == "="
    assert talk.states == [OTHELLO.parse(board + "o")]
    assert talk.tell("gogui-setup w C1 b D1") == "="
    assert talk.states == [OTHELLO.parse(board + "x")]
    assert talk.tell("gogui-setup_player w") == talk.tell("gogui-setup_player w") == "="
    assert talk.states == [OTHELLO.parse(board + "o")]
    path = tmp_path / "a game.sgf"
    path.write_text("(;GM[2];B[f5];W[d6];B[c3])")
    assert talk.tell(f"loadsgf {path}") == "="
    assert talk.states == OTHELLO.replay(["f5", "d6", "c3"])
    assert talk.tell(f"loadsgf {path} 2") == "="
    assert talk.states == OTHELLO.replay(["f5"])
    assert talk.tell("clear_board") == "="
    assert talk.states == [OTHELLO.init_state()]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("fly", "unknown command"),
        ("9", "unknown command"),
        ("boardsize 19", "unacceptable size"),
        ("boardsize", "unacceptable size"),
        ("set_game Chess", "unsupported game"),
        ("play", "syntax error"),
        ("play b", "syntax error"),
        ("play green f5", "syntax error"),
        ("play b z9", "illegal move"),
        ("play b a1", "illegal move"),
        ("play w f5", "illegal move: black is to move"),
        ("play b pass", "illegal move: passing"),
        ("genmove", "syntax error"),
        ("genmove w", "black is to move"),
        ("undo", "cannot undo"),
        ("gg-undo x", "cannot undo"),
        ("gogui-play_sequence b f5 w f5", "illegal move"),
        ("gogui-play_sequence b", "syntax error"),
        ("gogui-setup b z9", "'z9' is not a square"),
        ("gogui-setup_player", "syntax error"),
        ("setboard xo", "not a square"),
        ("setboard xoxoxoxoxo", "64 squares"),
        ("loadsgf", "cannot load file"),
        ("loadsgf /dev/zero", "cannot load file"),
        ("time_settings 1 2", "syntax error"),
        ("time_settings 1 2 nan", "syntax error"),
        ("time_left b -1 0", "syntax error"),
        ("set_random_seed -1", "syntax error"),
        ("fourfold-level depth=x", "is not a number"),
        ("fourfold-level infinite", "syntax error"),
    ],
)
def test_what_is_wrong_is_refused_and_changes_nothing(talk, line, message):
    talk.tell("clear_board")
    before = talk.states
    answer = talk.tell(line)
    assert answer.startswith("?")
    assert message in answer
    assert talk.states == before
    assert talk.tell("genmove b")[2:].lower() in OTHELLO.legal_texts(OTHELLO.init_state())


WORDS = st.one_of(
    st.sampled_from(["b", "w", "black", "pass", "f5", "D6", "c3", "1", "0", "1e9", "nan", "8", "/", ".", "depth=2"]),
    st.text(max_size=6),
)
LINES = st.builds(
    lambda command, words: " ".join([command, *words]),
    st.one_of(st.sampled_from(sorted(Conversation("random").server.commands)), st.text(max_size=8)),
    st.lists(WORDS, max_size=4),
)


@settings(deadline=None, max_examples=200)
@given(st.lists(LINES, max_size=12))
def test_no_line_crashes_the_server(lines):
    talk = Conversation("random")
    talk.server.answer(lines)
    for answer in talk.said:
        assert answer[0] in "=?"
        assert answer.endswith("\n")
        assert "\n\n" not in answer
    assert OTHELLO.text(talk.states[-1])


def test_limits():
    talk = Conversation("alphabeta:depth=40,eval=positional")
    player = talk.server.player
    talk.tell("fourfold-level depth=2", "genmove b")
    assert (player.budget.depth, player.budget.nodes) == (2, None)
    talk.tell("fourfold-level nodes=300", "genmove w")
    assert (player.budget.depth, player.budget.nodes) == (None, 300)
    talk.tell("fourfold-level", "time_settings 0 1 4")
    for colour, seconds in (("b", 0.25), ("w", 0.25)):
        begun = time.perf_counter()
        talk.tell(f"genmove {colour}")
        assert player.budget.seconds == seconds
        assert 0.2 < time.perf_counter() - begun < 5
    talk.tell("time_left b 6 0", "genmove b")
    assert (player.budget.depth, player.budget.seconds) == (40, 0.25)  # the period is more than a share of six seconds


def test_a_clock_does_not_lengthen_what_the_player_takes_itself():
    talk = Conversation("alphabeta:seconds=0.05,eval=positional")
    talk.tell("time_settings 3600 0 0", "genmove b")
    assert talk.server.player.budget.seconds == 0.05
    assert talk.server.clocks[1].left < 3600 == talk.server.clocks[-1].left
    talk.tell("clear_board")
    assert talk.server.clocks[1].left == 3600


def test_the_seed_decides_what_is_random(talk):
    moves = [talk.tell(f"set_random_seed {seed}", "clear_board", "genmove b") for seed in (*range(8), *range(8))]
    assert moves[:8] == moves[8:]
    assert len(set(moves)) > 2


def test_a_player_that_fails_is_told(talk, monkeypatch):
    monkeypatch.setattr(talk.server.player, "choose", lambda *_: 1 // 0)
    assert talk.tell("genmove b").startswith("? ZeroDivisionError")
    assert talk.states == [OTHELLO.init_state()]


@pytest.mark.parametrize("name", game_names())
def test_whole_games_of_every_game(name):
    game = find_game(name)
    talk = Conversation("random", game)
    for number in range(500):
        if not game.moves(talk.states[-1]):
            break
        side, chances = SIDES[talk.states[-1].player], game.chances(talk.states[-1])
        if chances:
            assert talk.tell(f"genmove {side}").startswith("? chance is to move")
            roll = game.move_text(talk.states[-1], chances[number % len(chances)][0])
            assert talk.tell(f"play {side} {roll}") == "="
        assert talk.tell(f"genmove {side}")[0] == "="
    assert game.outcome(talk.states[-1]) in (-1, 0, 1)
    assert talk.tell(f"boardsize {len(game.board(game.init_state()))}") == "="
    assert talk.tell("showboard")[0] == "="


@pytest.mark.parametrize("text", ["", "name\n", "quit\n", "genmove b\n"])
def test_the_end_of_input_ends_the_command(text, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert main(["engine", "othello", "--player", "random"]) == 0
    assert capsys.readouterr().out.count("=") == bool(text)
