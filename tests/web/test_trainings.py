"""Trainings: started from the page or the command line, seen while they go on, stopped, resumed and played against."""

import json
import subprocess
import sys

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from support.web_server import running_server, wait_until

from fourfold.cli.cli import main
from fourfold.evaluators import slfn, weights_file
from fourfold.evaluators.weights_file import Model
from fourfold.games.interface.find import find_game
from fourfold.learn.earlier import Work, keep, path_of
from fourfold.learn.nhb.learner import NhbLearner
from fourfold.learn.settings import option_words
from fourfold.players.model_players import kind_for, kinds_of
from fourfold.storage.array_files import MODEL
from fourfold.storage.run_folder import open_run
from fourfold.web.limits import Limits
from fourfold.web.own_files import OwnFiles
from fourfold.web.training_origin import write_origin

PATIENT = OwnFiles(learners=("tests/support/patient_learner.py",))
NEW = {"game": "tic_tac_toe", "learner": "nhb", "size": "minute"}
SLOW = {"matches": 4000, "nodes": 30, "nets": 4, "recipe": "paper"}


@pytest.fixture
def slow(monkeypatch):
    """A minute's training lasts longer than any test."""
    monkeypatch.setitem(NhbLearner.sizes, "minute", SLOW)


def run(api, name):
    status, found = api.get(f"/api/runs/{name}")
    assert status == 200, found
    return found


@pytest.mark.parametrize(
    ("evaluator", "kind"), [("slfn", "alphabeta"), ("move_net", "policy"), ("policy_value_net", "alphazero")]
)
def test_a_model_is_played_by_the_player_that_makes_the_most_of_it(evaluator, kind):
    assert kinds_of(evaluator)[0] == kind


@pytest.mark.parametrize(
    ("target", "kind"), [("points", "alphabeta for points"), ("win", "alphabeta"), (None, "alphabeta")]
)
def test_a_net_that_foretells_points_plays_for_them(tmp_path, target, kind):
    model = Model("backgammon", "slfn", {"config": {"target": target}}, net())
    weights_file.save_model(tmp_path / MODEL, model)
    assert kind_for(tmp_path / MODEL, find_game("backgammon")) == kind


def net(units=2):
    inputs = np.zeros((find_game("tic_tac_toe").variables, units), np.float32)
    return slfn.Weights(inputs, np.zeros(units, np.float32), np.ones(units, np.float32))


def write_model(folder, evaluator="slfn", notes=None):
    """Write a run of tic-tac-toe with a model; return the model."""
    with open_run(folder, {"method": "auto" if notes else "nhb", "game": "tic_tac_toe"}):
        model = Model("tic_tac_toe", evaluator, notes or {}, net())
        weights_file.save_model(folder / MODEL, model)
    return model


def players_of(api):
    return {choice.name: choice for choice in api.server.catalogue.players(find_game("tic_tac_toe"))}


@pytest.mark.parametrize(
    ("kind", "spec"),
    [
        ("best-first", "best-first:seconds={seconds},eval="),
        ("alphabeta for points", "alphabeta:seconds={seconds},eval="),  # tic-tac-toe has no points
        ("nonsense", "alphabeta:seconds={seconds},eval="),
        (["nonsense"], "alphabeta:seconds={seconds},eval="),
    ],
)
def test_a_model_of_a_race_is_played_as_the_race_chose(tmp_path, kind, spec):
    write_model(tmp_path / "best", notes={"auto": {"method": "nhb", "kind": kind, "round": 3}})
    with running_server(tmp_path) as api:
        assert players_of(api)["run:best"].spec == f"{spec}{tmp_path / 'best'}"


