"""Self-play beside peers; a small program stands in for one of them."""

import sys

import pytest

from fourfold.bench import self_play
from fourfold.errors import InputError

COACH = """
class Coach:
    def __init__(self, game, net, args):
        self.game, self.nnet = game, net

    def executeEpisode(self):
        import numpy
        for _ in range(3):
            chances, value = self.nnet.predict(numpy.zeros((6, 7)))
            assert abs(chances.sum() - 1.0) < 1e-5 and abs(value) <= 1.0
        return [None] * 4
"""
GAME = """
class Connect4Game:
    def getBoardSize(self):
        return 6, 7

    def getActionSize(self):
        return 7
"""


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(self_play, "SECONDS", 0.01)
    monkeypatch.setattr(self_play, "ROUNDS", 1)


def test_every_move_is_searched_and_the_net_is_asked_at_most_once_a_simulation():
    positions, evaluations = (row.ours for row in self_play.rows(peers=False))
    assert 0 < positions < evaluations <= positions * (self_play.SIMULATIONS + 1)


def test_a_peer_plays_in_another_program(monkeypatch, tmp_path):
    (tmp_path / "connect4").mkdir()
    files = {"Coach.py": COACH, "MCTS.py": "MCTS = print", "connect4/Connect4Game.py": GAME}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setenv(self_play.PYTHON, sys.executable)
    monkeypatch.setenv(self_play.CLONE, str(tmp_path))
    peers = self_play.self_play_peers.PEERS
    monkeypatch.setattr(
        self_play.self_play_peers, "PEERS", {name: peers[name] for name in peers if name.startswith("alpha")}
    )
    positions, evaluations = self_play.rows()
    assert (positions.unit, evaluations.unit) == ("positions/s", "evaluations/s")
    assert evaluations.peer == pytest.approx(1.5 * positions.peer)  # three evaluations, two positions


def test_missing_peers_are_told_of(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv(self_play.PYTHON, str(tmp_path / "python"))
    with pytest.raises(InputError, match="make peers"):
        list(self_play.rows())
