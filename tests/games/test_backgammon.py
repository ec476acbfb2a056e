"""Backgammon, rule by rule; `test_backgammon_oracles.py` compares whole games and strange boards."""

import numpy as np
import pytest
from support.backgammon_boards import GAME, position, random_position, sides

from fourfold import rules
from fourfold.binding.bind import bind
from fourfold.errors import InputError
from fourfold.games import backgammon

PLAYS_FROM_THE_START = {
    21: 15, 31: 16, 32: 17, 41: 14, 42: 18, 43: 17, 51: 8, 52: 8, 53: 9, 54: 9, 61: 10, 62: 14, 63: 14, 64: 14, 65: 7,
    11: 42, 22: 75, 33: 73, 44: 52, 55: 4, 66: 11,
}  # fmt: skip
CLOSED = dict.fromkeys(range(1, 7), 2)
PLAYS = {
    "a checker on the bar enters first": (
        position({25: 1, 6: 14}, {1: 15}, 42), ["bar/19", "bar/21 6/4", "bar/23 6/2"],
    ),
    "two on the bar use both dice": (position({25: 2, 6: 13}, {1: 15}, 42), ["bar/23 bar/21"]),
    "a closed board lets nobody in": (position({25: 1, 6: 14}, CLOSED, 31), ["no play"]),
    "who cannot enter with both dice plays no more": (
        position({25: 2, 6: 13}, {2: 2, 1: 13}, 42), ["bar/21"],
    ),
    "both dice must be used if that is possible": (  # 13/8 would leave no 6
        position({13: 1, 8: 1}, {23: 2}, 65), ["13/7 8/3"],
    ),
    "the larger die if only one can be used": (position({13: 1}, {23: 2, 12: 2}, 65), ["13/7"]),
    "the smaller if the larger cannot": (position({13: 1}, {18: 2, 23: 2}, 65), ["13/8"]),
    "as many of a double as possible": (position({13: 1, 5: 1}, {24: 2, 21: 2}, 33), ["13/7 5/2"]),
    "no bearing off with a checker outside": (position({7: 1, 6: 1, 1: 1}, {1: 5}, 61), ["7/1 6/5", "7/off"]),
    "a checker may come home and bear off": (position({7: 1}, {1: 5}, 61), ["7/off"]),
    "the highest checker goes off with a larger number": (position({3: 1, 2: 1}, {1: 5}, 64), ["3/off 2/off"]),
    "but not while there is a higher one": (position({6: 1, 2: 1}, {1: 5}, 51), ["6/off", "6/1 2/1"]),
    "the last checker": (position({1: 1}, {1: 5}, 66), ["1/off"]),
}  # fmt: skip


def texts(state):
    return [GAME.move_text(state, move) for move in GAME.moves(state)]


def rolled(state, dice):
    return GAME.apply(state, dice)


@pytest.mark.parametrize(("state", "plays"), PLAYS.values(), ids=PLAYS)
def test_plays(state, plays):
    assert sorted(texts(state)) == sorted(plays)


def test_the_opening_roll_is_no_double():
    chances = GAME.chances(GAME.init_state())
    assert len(chances) == 15
    assert all(roll % 11 and chance == pytest.approx(1 / 15) for roll, chance in chances)


def test_doubles_are_half_as_likely():
    chances = dict(GAME.chances(GAME.init_state()._replace(dice=0)))
    assert len(chances) == GAME.most_chances
    assert sum(chances.values()) == pytest.approx(1, abs=1e-12)
    assert (chances[66], chances[65]) == (pytest.approx(1 / 36), pytest.approx(2 / 36))


def test_after_a_roll_the_same_side_moves():
    start = GAME.init_state()
    state = rolled(start, 31)
    assert GAME.moves_again(start, state)
    assert not GAME.chances(state)
    child = GAME.apply(state, GAME.parse_move(state, "8/5 6/5"))
    assert not GAME.moves_again(state, child)
    assert GAME.chances(child)


@pytest.mark.parametrize(("dice", "count"), PLAYS_FROM_THE_START.items())
def test_plays_from_the_start(dice, count):
    assert len(GAME.moves(rolled(GAME.init_state()._replace(dice=0), dice))) == count


def test_a_hit_checker_goes_to_the_bar():
    state = position({8: 2, 6: 13}, {24: 1, 20: 1, 6: 13}, 31)  # blots on the own points 1 and 5
    after = GAME.apply(state, GAME.parse_move(state, "8/5*/4"))
    assert sides(after)[1][25] == 1
    assert sides(after)[1][20] == 0


def test_who_hits_on_the_way_makes_another_play_than_who_does_not():
    state = position({8: 1, 6: 14}, {20: 1, 6: 14}, 31)
    ways = [text for text in texts(state) if text.startswith("8/") and text.endswith("4")]
    assert sorted(ways) == ["8/4", "8/5*/4"]
    assert GAME.parse_move(state, "8/7/4") == GAME.parse_move(state, "8/4") != GAME.parse_move(state, "8/5/4")


def test_a_forced_hit_need_not_be_written():
    state = position({8: 1}, {18: 2, 20: 1, 6: 12}, 31)  # 8/7 is blocked
    assert texts(state) == ["8/5*/4"]
    assert GAME.parse_move(state, "8/4") == GAME.moves(state)[0]


