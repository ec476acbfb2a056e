"""Until its kernels are compiled, a player searches as plain Python."""

import time

import pytest

from fourfold.games.interface.find import find_game
from fourfold.players import plain_first
from fourfold.players.alphabeta import AlphaBetaPlayer
from fourfold.players.base import Budget
from fourfold.players.plain_first import PlainFirst, player_at_once


class Compilation:
    """A process that compiles until a test says that it is done."""

    code = None
    ended = False

    def poll(self):
        return self.code

    def terminate(self):
        self.ended = True

    def wait(self):
        assert self.ended


@pytest.fixture
def compilation(monkeypatch):
    process = Compilation()
    monkeypatch.setattr(plain_first, "player_from_disk", lambda spec, game, seed: None)
    monkeypatch.setattr(plain_first, "start", lambda game, spec: process)
    return process


@pytest.mark.parametrize("spec", ["alphabeta:seconds=0.05", "mcts:seconds=0.05", "alphabeta"])
def test_it_answers_before_its_kernels_are_compiled_and_with_them_afterwards(compilation, spec):
    game = find_game("tic_tac_toe")
    player = player_at_once(spec, game, 3)
    assert player.choose(game.init_state()).move in range(9)
    assert len(player.analyse(game.init_state()).moves) == 9
    assert player.so_far()
    assert not player.is_compiled
    assert type(player.player.kernels.apply).__name__ == "function"
    compilation.code = 0
    assert player.choose(game.init_state()).move in range(9)
    assert player.is_compiled
    assert player.player.seed == 3
    assert hasattr(player.player.kernels.apply, "py_func")
    player.close()
    assert not compilation.ended


def test_plain_python_does_not_think_longer_than_is_worth_it(compilation, monkeypatch):
    monkeypatch.setattr(plain_first, "MOST_SECONDS", 0.1)
    game = find_game("connect_four")
    player = player_at_once("alphabeta:seconds=1000", game)
    begun = time.perf_counter()
    player.choose(game.init_state())
    assert time.perf_counter() - begun < 100
    assert player.budget == Budget(seconds=1000)
    player.close()
    assert compilation.ended


@pytest.mark.parametrize("spec", ["alphabeta:nodes=100", "alphabeta:seconds=1,depth=2", "mcts:sims=10", "greedy"])
def test_only_seconds_are_for_plain_python(compilation, spec):
    """The same nodes would take a hundred times as long."""
    assert not isinstance(player_at_once(spec, find_game("tic_tac_toe")), PlainFirst)


def test_who_starts_no_search_is_made_as_ever(monkeypatch):
    monkeypatch.setattr(plain_first, "player_from_disk", None)
    assert player_at_once("random", find_game("tic_tac_toe")).name == "random"


def test_kernels_on_disk_are_used_at_once():
    game = find_game("tic_tac_toe")
    player_at_once("alphabeta:nodes=1", game)  # compiled now, if it was not
    assert isinstance(player_at_once("alphabeta:seconds=1", game), AlphaBetaPlayer)


def test_what_cannot_be_compiled_stays_plain(compilation):
    game = find_game("tic_tac_toe")
    player = player_at_once("alphabeta:seconds=0.05", game)
    assert "background" in player.reason
    compilation.code = 1
    assert player.choose(game.init_state()).move in range(9)
    assert not player.is_compiled
    assert "cannot be compiled" in player.reason
