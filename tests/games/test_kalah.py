"""Kalah, rule by rule; `test_kalah_oracle.py` compares whole games."""

import numpy as np
import pytest

from fourfold import rules
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game

KALAH = find_game("kalah")
START = "4,4,4,4,4,4,0 4,4,4,4,4,4,0 x"
SOWINGS = {
    "into own pits": (START, 1, "0,5,5,5,5,4,0 4,4,4,4,4,4,0 o"),
    "the last seed into the store: the same side again": (START, 3, "4,4,0,5,5,5,1 4,4,4,4,4,4,0 x"),
    "the other side too": (START[:-1] + "o", 3, "4,4,4,4,4,4,0 4,4,0,5,5,5,1 o"),
    "on into the opponent's pits": (START, 5, "4,4,4,4,0,5,1 5,5,4,4,4,4,0 o"),
    "the last seed into an empty pit captures": (
        "1,0,0,0,0,3,10 4,4,4,4,9,9,0 x", 1, "0,0,0,0,0,3,20 4,4,4,4,0,9,0 o",
    ),
    "not if the pit opposite is empty": ("1,0,0,0,0,3,11 9,9,6,9,0,0,0 x", 1, "0,1,0,0,0,3,11 9,9,6,9,0,0,0 o"),
    "not in the opponent's pits": ("1,0,0,0,0,2,12 0,9,6,9,9,0,0 x", 6, "1,0,0,0,0,0,13 1,9,6,9,9,0,0 o"),
    "thirteen seeds end where they began": ("13,0,0,0,0,1,10 4,4,4,4,4,4,0 x", 1, "0,1,1,1,1,2,17 5,5,5,5,5,0,0 o"),
    "the opponent's store is left out": ("1,0,1,0,0,10,5 4,4,4,4,4,4,7 x", 6, "2,1,2,0,0,0,6 5,5,5,5,5,5,7 o"),
}  # fmt: skip
ENDS = {
    "the mover's pits are empty": ("0,0,0,0,0,1,20 1,2,3,0,0,1,20 x", 6, "0,0,0,0,0,0,21 0,0,0,0,0,0,27 x", -1, -6),
    "the opponent's are": ("0,0,0,1,0,1,20 0,0,0,0,0,1,25 o", 6, "0,0,0,0,0,0,22 0,0,0,0,0,0,26 o", 1, 4),
    "after a capture": ("0,0,0,0,0,8,9 6,6,6,6,6,1,0 x", 6, "0,0,0,0,0,0,13 0,0,0,0,0,0,35 o", 1, 22),
    "a draw": ("0,0,0,0,0,2,23 0,0,0,0,0,1,22 x", 6, "0,0,0,0,0,0,24 0,0,0,0,0,0,24 o", 0, 0),
}


def played(position, pit):
    state = KALAH.parse(position)
    return state, KALAH.apply(state, KALAH.parse_move(state, str(pit)))


@pytest.mark.parametrize(("position", "pit", "expected"), SOWINGS.values(), ids=SOWINGS)
def test_sowing(position, pit, expected):
    before, after = played(position, pit)
    assert KALAH.text(after) == expected
    assert KALAH.moves_again(before, after) == (position[-1] == expected[-1])
    assert KALAH.outcome(after) == rules.ONGOING


@pytest.mark.parametrize(("position", "pit", "expected", "outcome", "points"), ENDS.values(), ids=ENDS)
def test_the_game_ends_when_a_side_has_no_seeds_left(position, pit, expected, outcome, points):
    _, after = played(position, pit)
    assert KALAH.text(after) == expected
    assert (KALAH.outcome(after), KALAH.points(after)) == (outcome, points)
    assert KALAH.moves(after) == []


def test_points_are_the_difference_of_the_stores():
    state = KALAH.parse("4,4,4,0,4,4,9 4,4,4,4,0,0,3 o")
    assert KALAH.points(state) == -6
    assert abs(KALAH.points(state)) <= KALAH.most_points == 48