def test_earlier_nets_of_a_run_are_opponents(tmp_path):
    model = write_model(tmp_path / "mine")
    for mark, done in ((0, 0), (10, 125)):
        keep(tmp_path / "mine", mark, Work(done, 1000, "matches"), model)
    path_of(tmp_path / "mine", 30).write_bytes(b"damaged")
    with running_server(tmp_path) as api:
        assert run(api, "mine")["earlier"] == [
            {"player": "run:mine@0", "share": 0.0, "done": 0, "things": "matches"},
            {"player": "run:mine@10", "share": 0.125, "done": 125, "things": "matches"},
        ]
        found = {name: choice for name, choice in players_of(api).items() if name.startswith("run:")}
        assert list(found) == ["run:mine", "run:mine@0", "run:mine@10"]
        assert found["run:mine@10"].spec == f"alphabeta:seconds={{seconds}},eval={path_of(tmp_path / 'mine', 10)}"
        assert found["run:mine@10"].to_json()["kind"] == "earlier"
        keep(tmp_path / "mine", 1, Work(10, 1000, "matches"), model)
        assert "run:mine@1" in players_of(api), "a run that goes on gets more of them"
        question = {"game": "tic_tac_toe", "player": "run:mine@10", "seconds": 0.1}
        assert api.lines("/api/choose", question)[-1]["kind"] == "decision"
        assert api.post("/api/choose", {**question, "player": "run:mine@30"})[0] == 404


def test_nets_of_a_run_are_asked_what_they_think(tmp_path):
    model = write_model(tmp_path / "mine")
    with running_server(tmp_path) as api:
        status, refused = api.get("/api/runs/mine/opinions")
        assert (status, refused["error"]) == (409, "mine has no earlier nets that value positions")
        for mark, done in ((0, 0), (1, 10), (30, 300)):
            other = net()._replace(biases=np.ones(2, np.float32), outputs=np.full(2, mark, np.float32))
            keep(tmp_path / "mine", mark, Work(done, 1000, "matches"), model._replace(weights=other))
        status, found = api.get("/api/runs/mine/opinions")
        assert status == 200
        Draft202012Validator(described(api, "Opinions")).validate(found)
    assert [each["player"] for each in found["nets"]] == ["run:mine@0", "run:mine@30", "run:mine"]
    assert all(len(each["opinions"]) == len(found["positions"]) for each in found["nets"])
    values = {each["player"]: each["opinions"][0]["value"] for each in found["nets"]}
    assert values["run:mine@0"] == 0.0 < values["run:mine@30"]
    assert found["positions"][0]["moves"] == []
    assert found["positions"][0]["svg"].startswith("<svg")


def described(api, name):
    document = api.get("/openapi.json")[1]
    return {**document["components"]["schemas"][name], "components": document["components"]}


def test_a_run_from_start_to_end(tmp_path, slow):
    with running_server(tmp_path / "runs") as api:
        assert api.get("/api/runs")[1]["runs"] == []
        status, found = api.post("/api/runs", NEW)
        assert (status, found["name"], found["state"]) == (200, "nhb-tic_tac_toe", "running")
        name = found["name"]
        status, refused = api.post("/api/runs", {**NEW, "name": "other"})
        assert status == 409
        assert "stop it first" in refused["error"]
        wait_until(lambda: len(run(api, name)["curve"]) >= 3, 60)
        seen = run(api, name)
        assert seen["started_here"]
        assert seen["labels"]["x"] == "matches"
        assert seen["labels"]["y"].startswith("score against")
        assert (seen["curve"][0]["x"], seen["baseline"]) == (0, 0.5)
        assert all(0 <= point["low"] <= point["y"] <= point["high"] <= 1 for point in seen["curve"])
        wait_until(lambda: len(run(api, name)["curve"]) > len(seen["curve"]), 60)
        wait_until(lambda: run(api, name)["seconds_left"] is not None, 60)
        assert 0 < run(api, name)["progress"] < 1
        assert run(api, name)["rate_words"].endswith("matches a second")
        question = {"game": "tic_tac_toe", "player": run(api, name)["player"], "seconds": 0.1}
        assert api.lines("/api/choose", question)[-1]["kind"] == "decision"
        status, found = api.post(f"/api/runs/{name}/stop", {})
        assert (status, found["state"], found["resumable"]) == (200, "stopped", True)
        assert api.post(f"/api/runs/{name}/stop", {})[0] == 409
        before = run(api, name)["curve"][-1]["x"]
        status, found = api.post(f"/api/runs/{name}/resume", {})
        assert (status, found["state"]) == (200, "running")
        wait_until(lambda: run(api, name)["curve"][-1]["x"] > before, 60)
        assert api.post(f"/api/runs/{name}/resume", {})[0] == 409
        process = api.server.trainings.processes[name]
    assert not process.is_alive(), "a training must end with its server"


