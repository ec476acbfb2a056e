"""The experiment of every learner on every game: each cell learns and plays, or says why it does not fit."""

from fourfold.experiments.framework.reproduce import reproduce
from fourfold.experiments.games import every_game as experiment


def test_each_cell_learns_and_plays(tmp_path, monkeypatch):
    monkeypatch.setattr(experiment, "METHODS", ("outcome", "evolve"))
    monkeypatch.setitem(experiment.SCALES, "tiny", experiment.Scale(0.01, 0.01, 0.002, 4, ("tic_tac_toe",)))
    found = reproduce("every-game", "tiny", tmp_path, workers=1)
    assert [row.method for row in found.rows] == ["outcome", "evolve"]
    for row in found.rows:
        assert (row.reason, row.wins + row.draws + row.losses) == ("", 4)
        assert (tmp_path / f"{row.method}-tic_tac_toe" / "model.safetensors").is_file()
    (table,) = found.study.tables(found.rows)
    assert table.rows[0][0] == "tic_tac_toe"


def test_a_learner_that_does_not_fit_says_why():
    row = experiment.unfit(experiment.Cell("ghost", "nhb"), "no inputs")
    assert experiment.cell_text(row) == "no inputs"
    assert not experiment.is_ahead(row)


def test_who_is_ahead_by_points_or_wins():
    played = experiment.Result("g", "m", "o", 1.0, 60, 0, 40, 0.6, 0.45, 0.7, 0.3, 0.1, 0.5)
    assert experiment.is_ahead(played)
    assert not experiment.is_ahead(played._replace(points_low=-0.1))
    assert experiment.is_ahead(played._replace(points_low=None, low=0.51))
    assert experiment.cell_text(played) == "60.0 % (45 to 70), +0.30 points"
