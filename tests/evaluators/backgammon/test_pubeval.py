"""pubeval: its score of hand-computed positions, and the files it is read from."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import paths
from support.backgammon_boards import GAME, position, random_position, sides

from fourfold.errors import InputError
from fourfold.evaluators.backgammon import pubeval, pubeval_file
from fourfold.evaluators.find import find_evaluator
from fourfold.players import specs

REAL = paths.DATA / "backgammon" / "pubeval.json"


def inputs(mover, other):
    """Return the 122 inputs as the file's description has them: counts of the side that has just moved, then others."""
    out = []
    for point in range(24, 0, -1):
        n = mover[point] - other[25 - point]
        out += [n == -1, n == 1, n >= 2, n == 3, (n - 3) / 2 if n >= 4 else 0]
    return np.array([*out, other[25] / 2, mover[0] / 15], np.float64)


def score(table, state):
    """Return the plain sum of weights times inputs."""
    first, second = sides(state)
    mover, other = (second, first) if state.player == 1 else (first, second)
    return inputs(mover, other) @ table


@given(seed=st.integers(0, 10**9))
def test_the_score_is_weights_times_inputs(seed):
    rng = np.random.default_rng(seed)
    weights = pubeval.Weights(*rng.normal(size=(2, pubeval.INPUTS)))
    state = random_position(rng)
    assert pubeval.score(weights.race, state) == pytest.approx(score(weights.race, state))


def test_inputs_by_hand():
    """The side that has just moved has 6 men on its 8 point, a blot on 3, 12 off... and the other one on the bar."""
    state = position({25: 2, 4: 1, 1: 3}, {8: 6, 5: 3, 3: 1, 2: 2})
    table = np.arange(pubeval.INPUTS, dtype=float)
    eight, five, three, two = (5 * (24 - point) for point in (8, 5, 3, 2))
    blot = 5 * (24 - 21)  # the opponent's 4 point
    expected = (eight + 2) + (eight + 4) * 1.5 + (five + 2) + (five + 3) + (three + 1) + (two + 2) + blot
    assert pubeval.score(table, state) == pytest.approx(expected + 120 * 1 + 121 * 3 / 15)


@pytest.mark.parametrize(
    ("own", "opponent", "contact"),
    [
        ({13: 1}, {12: 1}, False),
        ({13: 1}, {13: 1}, True),
        ({25: 1}, {1: 1}, True),
        ({6: 15}, {19: 1}, False),
        ({7: 15}, {19: 1}, True),
        ({24: 1}, {1: 1}, False),
    ],
)
def test_contact(own, opponent, contact):
    assert pubeval.has_contact(position(own, opponent)) == contact
    assert pubeval.has_contact(position(opponent, own)) == contact


def test_a_race_is_what_was_one_before_the_play():
    weights = pubeval.Weights(np.zeros(pubeval.INPUTS), np.ones(pubeval.INPUTS))
    before = position({14: 1, 1: 14}, {12: 1, 1: 14}, 21)
    after = GAME.apply(before, GAME.parse_move(before, "14/11"))
    assert pubeval.has_contact(before)
    assert not pubeval.has_contact(after)
    assert pubeval.evaluate_next(weights, before, after, 1) == 0
    assert pubeval.evaluate(weights, after) == -pubeval.score(weights.race, after) != 0


def write(folder, content, name="pubeval.json"):
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return str(path)


def test_a_player_from_a_file(tmp_path):
    """With these weights only men borne off count."""
    table = [0.0] * 121 + [1.0]
    name = write(tmp_path, {"contact": table, "race": table})
    player = specs.player(f"greedy:eval={name}", GAME)
    state = position({6: 5, 3: 5, 1: 3}, {6: 15}, 63)
    assert GAME.move_text(state, player.choose(state).move) == "6/off 3/off"


def test_no_board_is_worth_a_win(tmp_path):
    table = [1e6] * pubeval.INPUTS
    evaluator = find_evaluator(write(tmp_path, {"contact": table, "race": table}), GAME)
    weights = evaluator.make_weights(0)
    values = [pubeval.evaluate(weights, random_position(np.random.default_rng(seed))) for seed in range(200)]
    assert all(-1 < value < 1 for value in values)


@pytest.mark.parametrize(
    "content",
    ["", "[", "{}", '{"contact": [], "race": []}', "[" * 10_000, '"\\ud800"',
     {"contact": [0.0] * 122}, {"contact": [0.0] * 122, "race": ["1"] * 122},
     {"contact": [0.0] * 122, "race": [1e200] * 122}, {"contact": [0.0] * 122, "race": [True] * 122},
     '{"contact": [' + ",".join(["NaN"] * 122) + '], "race": [' + ",".join(["1"] * 122) + "]}"],
)  # fmt: skip
def test_a_file_without_the_weights(tmp_path, content):
    with pytest.raises(InputError, match="has no weights of pubeval"):
        find_evaluator(write(tmp_path, content), GAME)


def test_other_faults(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        find_evaluator(str(tmp_path / "none.json"), GAME)
    with pytest.raises(InputError, match="is a player for backgammon, not for kalah"):
        specs.player("greedy:eval=pubeval.json", "kalah")


@pytest.mark.skipif(not REAL.is_file(), reason="no data folder with pubeval's weights")
def test_the_real_pubeval_opens_as_it_should():
    contact, race = pubeval_file.read(REAL)
    assert (contact[0], race[1]) == (0.25696, -0.1716)
    player, start = specs.player(f"greedy:eval={REAL}", GAME), GAME.init_state()
    chosen = {dice: GAME.move_text(rolled, player.choose(rolled).move) for dice, rolled in GAME.expand(start)}
    assert (chosen[31], chosen[42], chosen[61]) == ("8/5 6/5", "8/4 6/4", "13/7 8/7")
