"""What the score is worth: its games differ in their variables alone, and its tables hold together."""

import numpy as np
import pytest

from fourfold.binding.bind import plainly
from fourfold.experiments.framework import plots
from fourfold.experiments.framework.reproduce import reproduce
from fourfold.experiments.framework.winning_rates import WinningRate
from fourfold.experiments.games import score
from fourfold.experiments.games.score import Experiment, Result
from fourfold.games.conformance import checks
from fourfold.games.interface.find import find_game
from fourfold.learn.outcome.learner import OutcomeLearner
from fourfold.matches.openings import openings

FILES = [spec for spec in score.GAMES.values() if spec.endswith(".py")]


def seen(game, state):
    out = np.zeros(game.variables)
    game.module.variables(state, out)
    return out


@pytest.mark.parametrize("file", FILES)
def test_a_variant_follows_the_contract(file):
    report = checks.check(find_game(file), games=2)
    assert report.ok, str(report)


@pytest.mark.parametrize("name", ["kalah", "othello"])
def test_the_score_is_the_last_variable_and_the_only_difference(name):
    blind, sighted = (find_game(score.GAMES[name, sees_score]) for sees_score in (False, True))
    assert sighted.variables == blind.variables + 1
    assert len(sighted.symmetries) == len(blind.symmetries)
    for opening in openings(blind, "random:20", 5):
        state = opening.state
        assert seen(sighted, state)[:-1].tolist() == seen(blind, state).tolist()
        assert seen(sighted, state)[-1] == sighted.points(state) / (sighted.most_points / 2)
        assert sighted.moves(state) == blind.moves(state)


@pytest.fixture
def tiny(monkeypatch):
    """Return a function that reproduces some ways of learning Kalah into a folder.

    It is played as plain Python, and without learning curves: compiling takes longer than so few games.
    """
    monkeypatch.setattr(OutcomeLearner, "yardstick", lambda learner: None)
    monkeypatch.setattr(score, "GAMES", {key: spec for key, spec in score.GAMES.items() if key[0] == "kalah"})

    def measure(folder, ways):
        monkeypatch.setattr(score, "WAYS", ways)
        with plainly():
            return reproduce("score", "tiny", folder, workers=1)

    return measure


def test_tiny(tiny, tmp_path):
    found = tiny(tmp_path / "all", score.WAYS)
    assert len(found.rows) == 6
    assert all(row.games == 4 and len(row.reached.by_seed) == 2 for row in found.rows)
    assert [row.by_input is not None for row in found.rows] == [row.sees_score for row in found.rows]
    assert [row.by_target is not None for row in found.rows] == [row.target == "points" for row in found.rows]
    assert not any(found.study.is_timed(row) for row in found.rows)
    reached, gained = found.study.tables(found.rows)
    assert all(len(line) == len(table.columns) for table in (reached, gained) for line in table.rows)
    assert (len(reached.rows), len(gained.rows)) == (6, 3 + 4)
    assert len(found.study.findings(found.rows)) == 2
    assert b"<svg" in plots.render(lambda figure: found.study.draw(found.rows, figure, tmp_path))
    again = tiny(tmp_path / "again", score.WAYS[:1])
    assert again.rows == [row for row in found.rows if row.target == "win"]


def result(sees_score, target, pairs, margins, seed=0):
    return Result("kalah", sees_score, target, target, seed, 0, 0, 0, pairs, margins)


def test_gains_are_those_from_the_same_openings():
    study = Experiment(score.SCALES["tiny"], 0)
    blind, sighted = (
        result(False, "win", [0, 1, 2, 4], [-8, 0, 2, 20]),
        result(True, "win", [4, 1, 4, 4], [8, 0, 6, 20]),
    )
    blind_points, sighted_points = (result(each, "points", [2, 2, 2, 2], [0, 0, 2, 2]) for each in (False, True))
    first, second, third, fourth = study.rows([blind, sighted, blind_points, sighted_points])
    assert (first.reached.score.share, second.reached.score.share) == (7 / 16, 13 / 16)
    assert second.by_input.score.share == 6 / 16
    assert second.by_input.points.mean == 20 / 8
    assert third.by_target.points.mean == (4 - 14) / 8
    assert fourth.by_input.points.mean == 0.0
    assert fourth.by_input.by_seed == (0.0,)
    told, _ = study.findings([first, second, third, fourth])
    assert told.startswith("kalah, the score as input: +0.0 to +37.5 percentage points, +0.0 to +2.5 points a game;")
    assert told.endswith("in 0 of 2 comparisons.")


def test_a_gain_is_clear_if_its_interval_and_all_seeds_agree():
    points = score.Points(0.0, 0.0, 0.0)
    gains = [(0.05, 0.01, 0.09, (0.04, 0.06)), (0.05, 0.01, 0.09, (-0.02, 0.12)), (0.05, -0.01, 0.11, (0.04, 0.06))]
    found = [score.Worth(WinningRate(*gain), points, seeds) for *gain, seeds in gains]
    assert [score.is_clear(worth) for worth in found] == [True, False, False]
