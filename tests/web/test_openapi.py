"""openapi.json tells the truth: about the addresses there are, what they take, and what they answer."""

import pytest
from jsonschema import Draft202012Validator
from starlette.routing import Route
from support.learning_curves import points_of, rising
from support.web_server import running_server

from fourfold.learn.curves import Curve, write_curve
from fourfold.learn.shown_game import ShownGame, write_game
from fourfold.storage.run_folder import open_run

MOVES = {"game": "draughts", "moves": ["11-15"]}


@pytest.fixture(scope="module")
def document(api):
    return api.get("/openapi.json")[1]


def validator(document, path, method="post", kind="application/json", status="200"):
    answer = document["paths"][path][method]["responses"][status]
    schema = {**answer["content"][kind]["schema"], "components": document["components"]}
    return Draft202012Validator(schema)


def test_all_schemas_are_schemas(document):
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_every_address_is_described_and_every_described_one_exists(api, document):
    described = {(path, method.upper()) for path, methods in document["paths"].items() for method in methods}
    routes = [route for route in api.server.routes() if isinstance(route, Route) and route.path.startswith("/api/")]
    assert described == {(route.path, method) for route in routes for method in route.methods - {"HEAD"}}


def test_answers_are_as_described(api, document):
    validator(document, "/api/games", "get").validate(api.get("/api/games")[1])
    validator(document, "/api/runs", "get").validate(api.get("/api/runs")[1])
    validator(document, "/api/solve").validate(api.post("/api/solve", {"game": "connect_four"})[1])
    validator(document, "/api/export").validate(api.post("/api/export", {**MOVES, "format": "pdn"})[1])
    validator(document, "/api/record").validate(api.post("/api/record", {"game": "othello", "text": "f5"})[1])


def write_run(folder, game="tic_tac_toe"):
    with open_run(folder, {"method": "nhb", "game": game}) as made:
        points = points_of(rising, 0, games=1000)
        write_curve(made.folder, Curve("games", "score", points, "100 games", 0.5, points[-1:], "final test"))


def test_two_runs_in_one_drawing_are_as_described(document, tmp_path):
    for name, game in (("one", "tic_tac_toe"), ("two", "tic_tac_toe"), ("other", "othello")):
        write_run(tmp_path / name, game)
    with running_server(tmp_path) as api:
        found = api.get("/api/runs/one/with/two")[1]
        validator(document, "/api/runs/{name}/with/{other}", "get").validate(found)
        assert [line["name"] for line in found["work"]["lines"]] == ["one", "two"]
        assert found["minutes"] is None
        assert api.get("/api/runs/one/with/other")[0] == 422
        assert api.get("/api/runs/one/with/none")[0] == 404


def test_a_run_is_as_described(document, tmp_path):
    write_run(tmp_path / "run")
    with running_server(tmp_path) as api:
        found = api.get("/api/runs/run")[1]
        validator(document, "/api/runs/{name}", "get").validate(found)
        validator(document, "/api/runs", "get").validate(api.get("/api/runs")[1])
        assert found["own_game"] is None
        write_game(tmp_path / "run", ShownGame(["0", "4"], 100.0))
        found = api.get("/api/runs/run")[1]
        validator(document, "/api/runs/{name}", "get").validate(found)
        assert found["own_game"] == {"moves": ["0", "4"], "done": 100.0}
    assert found["learning"]["state"] == "learning"
    assert found["learning"]["words"][0].startswith("learning: 50 % at the start")


@pytest.mark.parametrize(
    "line",
    [
        MOVES,
        {"game": "pawns"},
        {"game": "pawns:size=5"},
        {"game": "dots_and_boxes", "moves": ["b1", "a2"]},
        {"game": "hex:size=4,swap=1", "moves": ["b2"]},
        {"game": "kalah", "moves": ["3"]},
        {"game": "backgammon"},
        {"game": "backgammon", "moves": ["31"]},
        {"game": "tic_tac_toe", "moves": list("012435768")},
        {"game": "connect_four", "moves": list("1212121")},
        {"game": "othello", "start": "." + "o" * 6 + "x" * 57 + " o"},
    ],
)
def test_positions_are_as_described(api, document, line):
    validator(document, "/api/position").validate(api.post("/api/position", line)[1])


@pytest.mark.parametrize("path", ["/api/choose", "/api/analyse"])
@pytest.mark.parametrize("player", ["search", "mcts", "greedy"])
def test_thoughts_are_as_described(api, document, path, player):
    check = validator(document, path, kind="application/x-ndjson")
    lines = api.lines(path, {**MOVES, "player": player, "seconds": 0.25})
    for line in lines:
        check.validate(line)
    assert lines[-1]["kind"] in ("decision", "analysis")


def test_scores_are_as_described(api, document):
    check = validator(document, "/api/solve", kind="application/x-ndjson")
    late = {"game": "connect_four", "moves": list("142261674354242135112741435533577263")}
    lines = api.lines("/api/solve", late, {"Accept": "application/x-ndjson"})
    for line in lines:
        check.validate(line)
    assert lines[-1]["kind"] == "scores"


def test_errors_are_as_described(api, document):
    for path, value, status in (("/api/position", {}, "422"), ("/api/position", {"game": "?"}, "404")):
        found, answer = api.post(path, value)
        assert str(found) == status
        validator(document, path, status=status).validate(answer)
    assert not validator(document, "/api/games", "get").is_valid({"games": 3}), "the check cannot fail"


def test_limits_stand_in_it(api, document):
    question = document["components"]["schemas"]["Question"]["properties"]
    assert question["seconds"]["maximum"] == api.server.limits.seconds
    assert document["components"]["schemas"]["Line"]["properties"]["moves"]["maxItems"] == 1000
