import json
import os
import signal
import subprocess
import sys
import time

import pytest

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.matches.match import match, pair_seeds
from fourfold.matches.openings import Opening, openings
from fourfold.matches.referee import play_game
from fourfold.matches.statistics import Sprt, wilson
from fourfold.matches.tally import MatchResult
from fourfold.players.base import Decision
from fourfold.players.random import RandomPlayer
from fourfold.records import record as records

KEYS = {"games", "distinct", "wins", "draws", "losses", "score", "low", "high", "elo", "elo_low", "elo_high"}
KEYS |= {"points", "points_low", "points_high"}
FAST = "alphabeta:nodes=100"


class Scripted:
    """Plays given moves, over and over, and remembers what it was told."""

    def __init__(self, game, name, moves):
        self.game, self.name, self.moves = game, name, moves
        self.seeds, self.histories = [], []

    def new_game(self, seed):
        self.seeds.append(seed)
        self.made = 0

    def choose(self, state, history=()):
        self.histories.append(list(history))
        text = self.moves[self.made % len(self.moves)]
        self.made += 1
        return Decision(self.game.parse_move(state, text), 0.0, None, 0, 0, [])


def played(name, first, second, opening=None, **settings):
    game = find_game(name)
    opening = opening or Opening(game.init_state(), [])
    return play_game(game, Scripted(game, "a", first), Scripted(game, "b", second), opening, **settings)


def test_a_game_by_the_rules():
    record = played("connect_four", list("4444"), list("123"), seeds=(5, 6))
    assert record == records.Record("connect_four", "a", "b", "", [], list("4142434"), 1, "rules", [5, 6])
    assert played("connect_four", list("123"), list("4444")).outcome == -1


def test_players_get_the_seed_and_the_states_before():
    game = find_game("connect_four")
    first, second = Scripted(game, "a", list("4444")), Scripted(game, "b", list("123"))
    opening = openings(game, "random:2", 1)[0]
    record = play_game(game, first, second, opening, seeds=(9, 3))
    states = records.replay(record)
    assert (first.seeds, second.seeds) == ([9], [3])
    assert first.histories == [states[:length] for length in range(2, len(states), 2)][: len(first.histories)]
    assert second.histories[0] == states[:3]


def test_an_odd_opening_is_continued_by_the_second_player():
    game = find_game("connect_four")
    record = played("connect_four", list("111"), list("4444"), Opening(game.parse("7"), ["7"]))
    assert record.moves == list("4141414")
    assert record.outcome == -1
    set_up = played("connect_four", list("111"), list("4444"), Opening(game.parse("7"), []))
    assert (set_up.moves, set_up.outcome, set_up.is_set_up) == (record.moves, -1, True)
    assert records.replay(set_up) == records.replay(record)[1:]


def test_a_third_repetition_is_a_draw():
    game = find_game("draughts")
    start = game.parse("B:WK32:BK1")
    record = played("draughts", ["1-6", "6-1"], ["32-27", "27-32"], Opening(start, []))
    assert (record.outcome, record.reason, len(record.moves)) == (0, "repetition", 8)


def test_positions_of_the_opening_count_as_repeated():
    game = find_game("draughts")
    earlier = tuple(game.replay(["1-6", "32-27", "6-1"], game.parse("B:WK32:BK1")))
    start = game.apply(earlier[-1], game.parse_move(earlier[-1], "27-32"))
    record = played("draughts", ["1-6", "6-1"], ["32-27", "27-32"], Opening(start, [], earlier))
    assert (record.reason, len(record.moves)) == ("repetition", 4)


def test_a_game_without_repetition_goes_on_to_its_end():
    record = played("tic_tac_toe", ["0", "1", "5", "6", "8"], ["4", "2", "3", "7"])
    assert (record.outcome, record.reason, len(record.moves)) == (0, "rules", 9)


def test_a_move_cap_is_a_draw_unless_the_last_move_decides():
    capped = played("connect_four", list("4444"), list("123"), max_plies=6)
    assert (capped.outcome, capped.reason, len(capped.moves)) == (0, "move cap", 6)
    assert played("connect_four", list("4444"), list("123"), max_plies=7).reason == "rules"


