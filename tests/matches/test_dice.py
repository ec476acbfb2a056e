"""What falls by chance in matches and in sessions, and who moves on; the games are small ones of the tests."""

import json
from collections import Counter
from itertools import pairwise, zip_longest

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.paths import DICE_RACE, TAKE_AGAIN

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.matches.dice import INDEPENDENT, PAIRED, Dice, dice_of, drawn
from fourfold.matches.match import match
from fourfold.matches.openings import Opening, from_text, openings, random_state
from fourfold.matches.referee import Ending, Referee, play_game
from fourfold.matches.session import Session
from fourfold.players.base import Decision
from fourfold.players.random import RandomPlayer
from fourfold.records import record as records
from fourfold.records.detect import read
from fourfold.records.legality import LegalGame, examine
from fourfold.rules import ONGOING

RACE, TAKE = find_game(DICE_RACE), find_game(TAKE_AGAIN)
SEEDS = st.integers(0, 2**32 - 1)


def random_game(game, seeds=(0, 1), opening=None, **settings):
    players = RandomPlayer(game), RandomPlayer(game)
    return play_game(game, *players, opening or Opening(game.init_state(), []), seeds, **settings)


def rolls(record):
    return [text for text in record.moves if text.startswith("rolls")]


@given(SEEDS, SEEDS, st.integers(0, 500))
def test_both_games_of_a_pair_get_the_same_dice(a, b, number):
    chances = [(1, 0.5), (2, 0.25), (3, 0.25)]
    assert dice_of((a, b)).draw(chances, number) == dice_of((b, a)).draw(chances, number)


def test_independent_dice_differ_between_the_games_of_a_pair():
    chances = [(face, 1 / 6) for face in range(6)]
    one, other = ([dice_of(seeds, INDEPENDENT).draw(chances, n) for n in range(60)] for seeds in ((1, 2), (2, 1)))
    assert sum(x == y for x, y in zip(one, other, strict=True)) < 25


def test_dice_fall_as_often_as_the_game_says():
    chances = RACE.chances(RACE.init_state())
    fallen = Counter(Dice(7).draw(chances, number) for number in range(6000))
    assert [round(fallen[outcome] / 6000, 1) for outcome in (1, 2, 3)] == [0.5, 0.3, 0.2]


def test_a_rounding_error_leaves_the_last_outcome():
    class Highest:
        def random(self):
            return np.nextafter(1.0, 0.0)

    assert drawn([(0, 0.5), (1, 0.5 - 1e-12)], Highest()) == 1


def test_other_dice_are_refused():
    with pytest.raises(InputError, match=r"dice 'loaded' are not known; they are paired or independent"):
        match("random", "random", RACE, games=2, dice="loaded")


def test_a_record_has_the_rolls_and_says_who_moved():
    again = 0
    for seeds in ((4, 9), (9, 4), (1, 2), (3, 4)):
        record = random_game(RACE, seeds)
        states = records.replay(record, RACE)
        assert states[0] == RACE.init_state()
        by_chance = [bool(RACE.chances(state)) for state in states[:-1]]
        assert by_chance == [text.startswith("rolls") for text in record.moves]
        assert RACE.sides(states) == [state.player for state in states]
        assert record.outcome == RACE.outcome(states[-1]) * states[-1].player
        assert record.points == RACE.points(states[-1]) * states[-1].player
        again += sum(before.die > 0 and before.player == after.player for before, after in pairwise(states))
    assert again > 0


@given(SEEDS, SEEDS)
def test_the_referee_knows_who_moves_on(a, b):
    """Oracle: who took how many stones, counted from the texts of the moves."""
    record = random_game(TAKE, (a, b))
    taken, side = {1: 0, -1: 0}, 1
    for text in record.moves:
        taken[side] += int(text)
        side = side if text == "2" else -side
    assert record.points == taken[1] - taken[-1]
    assert record.outcome == np.sign(record.points)


def test_each_player_is_asked_only_on_its_turn():
    class Asked(RandomPlayer):
        def choose(self, state, history=()):
            assert not self.game.chances(state)
            self.asked.append((state.player, len(history)))
            return super().choose(state, history)

    first, second = Asked(RACE), Asked(RACE)
    first.asked, second.asked = [], []
    record = play_game(RACE, first, second, Opening(RACE.init_state(), []), (3, 4))
    assert {side for side, _ in first.asked} == {1}
    assert {side for side, _ in second.asked} == {-1}
    plies = sorted(ply for _, ply in first.asked + second.asked)
    assert plies == [ply for ply, text in enumerate(record.moves) if not text.startswith("rolls")]


