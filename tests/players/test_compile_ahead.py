"""What players need is compiled in processes of its own, several at once."""

import pytest

from fourfold.errors import InputError
from fourfold.players import compile_ahead
from fourfold.players.compile_ahead import make_players


class Process:
    waited = killed = False

    def wait(self):
        self.waited = True

    def kill(self):
        self.killed = True


@pytest.fixture
def started(monkeypatch):
    """The processes that were started, by the specs of their players; nothing is on disk."""
    processes = {}
    monkeypatch.setattr(compile_ahead, "player_from_disk", lambda spec, game: None)
    monkeypatch.setattr(compile_ahead, "start", lambda game, spec: processes.setdefault(spec, Process()))
    return processes


def test_all_players_but_one_are_compiled_by_other_processes(started):
    specs = ["alphabeta:nodes=1", "mcts:sims=1", "greedy", "alphabeta:nodes=1", "random"]
    players = make_players(specs, "tic_tac_toe")
    assert [player.name for player in players] == specs
    assert players[0] is not players[3]
    assert list(started) == ["mcts:sims=1", "greedy"]
    assert all(process.waited for process in started.values())


def test_no_process_outlives_a_player_that_cannot_be_made(started):
    with pytest.raises(InputError):
        make_players(["policy:model=nowhere", "greedy"], "tic_tac_toe")
    assert started["greedy"].killed
    assert started["greedy"].waited


def test_nothing_is_started_for_what_is_on_disk(monkeypatch):
    make_players(["alphabeta:nodes=1", "greedy"], "tic_tac_toe")
    monkeypatch.setattr(compile_ahead, "start", None)
    assert len(make_players(["alphabeta:nodes=2", "greedy"], "tic_tac_toe")) == 2


def test_the_process_leaves_all_that_a_player_needs_on_disk(tmp_path, monkeypatch):
    monkeypatch.setenv("FOURFOLD_CACHE", str(tmp_path))
    assert compile_ahead.start("tic_tac_toe", "greedy").wait() == 0
    assert list(tmp_path.rglob("*.choose-*.nbi"))
