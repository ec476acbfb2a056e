"""How much memory the server takes, its processes included: players at rest hold none of their searches."""

import asyncio
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from support.process_memory import shared_out_megabytes
from support.web_server import Api, wait_until

from fourfold.evaluators import weights_file
from fourfold.games.interface.find import find_game
from fourfold.players.base import Budget
from fourfold.players.specs import player
from fourfold.web import worker_process
from fourfold.web.catalogue import plain_players
from fourfold.web.searches import Players

MOST_MEGABYTES = 600
MIDDLES = {"connect_four": list("4435"), "othello": ["f5"]}


@pytest.mark.parametrize(("name", "memory"), [("search", "table"), ("mcts", "tree")])
def test_a_player_at_rest_has_no_memory_of_its_search(name, memory):
    game = find_game("tic_tac_toe")
    choice = next(choice for choice in plain_players(game) if choice.name == name)
    thinker, kept = player(choice.compiled_spec, game), Players(1)
    thinker.limit(Budget(seconds=3.0))
    assert getattr(thinker, memory).nbytes > 60e6
    kept.give_back(game, choice, thinker)
    again = kept.take(game, choice)
    assert again is thinker
    assert getattr(again, memory).nbytes < 10e3


def test_models_that_come_along_are_in_memory_once():
    path = str(weights_file.SHIPPED / "nhb" / "othello.safetensors")
    first, second = weights_file.load(path), weights_file.load(path)
    assert all(np.shares_memory(one, other) for one, other in zip(first.weights, second.weights, strict=True))


def test_a_process_without_work_ends(monkeypatch):
    monkeypatch.setattr(worker_process, "IDLE_SECONDS", 0.1)
    task = {"game": "tic_tac_toe", "spec": "random"}

    async def work():
        helper = worker_process.Helper()
        await helper.ask(task)
        process = helper.process
        await helper.ask(task)
        assert helper.process is process
        await asyncio.sleep(0.3)
        assert helper.process is None
        assert process.poll() is not None
        await helper.ask(task)
        helper.end()

    with ThreadPoolExecutor(1) as other:  # the browser's driver has a loop in this thread
        other.submit(asyncio.run, work()).result()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_every_player_of_every_game_fits(tmp_path):
    command = [sys.executable, "-m", "fourfold", "serve", "--port", "0", "--json", "--runs", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            port = int(json.loads(server.stdout.readline())["address"].rpartition(":")[2].strip("/"))
            use_every_player(Api(port, None))
            wait_until(lambda: sum(shared_out_megabytes(server.pid).values()) < MOST_MEGABYTES, 15)
        finally:
            print(shared_out_megabytes(server.pid))
            server.terminate()


def use_every_player(api):
    """Ask every player for a move and for the values of all, long enough for the largest tables; and the solver."""
    for game in api.get("/api/games")[1]["games"]:
        for choice in game["players"]:
            name = game["name"]
            wish = {"game": name, "moves": MIDDLES.get(name, []), "player": choice["name"], "seconds": 2.0}
            assert api.lines("/api/choose", wish)[-1]["kind"] == "decision"
            if choice["name"] != "random":
                assert api.lines("/api/analyse", wish)[-1]["kind"] == "analysis"
    assert api.post("/api/solve", {"game": "connect_four", "moves": list("44444432222")})[1]["moves"]
