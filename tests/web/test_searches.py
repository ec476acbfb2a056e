"""Players think off the loop: in lines, in turn, and only as long as somebody listens."""

import asyncio
import json
import statistics
import threading
import time

import pytest
from support.web_server import running_server, wait_until

from fourfold.games.interface.find import find_game
from fourfold.solve import solver
from fourfold.solve.book import Book
from fourfold.web import searches, solver_queue
from fourfold.web.compile_ahead import Compiler
from fourfold.web.limits import Limits

SHORT = {"seconds": 0.4, "seed": 3}


@pytest.mark.parametrize("player", ["nhb", "mcts"])
def test_thinking_is_told_while_it_goes_on(api, player):
    question = {"game": "othello", "moves": ["f5"], "player": player, "seconds": 2}  # a busy machine looks late
    *before, last = api.lines("/api/choose", question)
    seen = [line for line in before if line["kind"] == "thinking"]
    assert len(seen) >= 2
    assert all(line["depth"] > 0 and line["nodes"] > 0 and line["rate"] > 0 and line["line"] for line in seen)
    assert [line["nodes"] for line in seen] == sorted(line["nodes"] for line in seen)
    assert seen[-1]["nodes"] <= last["nodes"]
    assert last["kind"] == "decision"
    assert last["move"] in find_game("othello").legal_texts(find_game("othello").parse("f5"))
    assert last["line"][0] == last["move"]
    assert -1 <= last["value"] <= 1


@pytest.mark.parametrize("player", ["random", "greedy", "search", "sorter"])
def test_every_kind_of_player_chooses(api, player):
    last = api.lines("/api/choose", {"game": "connect_four", "moves": ["4"], "player": player, **SHORT})[-1]
    assert last["kind"] == "decision"
    assert last["move"] in "1234567"


def test_what_is_random_follows_from_the_seed(api):
    chosen = [
        api.lines("/api/choose", {"game": "othello", "player": "random", "seed": seed})[-1]["move"]
        for seed in (1, 1, *range(2, 12))
    ]
    assert chosen[0] == chosen[1]
    assert len(set(chosen)) > 1


def test_analysis_has_a_value_for_every_move(api):
    *before, last = api.lines("/api/analyse", {"game": "draughts", "player": "nhb", **SHORT})
    assert last["kind"] == "analysis"
    assert sorted(each["move"] for each in last["moves"]) == sorted(
        find_game("draughts").legal_texts(find_game("draughts").init_state())
    )
    assert all(-1 <= each["value"] <= 1 for each in last["moves"])
    assert last["moves"][0]["move"] == last["move"]
    assert any(len(line.get("moves", [])) == 7 for line in before)


def test_a_proven_win_says_so(api):
    last = api.lines("/api/choose", {"game": "connect_four", "moves": list("121212"), "player": "search", **SHORT})[-1]
    assert (last["move"], last["value"], last["proven"]) == ("1", 1.0, 1)
    assert last["words"].startswith("Yellow wins in 1 ply")


def test_a_ranking_net_shares_out_its_liking(api):
    last = api.lines("/api/analyse", {"game": "connect_four", "moves": ["1"], "player": "sorter"})[-1]
    assert last["value"] is None
    assert sum(each["share"] for each in last["moves"]) == pytest.approx(1.0)
    shares = [each["share"] for each in last["moves"]]
    assert shares == sorted(shares, reverse=True)


def test_the_solver_knows_the_truth(api):
    late = "142261674354242135112741435533577263"
    status, found = api.post("/api/solve", {"game": "connect_four", "moves": list(late)})
    assert status == 200
    assert found["value"] == max(each["score"] for each in found["moves"])
    last = api.lines("/api/choose", {"game": "connect_four", "moves": list(late), "player": "perfect"})[-1]
    best = [each["move"] for each in found["moves"] if each["score"] == found["value"]]
    assert last["move"] in best
    assert last["proven"] is not None
    status, found = api.post("/api/solve", {"game": "connect_four"})
    assert [each["score"] for each in found["moves"]] == [-2, -1, 0, 1, 0, -1, -2]


def test_scores_are_said_in_words(api):
    _, found = api.post("/api/solve", {"game": "connect_four", "moves": list("4444422333266226")})
    assert [each["words"] for each in found["moves"]] == ["loses in 1 move"] * 4 + ["loses in 5 moves"] + [
        "loses in 1 move"
    ] * 2