def test_an_illegal_move_loses_the_game():
    game = find_game("connect_four")
    cheat, honest, start = Scripted(game, "cheat", []), RandomPlayer(game), Opening(game.init_state(), [])
    cheat.choose = lambda state, history: Decision(7, 0.0, None, 0, 0, [])
    for players, outcome in (((cheat, honest), -1), ((honest, cheat), 1)):
        record = play_game(game, *players, start)
        assert record.outcome == outcome
        assert record.reason.startswith("forfeit: cheat chose 7 in")


def test_a_game_that_raises_counts_for_nothing_and_says_where():
    game = find_game("connect_four")
    broken = Scripted(game, "broken", [])
    broken.choose = lambda state, history: 1 // 0
    record = play_game(game, RandomPlayer(game), broken, Opening(game.init_state(), []), (5, 6))
    assert record.is_failure
    assert (record.outcome, len(record.moves), record.seeds) == (0, 1, [5, 6])
    assert record.reason.startswith("failure: ZeroDivisionError: integer division or modulo by zero, in '")


POISONED = """
from fourfold.games.tic_tac_toe import *
from fourfold.games import tic_tac_toe

def apply(state, move):
    if move == 4 and tic_tac_toe.expand(state, __import__("numpy").zeros(9, "int64")) == 5:
        raise RuntimeError("poison")
    return tic_tac_toe.apply(state, move)
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_a_poisoned_game_does_not_end_the_match(tmp_path, workers):
    (tmp_path / "poisoned.py").write_text(POISONED)
    settings = {"games": 40, "openings": None, "seed": 1, "workers": workers, "out": tmp_path / "run"}
    with pytest.warns(UserWarning, match=r"games came to nothing; the first: RuntimeError: poison, in"):
        result = match("random", "random", str(tmp_path / "poisoned.py"), **settings)
    void = [record for record in result.records if record.is_failure]
    assert 0 < len(void) < 20
    assert 0 < result.games == result.wins + result.draws + result.losses < 40
    assert len(result.records) == 40
    with pytest.warns(UserWarning, match="came to nothing"):
        assert match("random", "random", str(tmp_path / "poisoned.py"), **settings) == result


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "othello", "draughts"])
def test_records_replay_to_their_outcome(name):
    game = find_game(name)
    result = match("random", "random", name, games=6, workers=1, seed=2)
    for record in result.records:
        last = records.replay(record)[-1]
        side = 1 if (len(record.opening_moves) + len(record.moves)) % 2 == 0 else -1
        if record.reason == "rules":
            assert game.outcome(last) * side == record.outcome
        else:
            assert record.outcome == 0


def test_each_opening_is_played_with_both_colours_and_the_same_seeds():
    result = match(FAST, "random", "connect_four", games=10, workers=1, seed=3)
    pairs = list(zip(result.records[::2], result.records[1::2], strict=True))
    assert len(pairs) == result.pairs == 5
    for number, (one, other) in enumerate(pairs):
        assert (one.first, one.second) == (other.second, other.first) == (FAST, "random")
        assert (one.opening_moves, one.opening) == (other.opening_moves, other.opening)
        assert one.seeds == other.seeds[::-1] == list(pair_seeds(3, number))
    assert len({tuple(one.opening_moves) for one, _ in pairs}) == 5


def test_results_are_counted_from_the_view_of_a():
    ours = match("alphabeta:depth=1", "random", "connect_four", games=30, workers=1)
    theirs = match("random", "alphabeta:depth=1", "connect_four", games=30, workers=1)
    assert 30 > ours.wins > 18
    assert 30 > theirs.losses > 18
    won = [record.outcome == (1 if record.first == "alphabeta:depth=1" else -1) for record in ours.records]
    assert sum(won) == ours.wins
    assert ours.wins + ours.draws + ours.losses == ours.games == 30
    assert ours.score == (ours.wins + ours.draws / 2) / 30
    assert 0 < ours.low < ours.score < ours.high < 1
    assert ours.elo_low < ours.elo < ours.elo_high
    assert theirs.score < 0.5 < ours.score


def test_json_has_the_keys_that_scripts_rely_on():
    result = match("random", "random", "tic_tac_toe", games=3, workers=1)
    assert json.loads(json.dumps(result.to_json())).keys() == KEYS | {"pairs", "sprt"}
    assert result.games == 4


def test_a_clean_sweep_is_no_certainty():
    swept = match(FAST, "random", "connect_four", games=10, workers=1, seed=1)
    assert (swept.wins, swept.elo, swept.elo_high, swept.high) == (10, None, None, 1.0)
    assert (swept.low, swept.high) == wilson(1.0, 10)


def test_repeated_games_count_once():
    """Two deterministic players from the initial state have two games in them, however often they are played."""
    players = ("alphabeta:depth=2,eval=positional", "alphabeta:depth=1,eval=positional")
    result = match(*players, "othello", games=20, openings=None, workers=1)
    assert (result.games, result.distinct) == (20, 2)
    assert result.high - result.low > 0.6
    assert match(*players, "othello", games=20, workers=1).distinct == 20


def test_two_random_players_are_not_the_same():
    result = match("random", "random", "connect_four", games=20, openings=None, workers=1)
    assert result.distinct == 20


def test_the_number_of_workers_changes_nothing():
    alone = match(FAST, "random", "connect_four", games=40, workers=1, seed=4)
    together = match(FAST, "random", "connect_four", games=40, workers=2, seed=4)
    assert alone.records == together.records
    assert alone == together


def test_fewer_games_are_the_first_of_more():
    few = match("random", "random", "connect_four", games=10, workers=1)
    assert match("random", "random", "connect_four", games=20, workers=1).records[:10] == few.records


def test_a_sequential_test_ends_the_match_at_the_same_pair_on_any_number_of_workers():
    test = Sprt(0.0, 100.0)
    results = [match(FAST, "random", "connect_four", games=400, workers=workers, sprt=test) for workers in (1, 2)]
    assert results[0] == results[1]
    assert results[0].records == results[1].records
    assert results[0].games < 100
    assert results[0].sprt["verdict"] == "elo1"
    assert results[0].sprt["llr"] >= results[0].sprt["upper"]


def test_a_settled_match_is_not_played_on(tmp_path):
    settings = {"games": 200, "workers": 1, "sprt": Sprt(0.0, 100.0), "out": tmp_path}
    result = match(FAST, "random", "connect_four", **settings)
    games = (tmp_path / "games.jsonl").read_bytes()
    assert match(FAST, "random", "connect_four", **settings) == result
    assert (tmp_path / "games.jsonl").read_bytes() == games


def test_an_undecided_sequential_test_says_so():
    result = match("random", "random", "connect_four", games=4, workers=1, sprt=Sprt(0.0, 10.0))
    assert (result.games, result.sprt["verdict"]) == (4, None)


def test_progress_is_told_after_every_pair():
    told = []
    result = match("random", "random", "connect_four", games=6, workers=1, progress=lambda *news: told.append(news))
    assert [(done, total) for done, total, _ in told] == [(2, 6), (4, 6), (6, 6)]
    assert isinstance(told[0][2], MatchResult)
    assert told[-1][2] == result


GAME_FILE = """
from typing import NamedTuple
class State(NamedTuple):
    heap: int
