"""Commands in games of chance, games with points, and games in which a side moves on."""

import json
import re
from pathlib import Path

import pytest
from support.paths import DICE_RACE, TAKE_AGAIN

from fourfold.games.interface.find import find_game

RANDOM = ("--player", "random")


def lines(*texts):
    return "".join(f"{text}\n" for text in texts)


def ask(run, *texts, options=()):
    code, out, err = run("play", DICE_RACE, *RANDOM, "--dice", "ask", *options, stdin=lines(*texts))
    assert code == 0, err
    return out


def moves_of(out):
    return re.search(r"^moves: (.*?)(?: \(from .*)?$", out, re.MULTILINE)[1].split()


def test_the_program_rolls_for_both_sides(run):
    code, out, err = run("play", DICE_RACE, *RANDOM, stdin=lines("first", "second", "quit"))
    assert code == 0, err
    assert re.search(r"^you roll rolls-[123]$", out, re.MULTILINE)
    assert re.search(r"^I roll rolls-[123]$", out, re.MULTILINE)
    assert re.search(r"^Blue, your move \(rolls-[123]\)> first$", out, re.MULTILINE)
    assert re.search(r"^Score: you are \d points? (ahead|behind)$", out, re.MULTILINE)
    game = find_game(DICE_RACE)
    assert game.sides(game.replay(moves_of(out)))[-1] == 1


def test_the_same_seed_rolls_the_same(run):
    games = [run("play", DICE_RACE, *RANDOM, "--demo", "--seed", seed)[1] for seed in "112"]
    assert games[0] == games[1] != games[2]
    assert re.search(r"^(Blue|Orange) wins by \d+ points?\.$", games[0], re.MULTILINE)


def test_a_person_enters_real_dice(run):
    out = ask(run, "rolls-2", "first", "rolls-1", "quit")
    assert "Blue, your roll, or Enter> rolls-2" in out
    assert "Orange, my roll, or Enter> rolls-1" in out
    assert moves_of(out)[:3] == ["rolls-2", "first", "rolls-1"]


def test_enter_lets_the_program_roll(run):
    out = ask(run, "", "first", "quit")
    assert re.search("^you roll rolls-", out, re.MULTILINE)
    assert moves_of(out)[1] == "first"


def test_a_wrong_roll_is_refused_and_one_can_be_taken_back(run):
    out = ask(run, "rolls-9", "rolls-2", "undo", "rolls-1", "moves", "quit")
    assert "'rolls-9' is not legal; legal moves: rolls-1, rolls-2, rolls-3" in out
    assert moves_of(out) == ["rolls-1"]
    assert "legal moves: first, second" in out


def test_help_before_the_roll(run):
    out = ask(run, "help", "moves", "hint", "analyse", "quit")
    assert "rolls-1    says what has fallen; Enter lets me roll" in out
    assert "possible rolls: rolls-1, rolls-2, rolls-3" in out
    assert out.count("there is nothing to choose before the roll") == 2
    assert "Type a move, such as first, or help." in out


def test_dice_that_nobody_has(run):
    code, _, err = run("play", "tic_tac_toe", *RANDOM, "--dice", "ask", stdin="")
    assert (code, err) == (2, "error: --dice ask is for games of chance, and tic_tac_toe is none\n")
    code, _, err = run("play", DICE_RACE, *RANDOM, "--dice", "loaded", stdin="")
    assert (code, err) == (2, "error: --dice loaded is not valid; choose from roll, ask\n")


def test_who_moves_on_is_asked_again(run):
    code, out, err = run("play", TAKE_AGAIN, *RANDOM, stdin=lines("2", "2", "undo", "2", "2", "2", "2", "2", "2", "1"))
    assert code == 0, err
    assert "I play" not in out.partition("Score: you are 12 points ahead")[0]
    assert moves_of(out)[:6] == ["2"] * 6


def test_the_end_of_a_game_with_points(run):
    stdin = lines("2", "2", "2", "2", "2", "2", "3")
    code, out, err = run("play", TAKE_AGAIN, *RANDOM, "--json", stdin=stdin)
    assert code == 0, err
    assert "You win by 15 points, well played." in err
    found = json.loads(out)
    assert (found["outcome"], found["points"], found["moves"]) == (1, 15, ["2"] * 6 + ["3"])
    code, out, err = run("play", TAKE_AGAIN, "--second", *RANDOM, "--position", "2 2 2 2 2 2 2", stdin="")
    assert "I win by 1 point." in out or "I win by 15 points." in out


