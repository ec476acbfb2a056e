"""Learning to rank columns: it learns, stops when its curve is flat, and goes on where it was stopped."""

import json

import numpy as np
import pytest
from support.blocks import GAME, accuracy, blocks

from fourfold.data.proven_positions import read
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.learn import proven_positions
from fourfold.learn.context import move_training
from fourfold.learn.context.flatness import is_flat
from fourfold.learn.context.learner import ContextLearner
from fourfold.learn.context.sorter_torch import targets
from fourfold.learn.curves import read_curve
from fourfold.learn.ranking_accuracy import measure_chance, measure_positions
from fourfold.players.policy import Policy, PolicyPlayer


@pytest.mark.parametrize("system", ["S1", "S4", "N20", "C"])
def test_a_system_learns_to_stop_three_stones(system, tmp_path):
    learner = ContextLearner(data=blocks(600), system=system, epochs=40, seed=1, out=tmp_path).fit(GAME)
    assert learner.metrics_[-1].error < learner.metrics_[0].error
    if system.startswith("S"):  # contexts see it wherever it is
        assert accuracy(tmp_path, blocks(300, seed=9)) > 0.95


def test_a_run_that_was_stopped_ends_as_one_that_was_not(tmp_path):
    data = blocks(100)
    whole = ContextLearner(data=data, system="S4", epochs=6, out=tmp_path / "whole").fit(GAME)
    ContextLearner(data=data, system="S4", epochs=3, out=tmp_path / "parts").fit(GAME)
    parts = ContextLearner(data=data, system="S4", epochs=6, out=tmp_path / "parts").fit(GAME)
    assert [epoch.error for epoch in parts.metrics_] == [epoch.error for epoch in whole.metrics_]
    for one, other in zip(whole.weights_, parts.weights_, strict=True):
        assert np.array_equal(one, other)
    with pytest.raises(InputError, match='has a run with system "S4"'):
        ContextLearner(data=data, system="S3", out=tmp_path / "parts").fit(GAME)


def test_a_curve_is_flat_when_it_no_longer_falls():
    assert not is_flat([1.0] * 39)
    assert is_flat([1.0] * 40)
    assert not is_flat([1.0] * 20 + [0.9] * 20)


@pytest.mark.parametrize(
    ("settings", "message"),
    [({"system": "S9"}, "no system named"), ({"epochs": 0}, "at least 1"), ({"rate": -1.0}, "must be between")],
)
def test_bad_settings(settings, message):
    with pytest.raises(InputError, match=message):
        ContextLearner(data=blocks(10), **settings)


def test_some_systems_are_for_connect_four():
    with pytest.raises(InputError, match=r"S4 is for connect_four only; choose from M1, .*, H4 and N"):
        ContextLearner(data=[], system="S4").fit(find_game("othello"))


@pytest.fixture(scope="module")
def tic_tac_toe_positions(tmp_path_factory):
    path = tmp_path_factory.mktemp("positions") / "p.jsonl"
    for _ in proven_positions.collect(path, find_game("tic_tac_toe"), 150, workers=1):
        pass
    return path


@pytest.mark.parametrize("system", ["M1", "M4", "H4", "N"])
def test_a_system_learns_another_game(system, tic_tac_toe_positions, tmp_path):
    game = find_game("tic_tac_toe")
    data = read(game, tic_tac_toe_positions)
    learner = ContextLearner(data=data, system=system, epochs=200, seed=1, out=tmp_path).fit(game)
    assert learner.metrics_[-1].error < 0.8 * learner.metrics_[0].error
    found, chance = measure_positions(Policy(str(tmp_path), game), game, data), measure_chance(data)
    assert found.any_best > chance.any_best + 0.3
    assert found.average_rank < chance.average_rank - 0.5
    player = PolicyPlayer(game, Policy(str(tmp_path), game))
    assert player.choose(game.init_state()).move in range(9)


def test_a_run_of_another_game_that_was_stopped_ends_as_one_that_was_not(tic_tac_toe_positions, tmp_path):
    game, settings = find_game("tic_tac_toe"), {"data": tic_tac_toe_positions, "limit": 100}
    whole = ContextLearner(**settings, epochs=6, out=tmp_path / "whole").fit(game)
    ContextLearner(**settings, epochs=3, out=tmp_path / "parts").fit(game)
    parts = ContextLearner(**settings, epochs=6, out=tmp_path / "parts").fit(game)
    assert [epoch.error for epoch in parts.metrics_] == [epoch.error for epoch in whole.metrics_]
    for one, other in zip(whole.weights_, parts.weights_, strict=True):
        assert np.array_equal(one, other)
    curve = read_curve(tmp_path / "whole")
    assert "held-out" in curve.y_label
    assert whole.config()["system"] == "M4"