def test_a_request_that_comes_again_starts_nothing_twice(tmp_path):
    with running_server(tmp_path / "runs", Limits(runs=3), own=PATIENT) as api:
        request = {**NEW, "learner": "patient_learner", "key": "mine"}
        names = [api.post("/api/runs", each)[1]["name"] for each in (request, request, {**request, "key": "other"})]
        assert names == ["patient_learner-tic_tac_toe"] * 2 + ["patient_learner-tic_tac_toe-2"]
        assert len(api.server.trainings.processes) == 2


def test_a_request_comes_again_to_a_server_that_was_killed_before_it_could_start_anything(tmp_path):
    write_origin(tmp_path / "runs" / "begun", "mine")
    with running_server(tmp_path / "runs", own=PATIENT) as api:
        status, found = api.post("/api/runs", {**NEW, "learner": "patient_learner", "key": "mine"})
        assert (status, found["name"], found["state"]) == (200, "begun", "running")


def test_a_training_whose_server_was_killed_is_adopted(tmp_path):
    with running_server(tmp_path / "runs", own=PATIENT) as api:
        name = api.post("/api/runs", {**NEW, "learner": "patient_learner"})[1]["name"]
        wait_until(lambda: run(api, name)["curve"], 60)
        forgotten = api.server.trainings.processes.pop(name)  # as by a server that was killed
        assert run(api, name)["started_here"]
        assert api.post("/api/runs", {**NEW, "name": "other"})[0] == 409
        seen = len(run(api, name)["curve"])
        wait_until(lambda: len(run(api, name)["curve"]) > seen, 60)
        status, found = api.post(f"/api/runs/{name}/stop", {})
        assert (status, found["state"], found["resumable"]) == (200, "stopped", True)
        wait_until(lambda: not forgotten.is_alive(), 10)


def test_a_training_of_another_server_is_not_adopted(tmp_path):
    with running_server(tmp_path / "runs", own=PATIENT) as api, subprocess.Popen(["sleep", "60"]) as other:
        name = api.post("/api/runs", {**NEW, "learner": "patient_learner"})[1]["name"]
        wait_until(lambda: run(api, name)["curve"], 60)
        origin = tmp_path / "runs" / name / "started.json"
        origin.write_text(json.dumps({**json.loads(origin.read_text()), "server": other.pid}))
        process = api.server.trainings.processes.pop(name)
        assert not run(api, name)["started_here"]
        assert api.post(f"/api/runs/{name}/stop", {})[0] == 409
        process.end()
        other.kill()


def test_a_finished_run_says_so(tmp_path, capsys):
    out = tmp_path / "runs" / "mine"
    assert (
        main(
            ["train", "nhb", "tic_tac_toe", "--matches", "12", "--nodes", "30", "--recipe", "paper", "--out", str(out)]
        )
        == 0
    )
    with running_server(tmp_path / "runs") as api:
        found = run(api, "mine")
        assert (found["state"], found["progress"], found["started_here"]) == ("finished", 1.0, False)
        assert api.post("/api/runs/mine/resume", {})[0] == 409
        listed = next(game for game in api.get("/api/games")[1]["games"] if game["name"] == "tic_tac_toe")
        player = next(player for player in listed["players"] if player["kind"] == "run")
        assert player["name"] == "run:mine"
        assert "has learned by nhb: score against" in player["words"]


