import json
import re

import pytest

from fourfold.games.interface.find import find_game
from fourfold.matches.session import Session
from fourfold.players import compile_ahead, plain_first
from fourfold.players.base import Decision
from fourfold.players.describe import outlook, plies, proven_result, search_effort, short

PLAYER = ("--player", "alphabeta:depth=9")


def play(run, moves, *arguments):
    code, out, err = run("play", "tic_tac_toe", *PLAYER, *arguments, stdin="".join(f"{move}\n" for move in moves))
    assert code == 0, err
    return out


def test_a_whole_game(run):
    """The perfect player draws; each of our moves is the first legal one after its answer."""
    session = Session(find_game("tic_tac_toe"), find_game("tic_tac_toe").init_state(), "", 0)
    moves = ["4"]
    while True:
        out = play(run, moves)
        made = re.search(r"^moves: (.*)$", out, re.MULTILINE)[1].split()
        session = Session(session.game, session.game.replay(made)[-1], "", 0)
        if session.outcome() is not None:
            break
        moves.append(session.game.legal_texts(session.state)[0])
    assert "A draw." in out or "I win." in out
    assert len(made) >= 6
    assert "continue:" not in out


def test_what_the_computer_thinks(run):
    out = play(run, ["0", "1"])  # two in a row, which it must stop
    assert "I play 2" in out
    assert re.search(r"thinks: (a draw|I win) in \d plies \(\+[01].00\); depth \d, .* nodes?, .* a second", out)


def test_losing(run):
    out = play(run, ["0", "1"], "--position", "5 4 7 8")
    assert "I win." in out
    assert "thinks: I win in 1 ply (+1.00)" in out


def test_winning(run):
    out = play(run, ["2"], "--position", "0 4 1 8")
    assert "You win, well played." in out
    assert "moves: 2 (from 0 4 1 8)" in out


def test_second(run):
    out = play(run, [], "--second", "--position", "0 4 1 8")
    assert "I play 2" in out
    assert "I win." in out


def test_undo_hint_moves_and_nonsense(run):
    out = play(run, ["undo", "4", "undo", "hint", "moves", "help", "4 4", "banana", "board", "", "analyse", "quit"])
    assert "there is no move to undo" in out
    assert re.search(r"try \d: a draw in 9 plies", out)
    assert "legal moves: 0, 1, 2, 3, 4, 5, 6, 7, 8" in out
    assert "'banana' is not legal; legal moves: 0, 1" in out
    assert "takes back your last move" in out
    assert out.count("draw in 9 plies") == 10
    assert "moves: " not in out.splitlines()[-1]


def test_illegal_moves_say_what_is_legal(run):
    stdin = "9\n44\n4\n"
    _, out, _ = run("play", "connect_four", "--player", "random", "--position", "444444", stdin=stdin)
    assert "'9' is not a column; columns are 1 to 7" in out
    assert "column 4 is full" in out
    assert out.count("legal moves: 1, 2, 3, 5, 6, 7") == 3


def test_the_end_of_input_is_not_an_error(run):
    out = play(run, ["4"])
    assert "end of standard input" in out
    position = re.search(r"continue: fourfold play tic_tac_toe --position '(.*)'", out)[1]
    assert len(position.split()) == 2


def test_a_record_can_be_gone_on_from(run):
    _, out, _ = run("play", "connect_four", "--player", "random", "--position", "4453", stdin="1\n")
    assert re.search(r"continue: fourfold play connect_four --position 44531[1-7]$", out, re.MULTILINE)
    _, out, _ = run("play", "draughts", "--player", "random", stdin="9-13\n")
    position = re.search(r"--position '(1\. 9-13 \S+)'$", out, re.MULTILINE)[1]
    assert find_game("draughts").parse(position).player == 1


def test_hints_against_a_player_that_does_not_search(run):
    _, out, _ = run("play", "tic_tac_toe", "--player", "random", "--position", "0 4 1 8", stdin="hint\nquit\n")
    assert "try 2: you win in 1 ply" in out


def test_hints_against_a_player_that_errs_are_right(run):
    arguments = "--player", "perfect:mistakes=1", "--position", "4444422333266226"
    _, out, _ = run("play", "connect_four", *arguments, stdin="hint\nquit\n")
    assert "try 5" in out