def test_an_analysis_before_the_roll_asks_for_it(run):
    code, _, err = run("analyse", DICE_RACE, "", "--player", "alphabeta:depth=2")
    assert code == 2
    assert "add what it brings to the position, one of rolls-1, rolls-2, rolls-3" in err


def test_an_analysis_in_points(run):
    arguments = ("analyse", TAKE_AGAIN, "2 2 2 2 2 1 1", "--player", "alphabeta:depth=9,aim=points")
    code, out, err = run(*arguments, "--json")
    assert code == 0, err
    found = json.loads(out)
    assert all(move["points"] == round(15 * move["value"], 3) for move in found["moves"])
    assert found["best"] == "3"
    assert found["moves"][0]["points"] == 13  # it has 10, and takes the last three
    code, out, _ = run(*arguments)
    assert "move  value  points" in re.sub(" +", " ", out).replace(" ", "  ")
    assert "1 is 15 points" in out


def test_an_analysis_to_win_has_no_points(run):
    code, out, _ = run("analyse", TAKE_AGAIN, "2 2", "--player", "alphabeta:depth=3", "--json")
    assert code == 0
    assert "points" not in json.loads(out)["moves"][0]


@pytest.mark.parametrize("dice", ["paired", "independent"])
def test_a_match_reports_points(run, dice):
    arguments = ("match", "random", "random", "--game", DICE_RACE, "--games", "8", "--workers", "1", "--dice", dice)
    code, out, err = run(*arguments)
    assert code == 0, err
    assert re.search(r"^points [+-][\d.]+ a game \(95 % interval: -[\d.]+ to \+?[\d.]+\)$", out, re.MULTILINE)
    found = json.loads(run(*arguments, "--json")[1])
    assert found["points_low"] <= found["points"] <= found["points_high"]


def test_a_match_without_points_has_none(run):
    arguments = ("match", "random", "random", "--game", "tic_tac_toe", "--games", "4", "--workers", "1")
    code, out, _ = run(*arguments, "--json")
    found = json.loads(out)
    assert (code, found["points"], found["points_low"], found["points_high"]) == (0, None, None, None)
    assert "points" not in run(*arguments)[1]


def test_unknown_dice_of_a_match(run):
    code, _, err = run("match", "random", "random", "--game", DICE_RACE, "--dice", "loaded")
    assert (code, err) == (2, "error: dice 'loaded' are not known; they are paired or independent\n")


def test_games_of_the_list_say_what_they_are(run):
    found = {game["name"]: game for game in json.loads(run("games", "--json")[1])["games"]}
    assert (found["othello"]["points"], found["othello"]["chance"]) == (64, False)
    assert found["tic_tac_toe"]["points"] is None


SHARES = "(3.0 - number) / 6.0"
ONE_SIDE = "    return State(state.own, state.opponent, 0, state.player)\n    scale"
BAD = {
    "chances that do not add up": (SHARES, "0.3", "chance: writes probabilities that add up to 0.9, not to 1"),
    "negative chances": (SHARES, "1.0 - number", "chance: writes the probabilities [1.0, 0.0, -1.0], not all above 0"),
    "a side that moves for ever": (
        "    scale", ONE_SIDE, "end: the same side has moved 1000 times in a row, and so it could for ever"
    ),
    "a score beyond its bounds": ("POINTS = 10", "POINTS = 2", "points: returns 3, beyond POINTS = 2"),
    "an option out of range": (
        "STEPS = 5", "STEPS = 5\nOPTIONS = {'steps': range(6, 9)}",
        "bad.py: STEPS = 5 is not in range(6, 9), where OPTIONS has it",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_game_gets_one_clear_line(run, tmp_path, name):
    old, new, fault = BAD[name]
    source = Path(DICE_RACE).read_text()
    assert source.count(old) == 1
    (tmp_path / "bad.py").write_text(source.replace(old, new))
    code, out, err = run("check", str(tmp_path / "bad.py"), "--games", "4")
    assert code == 2
    assert len([line for line in (out + err).splitlines() if fault in line]) == 1
    assert len(err.splitlines()) == 1


def test_a_value_out_of_range_gets_one_clear_line(run):
    code, _, err = run("check", "hex:size=99")
    assert (code, err) == (2, "error: hex:size=99 is not valid: size is a whole number from 2 to 11\n")
