"""Games with options, as clients name them: within their ranges, of entries only, and not without end."""

import pytest
from support.paths import PAWNS
from support.web_server import running_server

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.web import served_games
from fourfold.web.own_files import sort_files
from fourfold.web.responses import RefusedError
from fourfold.web.served_games import ServedGames

BROKEN = """
from fourfold.rules import ONGOING
from typing import NamedTuple

SIZE = 2
OPTIONS = {"size": range(2, 5)}
MAX_MOVES = 2


class State(NamedTuple):
    left: int


def init_state(player=1):
    return State(3)


def expand(state, moves):
    for move in range(SIZE):
        moves[move] = move
    return SIZE


def apply(state, move):
    return State(state.left - 1)


def test_terminal(state):
    return ONGOING if state.left else -1
"""


@pytest.fixture
def games():
    return ServedGames([find_game("hex"), find_game(PAWNS), find_game("othello")])


def test_a_client_names_entries_with_options(games):
    assert games.find("hex") is find_game("hex")
    assert games.find("hex:size=7").options == {"size": 7, "swap": 0}
    assert games.find("hex:swap=1,size=7") is games.find("hex:size=7,swap=1")
    assert games.find("hex:size=11") is find_game("hex"), "a value that the file itself gives counts as not given"
    assert games.find("pawns:size=6").spec == f"{PAWNS}:size=6"


@pytest.mark.parametrize(
    ("name", "error", "reason"),
    [
        ("chess", RefusedError, "there is no game 'chess'"),
        ("./x.py:size=3", RefusedError, "there is no game"),
        (f"{PAWNS}:size=3", RefusedError, "there is no game"),
        ("kalah:seeds=3", RefusedError, "there is no game"),
        ("hex:size=99", InputError, "size is a whole number from"),
        ("hex:size=7.5", InputError, "size is a whole number from"),
        ("hex:colour=1", InputError, "has no option 'colour'"),
        ("hex:size", InputError, "is not valid"),
        ("othello:size=6", InputError, "has no option 'size'"),
    ],
)
def test_everything_else_is_refused(games, name, error, reason):
    with pytest.raises(error, match=reason):
        games.find(name)


def test_games_have_names_by_their_specs(games):
    assert games.name("hex:size=7") == "hex:size=7"
    assert games.name(PAWNS) == "pawns"
    assert games.name(f"{PAWNS}:size=5") == "pawns:size=5"
    assert games.name("./elsewhere.py:size=5") == "./elsewhere.py:size=5"


def test_a_file_may_be_served_with_options_of_its_own():
    games = ServedGames([find_game(f"{PAWNS}:size=6")])
    assert games.find("pawns").options == {"size": 6}
    assert games.find("pawns:size=4").options == {"size": 4}
    assert games.name(PAWNS) == "pawns:size=4"
    assert games.name(f"{PAWNS}:size=6") == "pawns"
    assert sort_files([f"{PAWNS}:size=6"], find_game).games[0].options == {"size": 6}


def test_there_is_an_end_to_variants(games, monkeypatch):
    monkeypatch.setattr(served_games, "MOST_VARIANTS", 2)
    for name in ("hex:size=3", "hex:size=4", "hex:size=3", "hex"):
        games.find(name)
    with pytest.raises(RefusedError, match="2 games with options are in use"):
        games.find("hex:size=5")


def test_a_users_game_that_breaks_with_its_options_is_refused(tmp_path):
    (tmp_path / "broken.py").write_text(BROKEN)
    games = ServedGames([find_game(str(tmp_path / "broken.py"))])
    with pytest.raises(RefusedError, match="does not follow the contract"):
        games.find("broken:size=4")


def test_over_http(tmp_path):
    with running_server(tmp_path / "runs", games=[find_game(PAWNS)]) as api:
        status, hexes = api.get("/api/games/hex:size=7,swap=0")
        assert (status, hexes["name"], hexes["title"]) == (200, "hex:size=7", "Hex")
        assert hexes["options"][0] == {"name": "size", "value": 7, "low": 2, "high": 11, "step": 1}
        assert api.get("/api/games/hex:size=99")[0] == 422
        assert api.get("/api/games/chess")[0] == 404
        status, found = api.post("/api/position", {"game": "hex:size=7", "moves": ["g7"]})
        assert (status, len(found["rows"]), found["game"]) == (200, 7, "hex:size=7")
        question = {"game": "pawns:size=3", "player": "random"}
        assert api.lines("/api/choose", question)[-1]["move"] in ("a1a2", "b1b2", "c1c2")