def test_a_run_of_the_command_line_is_seen_but_not_stopped(tmp_path):
    out = tmp_path / "runs" / "mine"
    command = [sys.executable, "-m", "fourfold", "train", "nhb", "tic_tac_toe", "--out", str(out)]
    command += option_words(NhbLearner.Settings, SLOW)
    with running_server(tmp_path / "runs") as api, subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            wait_until(lambda: api.get("/api/runs/mine")[0] == 200, 60)
            wait_until(lambda: run(api, "mine")["curve"], 60)
            assert run(api, "mine")["state"] == "running"
            assert not run(api, "mine")["started_here"]
            status, refused = api.post("/api/runs/mine/stop", {})
            assert status == 409
            assert "stop it where it was" in refused["error"]
        finally:
            process.kill()
            process.wait()
        wait_until(lambda: run(api, "mine")["state"] == "stopped", 10)


def test_damaged_runs_are_listed_as_such(tmp_path):
    for name, files in {
        "empty": {},
        "match": {"config.json": {"a": "random", "b": "random"}},
        "torn": {"config.json": {"method": "nhb", "game": "othello"}, "metrics.jsonl": "nonsense\nmore\n"},
        "strange": {"config.json": {"method": "nhb", "game": "othello"}, "metrics.jsonl": '{"a": 1}\n'},
        "deep": {"config.json": "[" * 100_000},
        "fine": {"config.json": {"method": "nhb", "game": "othello"}, "progress.json": {"done": "x"}},
    }.items():
        (tmp_path / name).mkdir()
        for file, content in files.items():
            (tmp_path / name / file).write_text(content if isinstance(content, str) else json.dumps(content))
    (tmp_path / "fine" / "model.safetensors").write_bytes(b"no model")
    with running_server(tmp_path) as api:
        states = {found["name"]: found["state"] for found in api.get("/api/runs")[1]["runs"]}
        assert states == {"torn": "damaged", "strange": "damaged", "deep": "damaged", "fine": "stopped"}
        assert api.get("/api/games")[0] == 200


def test_a_run_that_fails_says_why(tmp_path, monkeypatch):
    monkeypatch.setitem(NhbLearner.sizes, "minute", {"recipe": "soup"})
    with running_server(tmp_path) as api:
        name = api.post("/api/runs", {**NEW, "name": "soup"})[1]["name"]
        wait_until(lambda: run(api, name)["state"] == "damaged", 30)
        assert "no recipe named 'soup'" in run(api, name)["words"]


def test_names_of_runs_are_free(tmp_path, monkeypatch):
    monkeypatch.setitem(NhbLearner.sizes, "minute", {"recipe": "soup"})
    (tmp_path / "nhb-tic_tac_toe").mkdir()
    (tmp_path / "taken").mkdir()
    with running_server(tmp_path) as api:
        assert api.post("/api/runs", {**NEW, "name": "taken"})[0] == 409
        assert api.post("/api/runs", NEW)[1]["name"] == "nhb-tic_tac_toe-2"


@pytest.mark.parametrize("word", ["./mine.py", "./mine.py:size=7", "alphabeta:eval=./mine.py,nodes=9"])
def test_no_file_is_run_because_a_folder_names_it(tmp_path, monkeypatch, word):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("open('ran', 'w')")
    (tmp_path / "runs" / "theirs").mkdir(parents=True)
    config = {"method": "nhb", "game": "othello", "command": ["train", "nhb", "othello", word]}
    (tmp_path / "runs" / "theirs" / "config.json").write_text(json.dumps(config))
    with running_server(tmp_path / "runs") as api:
        status, refused = api.post("/api/runs/theirs/resume", {})
    assert status == 409
    assert "a run folder alone never runs code, and it names ./mine.py" in refused["error"]
    assert not (tmp_path / "ran").exists()
