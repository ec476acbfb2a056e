"""The experiment on two levels of contexts, and the patterns that it draws."""

import numpy as np

from fourfold.data.proven_positions import ProvenPosition
from fourfold.evaluators import frame_net
from fourfold.experiments.context import games, levels
from fourfold.experiments.context.patterns import find_patterns
from fourfold.experiments.framework.reproduce import reproduce
from fourfold.games.interface.find import find_game
from fourfold.learn.context.descriptions import describe


def test_a_tiny_reproduction(tmp_path, monkeypatch):
    monkeypatch.setattr(levels, "SYSTEMS", ("M4", "H4"))
    found = reproduce("context-levels", "tiny", tmp_path, workers=1, plot=tmp_path / "plot.svg")
    assert [row.system for row in found.rows] == ["M4", "H4", "chance"]
    assert found.rows[0].weights < found.rows[1].weights
    assert "with one level" in found.study.findings(found.rows)[0]
    assert (tmp_path / "plot.svg").stat().st_size > 10_000


def test_hand_made_contexts_are_for_connect_four_only():
    scale = games.Scale(1, 60, 1000, {"connect_four": 40, "tic_tac_toe": 40})
    cells = levels.Experiment(scale, 0).cells()
    assert [cell.game for cell in cells if cell.system == "S4"] == ["connect_four"]


def test_positions_become_columns():
    game = find_game("connect_four")
    state = game.parse("444444")
    moves = game.moves(state)
    found = levels.columns_of_positions([ProvenPosition(state, moves, np.arange(len(moves), dtype=float))])
    assert found.scores[0, 3] == levels.NO_MOVE
    assert sorted(found.scores[0].tolist())[1:] == list(range(6))


def test_a_net_that_listens_to_own_stones_shows_them():
    game = find_game("tic_tac_toe")
    contexts, view, changes = describe(game)
    weights = frame_net.random_weights("M1", contexts, view, changes, 0)
    detectors = np.zeros_like(weights.detectors)
    detectors[0, 0, :3] = 1.0  # the first output grows with the own stones
    weights = weights._replace(
        detectors=detectors, hidden=np.ones_like(weights.hidden), output=np.ones_like(weights.output)
    )
    states = [game.parse(line) for line in ("0 4 1 8", "0 4 2 8", "0 1 8 7")] * 3
    data = [ProvenPosition(state, game.moves(state), np.zeros(len(game.moves(state)))) for state in states]
    first, *_, last = find_patterns(weights, game, data)
    assert sum(first.board[first.context]) > 0.0 > sum(last.board[last.context])
    assert first.move in first.context
    assert first.board[first.move] == 0.0
    assert first.influence > 0.0 > last.influence