def test_an_empty_pit_cannot_be_sown():
    state = KALAH.parse("4,4,0,5,5,5,1 4,4,4,4,4,4,0 x")
    assert [KALAH.move_text(state, move) for move in KALAH.moves(state)] == ["1", "2", "4", "5", "6"]
    with pytest.raises(InputError, match="pit 3 is empty"):
        KALAH.parse_move(state, "3")


def test_options_are_pits_and_seeds():
    game = find_game("kalah:pits=3,seeds=6")
    assert game.text(game.init_state()) == "6,6,6,0 6,6,6,0 x"
    assert (game.max_moves, game.most_points, game.variables) == (3, 36, 19)
    with pytest.raises(InputError, match="pits is a whole number from 1 to 7"):
        find_game("kalah:pits=8")


def test_the_largest_board_holds_all_its_seeds():
    """No count may run into the pit beside it, which has one byte."""
    game, rng = find_game("kalah:pits=7,seeds=15"), np.random.default_rng(1)
    for _ in range(20):
        state = game.init_state()
        while moves := game.moves(state):
            state = game.apply(state, moves[rng.integers(len(moves))])
            counts = [int(number) for number in game.text(state)[:-2].replace(" ", ",").split(",")]
            assert sum(counts) == game.most_points
        assert game.outcome(state) == np.sign(game.points(state))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4,4,4,4,4,4,0 4,4,4,4,4,5,0 x", "there are 49 seeds, not 48"),
        ("4,4,4,4,4,4 4,4,4,4,4,4,4 x", "is neither moves"),
        ("0,0,0,0,0,0,20 1,2,3,0,0,1,21 x", "the other side's seeds belong in its store"),
        ("7", "'7' is not a pit"),
        ("3 3", "pit 3 is empty"),
    ],
)
def test_what_is_no_position(text, message):
    with pytest.raises(InputError, match=message):
        KALAH.parse(text)


def test_a_line_of_moves_is_a_position():
    assert KALAH.text(KALAH.parse("3 6 1")) == KALAH.text(KALAH.replay(["3", "6", "1"])[-1])


def test_the_board_has_north_above_and_the_stores_at_the_ends():
    rows = KALAH.board(KALAH.parse("1,2,3,4,5,6,7 1,2,3,4,5,3,2 o"))
    assert rows == [("o2", "o3", "o5", "o4", "o3", "o2", "o1", " "), (" ", "x1", "x2", "x3", "x4", "x5", "x6", "x7")]


def variables(state, name="variables"):
    out = np.full(KALAH.variables, np.nan)
    sign = getattr(KALAH.module, name)(state, out)
    return out if sign is None else (sign, out)


def test_variables_are_the_same_from_either_side():
    """The other side's view has the halves exchanged and negated."""
    state = KALAH.parse("1,2,3,0,5,6,9 1,2,3,4,5,3,4 x")
    turned = variables(state._replace(own=state.opponent, opponent=state.own, own_store=4, opponent_store=9, player=-1))
    own, other, stores = np.split(variables(state), [18, 36])
    assert turned.tolist() == [*-other, *-own, *-stores]


def test_fixed_variables_are_the_first_players_view():
    state = KALAH.parse("1,2,3,0,5,6,9 1,2,3,4,5,3,4 x")
    moved = KALAH.apply(state, 1)
    assert moved.player == -1
    sign, fixed = variables(moved, "fixed_variables")
    turned = moved._replace(
        own=moved.opponent, opponent=moved.own, own_store=moved.opponent_store, opponent_store=moved.own_store, player=1
    )
    assert sign == -1
    assert fixed.tolist() == variables(turned).tolist()
    assert variables(state, "fixed_variables")[0] == 1


def test_variables_tell_which_pits_reach_the_store():
    own = variables(KALAH.parse("6,2,4,13,2,1,0 4,4,4,4,4,0,0 x"))[12:18]
    assert own.tolist() == [1, 0, 1, 0, 1, 1]
