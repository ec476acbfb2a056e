"""The experiment of every learner on every game: each cell learns and plays, or says why it does not fit."""

from fourfold.binding.bind import plainly
from fourfold.data import collection
from fourfold.experiments.framework.reproduce import reproduce
from fourfold.experiments.games import every_game as experiment
from fourfold.experiments.games import lessons
from fourfold.games.interface.find import find_game


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


def test_rankers_learn_from_proofs_and_from_games_of_a_search(tmp_path, monkeypatch):
    monkeypatch.setattr(experiment, "METHODS", ("context", "policy"))
    monkeypatch.setattr(lessons, "GAMES_AT_ONCE", 4)
    monkeypatch.setitem(experiment.SCALES, "tiny", experiment.Scale(0.01, 0.01, 0.002, 4, ("tic_tac_toe",)))
    with plainly():  # compiling takes longer than so few games
        found = reproduce("every-game", "tiny", tmp_path, workers=1)
    assert [(row.reason, row.wins + row.draws + row.losses) for row in found.rows] == [("", 4), ("", 4)]
    before = (tmp_path / "context-tic_tac_toe-lessons").read_bytes()
    assert (
        lessons.proven_moves(find_game("tic_tac_toe"), tmp_path / "context-tic_tac_toe-lessons", 9, 0, 1).read_bytes()
        == before
    )
    played = lessons.expert_games(find_game("tic_tac_toe"), tmp_path / "policy-tic_tac_toe-lessons", 9, 0, 1)
    assert [each.name for each in played] == [str(number) for number in range(len(played))]


def test_proofs_end_when_a_game_has_no_more_positions(tmp_path, monkeypatch):
    monkeypatch.setattr(collection, "IDLE", 5)
    with plainly():
        path = lessons.proven_moves(find_game("hex:size=2"), tmp_path / "all", 1, 0, 1)
    assert 0 < len(path.read_text().splitlines()) < 20


def test_a_game_without_contexts_says_why_before_any_work(tmp_path):
    row = experiment.Experiment(experiment.SCALES["tiny"], 0).measure(
        experiment.Cell("kalah", "context"), tmp_path, 1, lambda share, text: None
    )
    assert row.reason.startswith("contexts need squares")
    assert list(tmp_path.iterdir()) == []


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