MAX_MOVES = 2
def init_state(player=1):
    return State(11)
def expand(state, moves):
    moves[0], moves[1] = 1, 2
    return min(2, state.heap)
def apply(state, move):
    return State(state.heap - move)
def test_terminal(state):
    return 2 if state.heap else -1
"""

GAME_OF_DICTS = """
from typing import NamedTuple
class State(NamedTuple):
    heaps: dict
MAX_MOVES = 1
REPETITION = 3
def init_state(player=1):
    return State({"left": 0, "right": 1})
def expand(state, moves):
    moves[0] = 0
    return 1
def apply(state, move):
    return State({"left": state.heaps["right"], "right": state.heaps["left"]})
def test_terminal(state):
    return 2
"""


def test_a_game_whose_states_are_not_numbers(tmp_path):
    path = tmp_path / "dicts.py"
    path.write_text(GAME_OF_DICTS)
    result = match("random", "random", str(path), games=2, openings="random:1", workers=1)
    assert [(record.reason, len(record.moves)) for record in result.records] == [("repetition", 3)] * 2


@pytest.mark.parametrize("workers", [1, 2])
def test_a_game_from_a_file(tmp_path, workers):
    path = tmp_path / "heap.py"
    path.write_text(GAME_FILE)
    result = match("random", "random", str(path), games=8, openings="random:2", workers=workers)
    assert result.games == 8
    assert all(records.replay(record, find_game(str(path)))[-1].heap == 0 for record in result.records)


@pytest.mark.parametrize(
    "settings",
    [
        {"a": "nobody"},
        {"game": "chess"},
        {"games": 0},
        {"seed": -1},
        {"max_plies": 0},
        {"openings": "no/such/file"},
        {"openings": "random:50"},
        {"workers": 0},
    ],
)
def test_bad_settings_leave_no_folder(tmp_path, settings):
    given = {"a": "random", "b": "random", "game": "connect_four", "games": 2, "workers": 1, **settings}
    with pytest.raises(InputError):
        match(**given, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_run_folder_holds_settings_games_and_result(tmp_path):
    result = match("random", "random", "connect_four", games=6, workers=1, out=tmp_path)
    assert records.read(tmp_path / "games.jsonl") == (result.records, 0)
    assert json.loads((tmp_path / "result.json").read_text()) == result.to_json()
    again = match("random", "random", "connect_four", games=6, workers=1, out=tmp_path)
    assert again == result
    with pytest.raises(InputError, match="seed"):
        match("random", "random", "connect_four", games=6, workers=1, out=tmp_path, seed=1)


SCRIPT = """
import sys
from fourfold import match
match("alphabeta:nodes=300", "random", "connect_four", games=400, seed=6, workers=int(sys.argv[2]), out=sys.argv[1])
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_match_goes_on_where_it_stopped(tmp_path, workers):
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(killed), str(workers)], start_new_session=True)
    try:
        deadline = time.monotonic() + 120
        while _lines(killed / "games.jsonl") < 20:
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.002)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    written = _lines(killed / "games.jsonl")
    assert 20 <= written < 400
    assert not (killed / "result.json").exists()
    with open(killed / "games.jsonl", "ab") as file:
        file.write(b'{"game": "connect_fo')
    for folder in (killed, whole):
        match("alphabeta:nodes=300", "random", "connect_four", games=400, seed=6, workers=3 - workers, out=folder)
    for name in ("games.jsonl", "result.json", "config.json"):
        assert (killed / name).read_bytes() == (whole / name).read_bytes()


