"""Learning curves that a yardstick measures: when, from which openings, and without a trace in what is learned."""

import json

import numpy as np
import pytest

import fourfold
from fourfold.binding.bind import bind, typed
from fourfold.evaluators import mlp, slfn, weights_file
from fourfold.evaluators.weights_file import Model
from fourfold.games.interface.find import find_game
from fourfold.learn.curves import Point, read_curve
from fourfold.learn.earlier import find_earlier
from fourfold.learn.find import find_learner
from fourfold.learn.learner import Learner, Step, setting
from fourfold.learn.measurements import MOMENTS, Measurements
from fourfold.learn.shown_game import read_game
from fourfold.learn.yardstick import PAIRS, TEST_PAIRS, AgainstUntaught, Share, Yardstick

GAME = find_game("tic_tac_toe")


class Half(Yardstick):
    """Finds a model the better the more steps it has had."""

    label, terms, baseline, test_label = "strength", "a dozen steps", 0.5, "the last word"
    start = Model("any", "zero", {}, np.zeros(1))

    def measure(self, model):
        return Share(0.5 + float(model.weights[0]) / 24, 100)

    def test(self, model):
        return Share(0.75, 400)


class Counting(Learner):
    """Learns to count to twelve."""

    class Settings:
        steps: int = setting(12, "How many.")

    def start(self):
        self.number = np.zeros(1)

    def step(self):
        self.number = self.number + 1
        return Step(len(self.metrics_) + 1, 1.0)

    def state(self):
        return {"number": self.number}

    def restore(self, arrays, notes):
        self.number = arrays["number"]

    def model(self):
        return Model(self.game.name, "zero", {}, self.number)

    def yardstick(self):
        return Half()


def stop_at(step):
    def stop(reached):
        if reached.done == step:
            raise KeyboardInterrupt

    return stop


def test_the_curve_begins_with_nothing_learned_and_ends_with_a_test_apart(tmp_path):
    Counting(out=tmp_path / "run").fit(GAME)
    curve = read_curve(tmp_path / "run")
    assert curve.points[0] == Point(0.0, 0.5, 0.4038, 0.5962)
    assert [point.x for point in curve.points] == list(range(13))
    assert [point.y for point in curve.points] == [round(0.5 + x / 24, 4) for x in range(13)]
    assert [(point.x, point.y) for point in curve.tests] == [(12, 0.75)]
    assert (curve.y_label, curve.terms, curve.baseline) == ("strength", "a dozen steps", 0.5)
    assert curve.tests_label == "the last word"


@pytest.mark.parametrize("step", [1, 5, 12])
def test_a_run_that_was_stopped_has_the_curve_of_one_that_was_not(tmp_path, step):
    Counting(out=tmp_path / "whole").fit(GAME)
    with pytest.raises(KeyboardInterrupt):
        Counting(out=tmp_path / "parts").fit(GAME, stop_at(step))
    Counting(out=tmp_path / "parts").fit(GAME)
    whole, parts = ((tmp_path / name / "curve.json").read_bytes() for name in ("whole", "parts"))
    assert parts == whole
    Counting(out=tmp_path / "parts").fit(GAME)
    assert (tmp_path / "parts" / "curve.json").read_bytes() == whole