def test_hints_are_compiled_once_and_no_compilation_outlives_the_game(run, monkeypatch):
    started = []
    monkeypatch.setattr(plain_first, "player_from_disk", lambda *_: None)
    monkeypatch.setattr(plain_first, "start", lambda *spec: started.append(compile_ahead.start(*spec)) or started[-1])
    run("play", "tic_tac_toe", "--player", "random", "--position", "0 4 1 8", stdin="hint\nhint\nquit\n")
    assert [process.returncode is not None for process in started] == [True]


def test_demo(run):
    code, out, err = run("play", "tic_tac_toe", *PLAYER, "--demo")
    assert code == 0, err
    assert "X plays" in out
    assert "O plays" in out
    assert "A draw." in out


def test_json(run):
    arguments = ("play", "tic_tac_toe", *PLAYER, "--position", "0 4 1 8", "--json")
    code, out, err = run(*arguments, stdin="2\n")
    assert code == 0
    found = json.loads(out)
    assert found["moves"] == ["2"]
    assert found["reached"] == "0 4 1 8 2"
    assert (found["human"], found["outcome"]) == ("first", 1)
    assert "You win" in err
    assert json.loads(run(*arguments, stdin="")[1])["outcome"] is None


def test_the_same_seed_plays_the_same_game(run):
    games = [run("play", "connect_four", "--demo", "--player", "random", "--seed", seed)[1] for seed in "112"]
    assert games[0] == games[1] != games[2]


def test_a_draw_by_repetition(run):
    back_and_forth = ["1-5", "32-28", "5-1", "28-32"] * 2
    game = find_game("draughts")
    session = Session(game, game.parse("B:WK32:BK1"), "B:WK32:BK1", 0)
    for text in back_and_forth:
        assert session.outcome() is None
        session.move(game.parse_move(session.state, text))
    assert session.outcome() == 0
    assert session.is_repetition()
    assert session.undo()
    assert session.outcome() is None


def test_values_in_words():
    def decision(value, proven=None):
        return Decision(0, value, proven, 3, 1200, [0])

    assert outlook(decision(0.001), "I", "you") == "about even"
    assert outlook(decision(0.05), "I", "you") == "slightly better for me"
    assert outlook(decision(-0.2), "I", "you") == "better for you"
    assert outlook(decision(-0.7), "Red", "Yellow") == "much better for Yellow"
    assert outlook(decision(1.0, 7), "I", "you") == "I win in 7 plies"
    assert outlook(decision(-1.0, 8), "Red", "Yellow") == "Yellow wins in 8 plies"
    assert outlook(decision(0.0, 8), "I", "you") == "a draw in 8 plies"
    assert proven_result(decision(-1.0, 1)) == "loss in 1 ply"
    assert proven_result(decision(0.3)) == ""
    assert search_effort(decision(0.0), 0.5) == "depth 3, 1.2 thousand nodes, 2.4 thousand a second"
    assert (short(999), short(21_400_000), plies(2)) == ("999", "21.4 million", "2 plies")


def test_an_answer_in_plain_python_says_so(run, monkeypatch):
    monkeypatch.setattr(plain_first, "player_from_disk", lambda spec, game, seed: None)
    code, out, err = run("play", "tic_tac_toe", "--player", "alphabeta:seconds=0.05", stdin="4\n")
    assert code == 0, err
    assert "(in plain Python: the fast search is being compiled in the background, once)" in out


@pytest.mark.parametrize(
    ("game", "opponent"),
    [
        ("examples/dots_and_boxes.py", "alphabeta:seconds=1,eval=points"),
        ("breakthrough:size=5", "mcts:seconds=1"),
        ("gomoku:size=10", "mcts:seconds=1,rave=300"),
    ],
)
def test_the_first_opponent_is_the_best_that_learned_nothing(run, game, opponent):
    """It goes by a score that tells who is ahead, or plays out games; with RAVE if moves are many."""
    code, out, err = run("play", game, stdin="")
    assert code == 0, err
    assert f"against {opponent}" in out