def test_who_errs_now_and_then_does_so_by_the_seed(api):
    """In this position one move alone is best; of 60 games a fifth make another, within four standard deviations."""
    question = {"game": "connect_four", "moves": list("4444422333266226"), "player": "fallible"}
    moves = [api.lines("/api/choose", question | {"seed": seed})[-1]["move"] for seed in range(60)]
    assert abs(sum(move != "5" for move in moves) - 12) < 4 * (60 * 0.2 * 0.8) ** 0.5
    assert api.lines("/api/choose", question | {"seed": 7})[-1]["move"] == moves[7]
    assert api.lines("/api/analyse", question)[-1]["move"] == "5"


def test_there_are_exact_values_of_connect_four_only(api):
    status, found = api.post("/api/solve", {"game": "othello"})
    assert status == 422
    assert "connect_four only" in found["error"]


@pytest.fixture
def no_book(monkeypatch):
    """Without a book the first moves of the game take minutes."""
    for module in (solver, solver_queue):
        monkeypatch.setattr(module, "shipped_book", Book)


def test_of_a_solution_that_takes_too_long_bounds_are_known(tmp_path, no_book):
    with running_server(tmp_path, Limits(solving_seconds=0.6, plain_seconds=0)) as api:
        status, found = api.post("/api/solve", {"game": "connect_four"})
        assert (status, found["value"]) == (200, None)
        assert "0.6 s" in found["words"]
        assert [each["move"] for each in found["moves"]] == list("1234567")
        *before, last = api.lines("/api/solve", {"game": "connect_four"}, {"Accept": "application/x-ndjson"})
        assert before
        assert {line["kind"] for line in before} == {"thinking"}
        assert last["kind"] == "scores"
        centre = [each for line in (*before, last) for each in line["moves"] if each["move"] == "4"]
        assert all(each["low"] <= 1 <= each["high"] for each in centre), "it wins with the last stone"
        widths = [each["high"] - each["low"] for each in centre]
        assert widths == sorted(widths, reverse=True)
        assert widths[-1] < widths[0] or len(before) == 1


def test_where_the_solver_is_too_slow_another_player_stands_in(tmp_path, no_book, monkeypatch):
    monkeypatch.setattr(searches, "LEAST_SOLVING", 0.1)
    monkeypatch.setattr(searches, "player_from_disk", lambda spec, game: None)
    with running_server(tmp_path, Limits(solving_seconds=50, plain_seconds=0.1)) as api:
        monkeypatch.setattr(Compiler, "_compile", lambda *_: asyncio.sleep(60))
        last = api.lines("/api/choose", {"game": "connect_four", "player": "perfect", "seconds": 0.1})[-1]
        assert last["kind"] == "decision"
        assert last["words"].endswith(searches.PLAINLY)
        wait_until(lambda: not api.server.solving.searches)


def test_who_leaves_a_position_ends_its_solution(tmp_path, no_book, monkeypatch):
    monkeypatch.setattr(solver_queue, "IDLE_SECONDS", 0.1)
    with running_server(tmp_path, Limits(solving_seconds=50, plain_seconds=0)) as api:
        solving, question = api.server.solving, {"game": "connect_four"}
        streams = [api.begin("/api/solve", question, {"Accept": "application/x-ndjson"}) for _ in range(2)]
        lines = [json.loads(answer.readline()) for _, answer in streams]
        assert lines[0]["moves"] == lines[1]["moves"]
        leave(*streams[0])
        time.sleep(0.3)
        assert solving.searched, "somebody still waits"
        begun = time.monotonic()
        leave(*streams[1])
        wait_until(lambda: not solving.searches and not solving.turn.locked(), 10)
        assert time.monotonic() - begun < 5
        wait_until(lambda: solving.solver is None)
        late = {"game": "connect_four", "moves": list("142261674354242135112741435533577263")}
        assert api.post("/api/solve", late)[1]["value"] is not None


def leave(connection, answer):
    answer.close()
    connection.close()


def test_who_leaves_ends_the_search(api):
    thinking = api.server.thinking
    connection, answer = api.begin("/api/choose", {"game": "othello", "player": "nhb", "seconds": 50})
    while json.loads(answer.readline())["kind"] != "thinking":
        pass
    assert thinking.running == 1
    answer.close()
    connection.close()
    begun = time.monotonic()
    wait_until(lambda: thinking.running == 0, 10)
    assert time.monotonic() - begun < 5