def _lines(path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_a_match_from_a_file_of_ballots(tmp_path):
    path = tmp_path / "ballots.txt"
    path.write_text("1. 9-13 21-17 2. 5-9\n10-14 24-20 6-10\nB:W18,30:BK10,1\n")
    played = match("random", "random", "draughts", games=6, openings=str(path), workers=1).records
    assert {tuple(record.opening_moves) for record in played} == {
        ("9-13", "21-17", "5-9"),
        ("10-14", "24-20", "6-10"),
        (),
    }
    assert {record.is_set_up for record in played if not record.opening_moves} == {True}
    for record in played:
        assert len(records.replay(record)) == len(record.opening_moves) + len(record.moves) + 1


COUNTING = """
import os
from pathlib import Path
class First:
    def choose(self, state, history=()):
        return next(move for move in range(9) if not (state.own | state.opponent) >> move & 1)
def make_player(game, seed):
    with open(Path(__file__).parent / "made", "a") as file:
        print(os.getpid(), file=file)
    return First()
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_every_process_builds_a_player_once(tmp_path, workers):
    (tmp_path / "first.py").write_text(COUNTING)
    played = match(str(tmp_path / "first.py"), "random", "tic_tac_toe", games=40, workers=workers)
    assert played.games == 40
    made = (tmp_path / "made").read_text().split()
    assert len(made) == len(set(made)) <= (1 if workers == 1 else 3)