def test_a_run_that_was_begun_without_a_yardstick_goes_on_without(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(Counting, "yardstick", lambda self: None)
        with pytest.raises(KeyboardInterrupt):
            Counting(out=tmp_path).fit(GAME, stop_at(5))
    Counting(out=tmp_path).fit(GAME)
    curve = read_curve(tmp_path)
    assert (curve.y_label, curve.baseline, list(curve.tests)) == ("error", None, [])
    assert [point.x for point in curve.points] == list(range(1, 13))


def test_without_a_folder_nothing_is_measured(monkeypatch):
    monkeypatch.setattr(Counting, "yardstick", lambda self: pytest.fail("nobody would see it"))
    Counting().fit(GAME)


def test_a_long_training_is_measured_at_a_few_moments():
    found, measured = Measurements(Half()), []
    for done in range(1, 10_001):
        if found.is_due(done, 10_000):
            found.add(done, Half.start)
            measured.append(done)
    assert measured == [int(np.ceil(10_000 * share)) for share in MOMENTS]
    assert len(measured) <= 20


def test_a_game_that_fails_ends_neither_the_measurement_nor_the_training():
    class Unlucky(Arena):
        def play_itself(self, net):
            raise ZeroDivisionError

    start = Model("tic_tac_toe", "zero", {}, np.zeros(1))
    found = Measurements(AgainstUntaught(GAME, Unlucky(), start))
    with pytest.warns(UserWarning, match="the game of the net against itself failed"):
        found.add(10, start)
    assert (len(found.points), found.game) == (2, None)


@pytest.mark.parametrize("content", ["[]", "{}", '{"moves": 3, "done": 1}', '{"moves": [], "done": Infinity}', "{"])
def test_a_damaged_game_is_none(tmp_path, content):
    (tmp_path / "game.json").write_text(content)
    assert read_game(tmp_path) is None


class Arena:
    """Where the net wins all games, but for those that it begins from one opening."""

    budget_words = "3 nodes"

    def __init__(self):
        self.seen = []

    def play_pairs(self, net, other, openings):
        self.seen.append(openings)
        outcomes = np.ones((len(openings), 2))
        outcomes[0] = -1
        return outcomes


def test_all_points_are_games_with_the_first_net_from_the_same_openings():
    arena, start = Arena(), Model("tic_tac_toe", "zero", {}, np.zeros(1))
    yardstick = AgainstUntaught(GAME, arena, start)
    assert yardstick.label == "score against the net it began with"
    assert yardstick.measure(start) == (0.5, np.inf)
    assert arena.seen == [], "nobody needs to play against itself"
    for number in (1.0, 2.0):
        share = yardstick.measure(Model("tic_tac_toe", "zero", {}, np.array([number])))
        assert share.value == pytest.approx(1 - 1 / PAIRS)
        assert share.sample <= 2 * PAIRS
    yardstick.test(start)
    first, second, test = arena.seen
    assert first == second
    assert (len(first), len(test)) == (PAIRS, TEST_PAIRS)
    assert first != test[:PAIRS]
    assert f"{2 * PAIRS} games, 3 nodes a move" in yardstick.terms
    assert yardstick.baseline == 0.5


class Counters(Arena):
    """Where a net that counts pieces wins or loses all games."""

    def __init__(self, outcome):
        super().__init__()
        self.outcome = outcome

    def play_pairs(self, net, other, openings):
        return np.full((len(openings), 2), -self.outcome)


def test_the_stronger_of_two_that_know_nothing_is_the_opponent():
    start = Model("tic_tac_toe", "slfn", {}, slfn.random_weights(GAME.variables, 1))
    strong = AgainstUntaught(GAME, Counters(1), start)
    assert "only counts pieces" in strong.label
    assert strong.measure(start).value == 0.0, "the curve begins with the untrained net all the same"
    weak = AgainstUntaught(GAME, Counters(-1), start)
    assert "it began with" in weak.label
    assert weak.measure(start).value == 0.5


@pytest.mark.parametrize("module", [slfn, mlp])
def test_nets_that_count_pieces(module):
    draughts = find_game("draughts")
    kernels = bind(module, game=draughts.module, evaluator=module, jit=False)
    table = module.prepare(module.counting_weights(draughts.variables))
    states = (typed(draughts.parse(text)) for text in ("B:W32:B1,2,3", "W:W32:B1,2,3", "B:W31,32:B1,2"))
    more, fewer, even = (float(kernels.evaluate(table, state)) for state in states)
    assert more == pytest.approx(-fewer)
    assert 0.05 < more < 0.2
    assert even == pytest.approx(0.0, abs=1e-6)


SETTINGS = {
    "outcome": {"rounds": 2, "first_matches": 60, "matches": 30, "nodes": 10, "epochs": 1, "last_epochs": 1},
    "evolve": {"generations": 3, "player": "alphabeta:depth=1", "breeding": {"directions": 2}},
    "nhb": {"matches": 6, "nodes": 10, "nets": 2, "hidden_units": 5, "first_matches": 2},
}


@pytest.mark.parametrize("method", SETTINGS)
def test_what_is_measured_and_kept_does_not_change_what_is_learned(method, tmp_path, monkeypatch):
    settings = {**SETTINGS[method], "workers": 1}
    measured = fourfold.train(method, GAME, out=tmp_path / "run", **settings)
    curve = read_curve(tmp_path / "run")
    assert curve.points[0].x == 0
    assert curve.points[0].y <= 0.5
    assert len(curve.points) >= 3
    assert len(curve.tests) == 1
    assert all(point.low <= point.y <= point.high for point in [*curve.points, *curve.tests])
    monkeypatch.setattr(find_learner(method), "yardstick", lambda self: None)
    other = fourfold.train(method, GAME, out=tmp_path / "other", **settings)
    for one, another in zip(measured.weights_, other.weights_, strict=True):
        np.testing.assert_array_equal(one, another)
    (first, *_), none = find_earlier(tmp_path / "run"), find_earlier(tmp_path / "other")
    assert (first.work.done, none) == (0, [])
    weights_file.load_for(str(first.path), GAME)
    shown = read_game(tmp_path / "run")
    assert shown.done == curve.points[-1].x
    assert GAME.test_terminal(GAME.replay(shown.moves)[-1])[0]
    assert read_game(tmp_path / "other") is None


def test_the_curve_is_kept_for_every_reader(tmp_path, capsys):
    """The command line, `runs show` and the page read the same file."""
    from fourfold.cli.cli import main
    from fourfold.learn.status import read_status
    from fourfold.web.trainings import to_json

    Counting(out=tmp_path / "run").fit(GAME)
    assert main(["runs", "show", str(tmp_path / "run"), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    page = to_json(read_status(tmp_path / "run"), "tic_tac_toe", False, 500)
    for key in ("labels", "curve", "baseline", "tests"):
        assert shown[key] == page[key]
    assert shown["labels"]["terms"] == "a dozen steps"
    assert main(["runs", "show", str(tmp_path / "run")]) == 0
    text = capsys.readouterr().out
    assert "strength" in text
    assert "(a dozen steps)" in text
    assert "╌" in text
    assert "◆ the last word: 0.750 (0.705 to 0.790)" in text
