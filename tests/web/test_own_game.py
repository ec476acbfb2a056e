"""Games of users: drawn from their text, played by plain search, and not allowed to take the server down."""

import pytest
from support import paths
from support.web_server import running_server

from fourfold.games.interface.find import find_game

COUNTDOWN = (paths.ROOT / "tests" / "support" / "countdown.py").read_text()
FAILING = "\n\ndef move_text(state, move):\n    return str(move if 1 / (state.left - 4) else 0)\n"


pytestmark = pytest.mark.filterwarnings("ignore::fourfold.binding.bind.PlainPythonWarning")


@pytest.fixture
def serving(tmp_path):
    """Return a function that serves the game of a source."""

    def serve(source):
        (tmp_path / "countdown.py").write_text(source)
        return running_server(tmp_path / "runs", games=[find_game(str(tmp_path / "countdown.py"))])

    return serve


def test_a_game_without_a_board_shows_its_fields(serving):
    with serving(COUNTDOWN) as api:
        listed = next(game for game in api.get("/api/games")[1]["games"] if game["name"] == "countdown")
        assert listed["title"] == "Countdown"
        assert listed["players"][0]["name"] == "mcts", "who has no evaluator is strongest by playing games out"
        assert listed["formats"] == ["moves"]
        status, found = api.post("/api/position", {"game": "countdown", "moves": ["2"]})
        assert status == 200
        assert (found["rows"], found["text"], found["turn"]) == ([], ["left = 5", "name = "], 1)
        assert [(each["move"], each["to"]) for each in found["legal"]] == [("1", None), ("2", None)]
        last = api.lines("/api/choose", {"game": "countdown", "moves": ["2"], "player": "search", "seconds": 0.2})[-1]
        assert (last["move"], last["value"], last["proven"]) == ("2", 1.0, 3)
        status, found = api.post("/api/position", {"game": "countdown", "moves": ["2", "2", "1", "2"]})
        assert found["outcome"] == {"winner": 1, "words": "Orange wins"}


def test_a_game_that_fails_is_not_the_end(serving, capfd):
    with serving(COUNTDOWN + FAILING) as api:
        status, found = api.post("/api/position", {"game": "countdown", "moves": ["1", "1", "1"]})
        assert status == 500
        assert found == {"error": "the server has failed here (ZeroDivisionError); its terminal says more"}
        question = {"game": "countdown", "moves": ["1", "1", "1"], "player": "search", "seconds": 0.1}
        assert api.lines("/api/choose", question)[-1] == {
            "kind": "error",
            "error": "the player has failed: ZeroDivisionError",
        }
        assert api.post("/api/position", {"game": "othello"})[0] == 200
        assert api.server.thinking.running == 0
    assert "ZeroDivisionError" in capfd.readouterr().err
