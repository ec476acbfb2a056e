"""`fourfold serve FILE`: games, learners, players and evaluators of the user, told apart by what they define."""

import pytest
from support.paths import EXAMPLES, PAWNS
from support.web_server import running_server, wait_until

from fourfold.cli.validate import given_game
from fourfold.errors import InputError
from fourfold.web.own_files import kind_of, sort_files

FILES = {
    "games": PAWNS,
    "learners": str(EXAMPLES / "my_learner.py"),
    "players": str(EXAMPLES / "my_player.py"),
    "evaluators": str(EXAMPLES / "my_eval.py"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    own = sort_files(FILES.values(), given_game)
    with running_server(tmp_path_factory.mktemp("runs"), own=own) as served:
        yield served


@pytest.mark.parametrize("kind", FILES)
def test_files_are_told_apart(kind):
    assert kind_of(FILES[kind]) == kind


def test_a_file_that_is_nothing_of_it(tmp_path):
    path = tmp_path / "nothing_of_it.py"
    path.write_text("from fourfold.evaluators.zero import evaluate\n")
    with pytest.raises(InputError, match="is not a game, learner, player or evaluator"):
        kind_of(str(path))
    path = tmp_path / "half_a_game.py"
    path.write_text("def init_state(player=1): ...\n")
    with pytest.raises(InputError, match="is not a valid game: it does not define State"):
        sort_files([str(path)], given_game)


def test_own_files_are_offered_where_they_fit(server):
    _, told = server.get("/api/games")
    games = {game["name"]: game for game in told["games"]}
    assert told["learners"]["my_learner"]["title"] == "My learner"
    assert told["learners"]["my_learner"]["words"].startswith("TD(0)")
    for name, game in games.items():
        own = [player["name"] for player in game["players"] if player["kind"] == "own"]
        assert own == ["own:my_player"] + ["own:my_eval"] * (name == "othello")
        assert "my_learner" in game["learners"]
    assert "pawns" in games


@pytest.mark.parametrize("player", ["own:my_player", "own:my_eval"])
def test_own_players_play(server, player):
    body = {"game": "othello", "moves": ["f5"], "player": player, "seconds": 0.2}
    assert server.lines("/api/choose", body)[-1]["move"] in ("d6", "f4", "f6")


def test_a_player_without_an_opinion_about_moves_says_so(server):
    body = {"game": "othello", "moves": ["f5"], "player": "own:my_player", "seconds": 0.2}
    last = server.lines("/api/analyse", body)[-1]
    assert last["kind"] == "error"
    assert "cannot value moves" in last["error"]


def test_an_own_learner_learns_and_its_curve_is_shown(server):
    server.post("/api/runs", {"game": "tic_tac_toe", "learner": "my_learner", "size": "minute", "name": "td"})
    wait_until(lambda: server.get("/api/runs/td")[1]["state"] == "finished", 240)
    _, run = server.get("/api/runs/td")
    assert run["method"] == "my_learner.py"
    assert run["labels"]["y"].startswith("score against")
    assert 10 <= len(run["curve"]) <= 20
    assert len(run["tests"]) == 1
    assert run["player"] == "run:td"