def test_who_leaves_while_waiting_is_forgotten(tmp_path):
    question = {"game": "othello", "player": "mcts", "seconds": 20}
    with running_server(tmp_path, Limits(searches=1, waiting=2, plain_seconds=0)) as api:
        first, answer = api.begin("/api/choose", question)
        while json.loads(answer.readline())["kind"] != "thinking":
            pass
        waiting = [api.begin("/api/choose", question) for _ in range(2)]
        wait_until(lambda: api.server.thinking.waiting == 2)
        status, headers, body = api.send("POST", "/api/choose", json.dumps(question))
        assert status == 503
        assert headers["retry-after"] == "1"
        assert "waiting" in json.loads(body)["error"]
        told = [json.loads(reply.readline()) for _, reply in waiting]
        assert sorted(line["ahead"] for line in told if line["kind"] == "waiting") == [0, 1]
        for connection, reply in waiting:
            reply.close()
            connection.close()
        wait_until(lambda: api.server.thinking.waiting == 0, 10)
        answer.close()
        first.close()
        wait_until(lambda: api.server.thinking.running == 0, 10)
        assert api.lines("/api/choose", {**question, "seconds": 0.1})[-1]["kind"] == "decision"


def test_thinking_does_not_block_other_pages(api):
    """Positions are answered while all searches that the server allows are running."""
    question = {"game": "othello", "player": "nhb", "seconds": 3}
    api.lines("/api/choose", {**question, "seconds": 0.1})
    medians = []
    for _ in range(3):  # what else this machine does is not what is measured
        threads = [threading.Thread(target=api.lines, args=("/api/choose", question)) for _ in range(Limits().searches)]
        for thread in threads:
            thread.start()
        wait_until(lambda: api.server.thinking.running == Limits().searches)
        medians.append(statistics.median(position_seconds(api) for _ in range(20)))
        for thread in threads:
            thread.join()
        if medians[-1] < 0.1:
            return
    pytest.fail(f"positions take {medians} seconds")


def position_seconds(api):
    begun = time.perf_counter()
    api.post("/api/position", {"game": "othello", "moves": ["f5", "d6"]})
    return time.perf_counter() - begun


def test_favourites_are_compiled_ahead(tmp_path):
    with running_server(tmp_path, warm=True, shipped=("tic_tac_toe", "draughts")) as api:
        wanted, tasks = api.server.catalogue.favourites(), api.server.compiler.tasks
        wait_until(lambda: tasks.keys() == set(wanted) and all(task.done() for task in tasks.values()), 300)
        question = {"game": "draughts", "player": "outcome", "seconds": 0.05}
        assert api.lines("/api/choose", question)[0]["kind"] != "compiling"


def test_a_finished_game_has_no_move_to_choose(api):
    question = {"game": "connect_four", "moves": list("1212121"), "player": "random"}
    for path in ("/api/choose", "/api/analyse"):
        status, found = api.post(path, question)
        assert status == 422
        assert "the game is over" in found["error"]


def test_random_has_no_opinion(api):
    status, found = api.post("/api/analyse", {"game": "othello", "player": "random"})
    assert status == 422
    assert "cannot value moves" in found["error"]


def test_few_players_are_kept(tmp_path):
    with running_server(tmp_path, Limits(idle_players=2, plain_seconds=0)) as api:
        for game in ("tic_tac_toe", "connect_four", "othello"):
            api.lines("/api/choose", {"game": game, "player": "random"})
        assert len(api.server.thinking.players.idle) == 2


def test_the_first_answer_is_in_plain_python_while_kernels_are_compiled(tmp_path, monkeypatch):
    monkeypatch.setattr(searches, "player_from_disk", lambda spec, game: None)
    monkeypatch.setattr(Compiler, "_compile", lambda *_: asyncio.sleep(60))
    question = {"game": "othello", "moves": ["f5"], "player": "wthor", "seconds": 30.0}
    with running_server(tmp_path, Limits(plain_seconds=0.3)) as api:
        decision = api.lines("/api/choose", question)[-1]
        analysis = api.lines("/api/analyse", question)[-1]
    for found in (decision, analysis):
        assert found["move"] in ("d6", "f4", "f6")
        assert found["depth"] > 0
        assert found["seconds"] < 30
        assert found["words"].endswith(searches.PLAINLY)


def test_compiled_players_follow_as_soon_as_they_can_be_loaded(tmp_path, monkeypatch):
    monkeypatch.setattr(searches, "player_from_disk", lambda spec, game: None)
    monkeypatch.setattr(Compiler, "_compile", lambda *_: asyncio.sleep(0))
    with running_server(tmp_path, Limits(plain_seconds=0.1)) as api:
        answers = [
            api.lines("/api/choose", {"game": "tic_tac_toe", "player": "search", **SHORT})[-1]["words"]
            for _ in range(2)
        ]
    assert [words.endswith(searches.PLAINLY) for words in answers] == [True, False]