def test_rolls_do_not_count_towards_the_cap():
    record = random_game(RACE, (1, 2), max_plies=3)
    assert (record.reason, record.outcome, record.points) == ("move cap", 0, 0)
    assert len(record.moves) - len(rolls(record)) == 3
    assert len(rolls(record)) == 3


@pytest.mark.parametrize(("side", "lost"), [("first", -10), ("second", 10)])
def test_a_forfeit_costs_all_the_points_that_a_game_can(side, lost):
    cheat, honest = RandomPlayer(RACE), RandomPlayer(RACE)
    cheat.choose = lambda state, history: Decision(9, 0.0, None, 0, 0, [])
    players = (cheat, honest) if side == "first" else (honest, cheat)
    record = play_game(RACE, *players, Opening(RACE.init_state(), []))
    assert (record.reason[:8], record.points) == ("forfeit:", lost)


def test_a_void_game_has_no_points():
    broken = RandomPlayer(RACE)
    broken.choose = lambda state, history: 1 // 0
    record = play_game(RACE, broken, RandomPlayer(RACE), Opening(RACE.init_state(), []))
    assert (record.is_failure, record.points) == (True, None)


def test_the_games_of_a_pair_share_their_rolls_and_other_pairs_do_not():
    result = match("random", "random", RACE, games=40, openings=None, workers=1)
    found = [rolls(record) for record in result.records]
    for one, other in zip(found[::2], found[1::2], strict=True):
        length = min(len(one), len(other))
        assert one[:length] == other[:length]
    assert len({tuple(each) for each in found[::2]}) > 15
    alone = match("random", "random", RACE, games=40, openings=None, workers=1, dice=INDEPENDENT)
    found = [rolls(record) for record in alone.records]
    assert any(one[:4] != other[:4] for one, other in zip(found[::2], found[1::2], strict=True))


@pytest.mark.parametrize("dice", [PAIRED, INDEPENDENT])
def test_a_match_is_the_same_on_any_number_of_workers(dice, tmp_path):
    settings = {"games": 12, "seed": 5, "dice": dice}
    results = [match("random", "random", DICE_RACE, workers=workers, **settings) for workers in (1, 2)]
    assert results[0].records == results[1].records
    out = {"out": tmp_path / dice, "workers": 1}
    assert match("random", "random", DICE_RACE, **settings, **out).records == results[0].records
    assert match("random", "random", DICE_RACE, **settings, **out) == results[0]
    config = json.loads((tmp_path / dice / "config.json").read_text())
    assert ("dice" in config) == (dice == INDEPENDENT)  # so that matches of old can be resumed


@pytest.mark.parametrize("plies", [0, 1, 4])
def test_random_openings_end_where_a_player_is_to_move(plies):
    for opening in openings(RACE, f"random:{plies}", 30, seed=2):
        states = opening.states(RACE)
        assert RACE.outcome(opening.state) == ONGOING
        assert not RACE.chances(opening.state)
        assert sum(not RACE.chances(state) for state in states[:-1]) == plies
        assert opening.is_first_to_move(RACE) == (opening.state.player == 1)
        assert from_text(RACE, opening.text(RACE), opening.move_texts) == opening


def test_openings_of_a_side_that_moves_on_are_its_own():
    for opening in openings(TAKE, "random:3", 20):
        changes = sum(text != "2" for text in opening.move_texts)
        assert opening.is_first_to_move(TAKE) == (changes % 2 == 0)


def test_an_opening_is_continued_by_the_side_whose_turn_it_is():
    class Takes:
        def __init__(self, name):
            self.name = name

        def new_game(self, seed):
            self.taken = 0

        def choose(self, state, history=()):
            self.taken += 1
            return Decision(1, 0.0, None, 0, 0, [])

    first, second = Takes("first"), Takes("second")
    record = play_game(TAKE, first, second, from_text(TAKE, "", ["2", "2", "3", "2"]))
    assert (first.taken, second.taken) == (3, 3)
    assert record.points == 2 + 2 + 3 + 3 - (2 + 3)


def test_a_random_state_is_one_in_which_a_player_moves():
    for seed in range(30):
        assert not RACE.chances(random_state(RACE, seed % 4, np.random.default_rng(seed)))
    assert not RACE.chances(random_state(RACE, 400, np.random.default_rng(0)))