def test_positions_of_another_file_are_left_out(tic_tac_toe_positions):
    game = find_game("tic_tac_toe")
    left = move_training.read_positions(game, tic_tac_toe_positions, 150, tic_tac_toe_positions)
    assert left == []
    held = move_training.held_out(game, tic_tac_toe_positions, 100, None)
    assert len(held) == 50


def test_systems_for_any_game_learn_connect_four(tmp_path):
    rows = [json.dumps({"position": "4" * 3 + "5" * 2, "scores": [1, 1, 1, 2, 1, 1, 1]}) + "\n"] * 3
    (tmp_path / "p").write_text("".join(rows))
    learner = ContextLearner(data=tmp_path / "p", system="M2", epochs=2, out=tmp_path / "run").fit(GAME)
    assert learner.model().evaluator == "frame_net"


def test_targets_share_out_to_all_best_columns_and_more_to_the_centre():
    scores = np.array([[1, 1, 0, -99, 1, 0, 0]], float)
    shares, is_open = targets(scores, 0.4, 0.0)
    assert shares[0] == pytest.approx([0.2, 0.2, 0, 0, 0.6, 0, 0])
    assert is_open[0].tolist() == [True, True, True, False, True, True, True]


def test_targets_share_out_to_near_columns_by_their_scores():
    shares, _ = targets(np.array([[5, 4, 2, -99, 5, -8, 5]], float), 0.0, 1.0)
    assert shares.sum() == pytest.approx(1)
    assert shares[0, [0, 4, 6]] == pytest.approx(shares[0, 1] * np.exp(0.7))
    assert shares[0, 2] == pytest.approx(shares[0, 1] * np.exp(-1.4))
    assert shares[0, 3] == 0
    half, _ = targets(np.array([[5, 4, 2, -99, 5, -8, 5]], float), 0.0, 0.5)
    assert half[0, 0] == pytest.approx(1 / 6 + shares[0, 0] / 2)


def test_the_column_net_learns_and_goes_on_where_it_was_stopped(torch, tmp_path):
    data, settings = blocks(512), {"units": 16, "few": 8, "batch": 64, "workers": 1, "epochs": 4}
    ContextLearner(data=data, system="best", out=tmp_path / "whole", **settings).fit(GAME)
    assert accuracy(tmp_path / "whole", blocks(200, seed=9)) > 0.95

    def stop(reached):
        if reached.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ContextLearner(data=data, system="best", out=tmp_path / "parts", **settings).fit(GAME, stop)
    ContextLearner(data=data, system="best", out=tmp_path / "parts", **settings).fit(GAME)
    one, other = (Policy(str(tmp_path / name), GAME).ranker.weights for name in ("whole", "parts"))
    for before, after in zip(one, other, strict=True):
        assert before == pytest.approx(after, abs=1e-6)


def write_blocks(path, count, seed=0):
    """Write such positions, one of each kind, as lines of column digits."""
    rng, lines = np.random.default_rng(seed), dict[str, list[int]]()
    while len(lines) < count:
        column, first, second = rng.permutation(7)[:3] + 1
        lines[f"{column}{first}{column}{second}{column}"] = [5 if c + 1 == column else -5 for c in range(7)]
    rows = (json.dumps({"position": line, "scores": scores}) for line, scores in lines.items())
    path.write_text("".join(f"{row}\n" for row in rows))
    return path


@pytest.mark.parametrize("held_out", [{"without": "test.jsonl"}, {"limit": 100}])
def test_the_curve_is_the_accuracy_on_positions_that_are_held_out(held_out, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = write_blocks(tmp_path / "data.jsonl", 180)
    write_blocks(tmp_path / "test.jsonl", 40, seed=3)
    settings = {"data": data, "system": "S4", "epochs": 80, "seed": 1, **held_out}
    learned = ContextLearner(**settings, out="run").fit(GAME)
    curve = read_curve(tmp_path / "run")
    assert "held-out" in curve.y_label
    assert curve.points[0].x == 0
    assert curve.points[-1].y > curve.points[0].y
    assert all(point.low < point.high for point in curve.points)
    unmeasured = ContextLearner(**settings).fit(GAME)
    for one, other in zip(learned.weights_, unmeasured.weights_, strict=True):
        assert np.array_equal(one, other)