@pytest.mark.parametrize("seed", range(200))
def test_every_position_is_listed_once(seed):
    state = random_position(np.random.default_rng(seed))
    children = [child for _, child in GAME.expand(state)]
    assert len(set(children)) == len(children)


@pytest.mark.parametrize("seed", range(100))
def test_compiled_rules_are_the_plain_ones(seed):
    compiled, state = bind(game=backgammon), random_position(np.random.default_rng(seed))
    moves = np.empty(backgammon.MAX_MOVES, np.int64)
    assert moves[: compiled.expand(state, moves)].tolist() == GAME.moves(state)


def test_what_is_written_is_read_on_strange_boards():
    for seed in range(60):
        state = random_position(np.random.default_rng([seed, 1]))
        assert GAME.parse(GAME.text(state)) == state
        for move in GAME.moves(state)[:50]:
            text = GAME.move_text(state, move)
            assert GAME.parse_move(state, text) == move, f"{GAME.text(state)} {text}"


@pytest.mark.parametrize(
    ("own", "points"),
    [
        ({1: 14}, -1),
        ({1: 15}, -2),
        ({18: 15}, -2),
        ({19: 1, 1: 14}, -3),
        ({25: 1, 1: 14}, -3),
        ({24: 1, 1: 13}, -1),
    ],
)
def test_gammons_count_double_and_backgammons_three(own, points):
    state = position(own, {})
    assert (GAME.outcome(state), GAME.points(state)) == (-1, points)
    assert GAME.chances(state) == []


def test_no_points_before_the_end():
    state = position({1: 1}, {1: 15}, 21)
    assert (GAME.outcome(state), GAME.points(state)) == (rules.ONGOING, 0)


def test_no_side_needs_more_moves_than_the_bound():
    """Fifteen checkers on fifteen points, of which any four may go."""
    state = position(dict.fromkeys(range(8, 23), 1), {1: 15}, 11)
    assert len(GAME.moves(state)) <= backgammon.MAX_MOVES


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8/5", "is not a legal play of 31"),
        ("8/5 8/4", "is not a legal play of 31"),
        ("7/4 6/5", "no checker can go from 7 to 4"),
        ("5/8 6/5", "no checker can go from 5 to 8"),
        ("8-5 6-5", "'8-5' is not part of a play"),
        ("no play", "passing is allowed only"),
        ("31", "'31' is not part of a play"),
        ("26/22", "no checker can go"),
    ],
)
def test_what_is_no_play(text, message):
    with pytest.raises(InputError, match=message):
        GAME.parse_move(rolled(GAME.init_state(), 31), text)


@pytest.mark.parametrize(
    ("text", "message"), [("33", "the opening roll is no double"), ("7", "is not a roll"), ("8/5", "is not a roll")]
)
def test_what_is_no_roll(text, message):
    with pytest.raises(InputError, match=message):
        GAME.parse_move(GAME.init_state(), text)


def test_dice_in_any_order():
    assert GAME.parse_move(GAME.init_state(), "13") == 31


def test_a_game_is_one_line():
    texts = ["31", "8/5 6/5", "66", "24/18(2) 13/7(2)", "21", "13/11 6/5"]
    line = GAME.join_moves(texts)
    assert line == "31: 8/5 6/5 66: 24/18(2) 13/7(2) 21: 13/11 6/5"
    assert GAME.split_moves(line) == GAME.split_moves("1) " + line.replace("66", "2) 66")) == texts
    assert GAME.parse(line) == GAME.replay(texts)[-1]


def test_the_board_is_the_first_players_view():
    """The second player has points 25 - p: 24 is the first player's ace point."""
    upper, lower = GAME.board(position({25: 1, 24: 2, 6: 5}, {25: 2, 24: 2, 7: 11}, player=-1))
    assert upper == (".", ".", ".", ".", ".", ".", "o1", "o5", ".", ".", ".", ".", "x2", "o7")
    assert lower == (".", ".", ".", ".", ".", "x11", "x2", ".", ".", ".", ".", ".", "o2", ".")


def variables(state):
    out = np.full(GAME.variables, np.nan)
    backgammon.variables(state, out)
    return out


def test_variables_of_the_other_side_are_exchanged_and_negated():
    state = random_position(np.random.default_rng(5))
    turned = backgammon.State(*state[2:4], *state[:2], -state.player, state.dice)
    own, opponent = np.split(variables(state), 2)
    assert variables(turned).tolist() == [*-opponent, *-own]


def test_variables_count_checkers():
    own, opponent = np.split(variables(position({25: 1, 3: 5, 2: 3, 1: 2}, {4: 1})), 2)
    points = own[:96].reshape(24, 4)
    assert points[:3].tolist() == [[0, 1, 0, 0], [0, 1, 1, 0], [0, 1, 0, 1]]
    assert own[96:].tolist() == pytest.approx([1 / 2, 4 / 15, (25 + 15 + 6 + 2) / 100])
    assert opponent[:96].reshape(24, 4)[3].tolist() == [-1, 0, 0, 0]