def test_records_with_rolls_are_read_rewritten_and_legal(tmp_path):
    played = match("random", "random", RACE, games=4, workers=1).records
    records.write(tmp_path / "games.jsonl", played, RACE)
    assert records.read(tmp_path / "games.jsonl").records == list(played)
    for number, (record, stored) in enumerate(zip_longest(played, read(tmp_path / "games.jsonl")), 1):
        legal = examine(stored, number, RACE)
        assert isinstance(legal, LegalGame)
        assert RACE.rewrite(stored.moves) == [*record.opening_moves, *record.moves]
    records.write(tmp_path / "games.txt", played, RACE)
    lines = (tmp_path / "games.txt").read_text().splitlines()
    assert [line.split() for line in lines] == [[*record.opening_moves, *record.moves] for record in played]


def session(game, human, **settings):
    return Session(game, game.init_state(), "", human, **settings)


def move(watched, *texts):
    for text in texts:
        watched.move(watched.game.parse_move(watched.state, text))


def test_undo_goes_back_to_the_persons_last_choice():
    game = session(TAKE, 0)
    move(game, "2", "1", "2", "3", "1")  # the person twice, the computer twice, the person
    assert (game.turn, game.is_persons_turn()) == (1, False)
    for left in (["2", "1", "2", "3"], ["2"], []):
        assert game.undo()
        assert game.texts == left
        assert game.is_persons_turn()
    assert not game.undo()


def test_undo_takes_back_the_rolls_since_then():
    game = session(RACE, 1)
    move(game, "rolls-1", "first", "rolls-3", "second", "rolls-1", "second", "rolls-2", "first", "rolls-2")
    assert (game.turn, game.is_persons_turn(), game.chances()) == (1, True, [])
    assert game.undo()
    assert game.texts == ["rolls-1", "first", "rolls-3", "second", "rolls-1"]
    assert game.undo()
    assert game.texts == ["rolls-1", "first", "rolls-3"]
    assert not game.undo()


def test_a_person_who_enters_dice_can_take_back_a_roll():
    game = session(RACE, 0, enters_dice=True)
    move(game, "rolls-1", "first", "rolls-3")
    assert game.undo()
    assert game.texts == ["rolls-1", "first"]


def test_without_a_person_one_move_is_taken_back():
    game = session(RACE, None)
    move(game, "rolls-1", "first", "rolls-3")
    assert game.undo()
    assert game.texts == ["rolls-1", "first"]


def test_rolls_after_an_undo_fall_as_before():
    game, dice = session(RACE, 0), Dice(3)
    game.roll(dice)
    first = list(game.texts)
    move(game, "first")
    game.roll(dice)
    both = list(game.texts)
    game.referee.take_back(3)
    game.roll(dice)
    assert game.texts == first
    move(game, "first")
    game.roll(dice)
    assert game.texts == both


def test_points_of_a_session_are_for_the_side_that_began():
    game = session(TAKE, 0)
    move(game, "3", "1")
    assert game.to_json()["points"] == game.points() == 2
    move(game, "2")
    assert game.points() == 4
    assert session(find_game("tic_tac_toe"), 0).to_json()["points"] is None


def test_the_outcome_of_a_session_is_for_the_side_that_began():
    game = session(TAKE, 0)
    move(game, *"222222")
    assert game.outcome() is None
    move(game, "3")
    assert (game.to_json()["outcome"], game.points(), game.outcome()) == (1, 15, -1)


WAITING = """
from typing import NamedTuple
from fourfold.rules import ONGOING
MAX_MOVES, REPETITION = 1, 2
class State(NamedTuple):
    nothing: int
def init_state(player=1): return State(0)
def expand(state, moves): moves[0] = 0; return 1
def apply(state, move): return state
def test_terminal(state): return ONGOING
"""


def test_a_position_repeats_only_for_the_same_side(tmp_path):
    """Nothing in the state says whose turn it is."""
    (tmp_path / "waiting.py").write_text(WAITING)
    game = find_game(str(tmp_path / "waiting.py"))
    referee = Referee(game, [game.init_state()])
    referee.move(0)
    assert referee.ending() is None
    referee.move(0)
    assert referee.ending() == Ending(0, "repetition")


def test_ending_is_for_the_side_to_move():
    referee = Referee(TAKE, [TAKE.init_state()], side=-1)
    for number in (2, 2, 2, 2, 2, 2, 3):
        referee.move(number)
    assert referee.sides[0] == -1
    assert (referee.side, referee.ending(), referee.points()) == (1, Ending(-1, "rules"), -15)
