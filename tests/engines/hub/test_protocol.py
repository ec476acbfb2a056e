"""The language of Hub."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.engines.hub import protocol
from fourfold.engines.limits import Level, level_arguments
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.players.base import Budget, Decision

DRAUGHTS = find_game("draughts")
START = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"


def random_states(games=20, seed=1):
    chance = random.Random(seed)
    for _ in range(games):
        state = DRAUGHTS.init_state()
        while moves := DRAUGHTS.moves(state):
            yield state
            state = DRAUGHTS.apply(state, chance.choice(moves))


@pytest.mark.parametrize(
    ("text", "command", "arguments"),
    [
        ("hub", "hub", {}),
        ("  go think ", "go", {"think": ""}),
        ('pos pos=Wbe moves="11-15 9x18x14"', "pos", {"pos": "Wbe", "moves": "11-15 9x18x14"}),
        ("level moves = 9  time= 2.5", "level", {"moves": "9", "time": "2.5"}),
        ('info pv="" x="a=b', "info", {"pv": "", "x": "a=b"}),
        ("", "", {}),
    ],
)
def test_lines(text, command, arguments):
    assert protocol.parse_line(text) == (command, arguments)


@given(st.text())
def test_any_line_is_understood_somehow(text):
    protocol.parse_line(text)


@given(st.dictionaries(st.text("abc-", min_size=1), st.text().map(lambda text: " ".join(text.split()))))
def test_what_is_written_is_read_again(arguments):
    line = protocol.write_line("info", arguments)
    assert "\n" not in line
    assert protocol.parse_line(line).arguments == {name: value.replace('"', "'") for name, value in arguments.items()}


def test_flags():
    assert protocol.write_line("go", {"think": None}) == "go think"


def test_positions():
    assert protocol.position_text(DRAUGHTS.init_state()) == START
    assert protocol.parse_position(DRAUGHTS, START) == DRAUGHTS.init_state()
    assert protocol.turned(START) == "W" + START[1:]
    state = DRAUGHTS.parse("W:WK1,30:B5,K32")
    assert protocol.position_text(state) == "WWeeeb" + "e" * 24 + "weB"
    for state in random_states(5):
        text = protocol.position_text(state)
        assert protocol.parse_position(DRAUGHTS, text) == state._replace(quiet=0)
        assert protocol.turned(protocol.turned(text)) == text


@pytest.mark.parametrize("text", ["", "W", START[1:], START + "e", "x" + START[1:], "Bw" + "e" * 31, "B" + "B" * 32])
def test_what_is_no_position(text):
    with pytest.raises(InputError):
        protocol.parse_position(DRAUGHTS, text)


def test_moves():
    for state in random_states():
        for move in DRAUGHTS.moves(state):
            text = protocol.move_text(state, move)
            assert protocol.parse_move(DRAUGHTS, state, text) == move
            squares = text.replace("-", "x").split("x")
            assert protocol.parse_move(DRAUGHTS, state, "x".join([*squares[:2], *squares[:1:-1]])) == move
            assert protocol.parse_move(DRAUGHTS, state, DRAUGHTS.move_text(state, move)) == move


def test_a_circle_names_its_pieces():
    state = DRAUGHTS.parse("B:W10,11,18,19:BK14")
    (move,) = set(DRAUGHTS.moves(state))
    assert protocol.move_text(state, move) == "14x14x10x11x18x19"
    assert protocol.parse_move(DRAUGHTS, state, "14x14x19x18x11x10") == move


@pytest.mark.parametrize("text", ["", "-", "11-16-", "1-32", "11", "x", "99x99", "\u0663-15"])
def test_what_is_no_move(text):
    with pytest.raises(InputError):
        protocol.parse_move(DRAUGHTS, DRAUGHTS.init_state(), text)


@pytest.mark.parametrize(
    ("value", "proven", "score"), [(0.05, None, 1.0), (-0.99, None, -19.8), (1.0, 7, 99.93), (-1.0, 12, -99.88)]
)
def test_scores(value, proven, score):
    assert protocol.score(Decision(0, value, proven, 1, 1, [0])) == pytest.approx(score)
    assert protocol.parse_score(f"{score:.2f}") == (pytest.approx(value), proven)


@pytest.mark.parametrize(("text", "value"), [("88.00", 0.99), ("-inf", -0.99), ("nan", 0.0), ("x", 0.0), ("1e9", 0.99)])
def test_scores_of_other_engines_stay_inside(text, value):
    assert protocol.parse_score(text) == (value, None)


OWN = Budget(depth=4)


@pytest.mark.parametrize(
    ("lines", "budget"),
    [
        ([], OWN),
        ([{"depth": "7"}], Budget(depth=7)),
        ([{"depth": "7"}, {"nodes": "1000"}], Budget(depth=7, nodes=1000)),
        ([{"depth": "0"}], Budget(depth=1)),
        ([{"move-time": "0"}], Budget(seconds=0.01)),
        ([{"move-time": "1.5"}], Budget(seconds=1.5)),
        ([{"time": "60"}], Budget(seconds=2.0)),
        ([{"time": "60", "moves": "10", "inc": "1"}], Budget(seconds=7.0)),
        ([{"time": "1", "moves": "1"}], Budget(seconds=0.8)),
        ([{"time": "-3", "inc": "1"}], Budget(seconds=0.01)),
        ([{"infinite": ""}], Budget(seconds=1e6)),
        ([{"handicap": "2"}], OWN),
    ],
)
def test_levels(lines, budget):
    level = Level()
    for line in lines:
        level = level.and_also(line)
    assert level.budget(OWN) == budget


@pytest.mark.parametrize("line", [{"depth": "x"}, {"time": ""}, {"nodes": "nan"}, {"move-time": "inf"}])
def test_what_is_no_level(line):
    with pytest.raises(InputError, match="is not a number"):
        Level().and_also(line)


@pytest.mark.parametrize("budget", [Budget(depth=3), Budget(nodes=500, seconds=0.5)])
def test_a_budget_survives_as_a_level(budget):
    arguments = {name: str(value) for name, value in level_arguments(budget).items()}
    assert Level().and_also(arguments).budget(None) == budget
