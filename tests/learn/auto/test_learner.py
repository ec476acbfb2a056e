"""The learner auto: the race of small learners, after kills too, and the one model that it ends with."""

import json

import numpy as np
import pytest

from fourfold.binding.bind import plainly
from fourfold.errors import InputError
from fourfold.evaluators import mlp, weights_file
from fourfold.evaluators.weights_file import Model
from fourfold.games.interface.find import find_game
from fourfold.learn import learner as learning
from fourfold.learn.auto import learner as auto
from fourfold.learn.auto import leg
from fourfold.learn.auto.learner import AutoLearner
from fourfold.learn.auto.race import TRAINING
from fourfold.learn.learner import Learner, Step, setting
from fourfold.learn.status import read_status
from fourfold.matches.statistics import wilson
from fourfold.matches.tally import MatchResult
from fourfold.players.specs import player
from fourfold.records.record import Record
from fourfold.storage.integrity import find_faults

GAME = find_game("tic_tac_toe")
SETTINGS = {"minutes": 0.5, "workers": 1}


class Clock:
    """A clock that only learners and matches move, however busy the machine is."""

    now = 0.0

    def monotonic(self):
        return self.now


CLOCK = Clock()


class Counting(Learner):
    """Counts its steps; its model says how strong it is."""

    Settings = type("Settings", (), {"steps": setting(10**6, "Many."), "__annotations__": {"steps": int}})
    strength, save_seconds = 1.0, 2.0

    def start(self):
        self.count = 0

    def step(self):
        CLOCK.now += 1.0
        self.count += 1
        return Step(self.count, 0.0)

    def state(self):
        return {"count": np.array([self.count])}

    def restore(self, arrays, notes):
        self.count = int(arrays["count"][0])

    def model(self):
        return Model(GAME.name, "mlp", {"strength": self.strength}, mlp.random_weights(GAME.variables, 0, 4, 2))


class Strong(Counting):
    strength = 3.0


class Better(Counting):
    strength = 2.0


class Unable(Counting):
    def start(self):
        raise InputError("it is too difficult")


def strength(spec):
    model = spec.partition("eval=")[2].partition("model=")[0]
    return weights_file.load(model).notes["strength"] - ("best-first" in spec) if model else 0.0


def decide(a, b, game, games, **_):
    """Return the result of a match that the stronger wins."""
    CLOCK.now += 0.4
    outcome = int(np.sign(strength(a) - strength(b)))
    records = [Record(game.spec, *each, "", [], [], sign * outcome, "", [0, 0])
               for each, sign in (((a, b), 1), ((b, a), -1)) * (games // 2)]  # fmt: skip
    share = 0.5 + outcome / 2
    return MatchResult(games, games, 0, 0, 0, share, *wilson(share, games), *[None] * 6, games // 2, None, records)


@pytest.fixture
def kinds(monkeypatch):
    """Race with small learners, whose matches need no games."""
    found = {"better": Better, "counting": Counting, "strong": Strong}
    monkeypatch.setattr(auto, "able_methods", lambda: list(found))
    monkeypatch.setattr(auto, "find_learner", found.__getitem__)
    monkeypatch.setattr(auto, "match", decide)
    for module in (auto, leg, learning):
        monkeypatch.setattr(module, "time", CLOCK)
    return found


def steps_of(folder):
    return [json.loads(line)["done"] for line in (folder / "metrics.jsonl").read_text().splitlines()]


def test_the_best_wins_and_its_model_is_that_of_the_run(kinds, tmp_path):
    learner = AutoLearner(**SETTINGS, out=tmp_path).fit(GAME)
    found = learner.result()
    assert (found["player"], found["method"]) == (f"alphabeta:eval={tmp_path}", "strong")
    assert [[(each["method"], each["out"]) for each in heat["learners"]] for heat in found["heats"]] == [
        [("strong", False), ("better", False), ("counting", True)],
        [("strong", False), ("better", True)],
    ]
    assert weights_file.load(str(tmp_path)).notes["strength"] == Strong.strength
    assert found["against_untrained"]["y"] == 1.0
    assert steps_of(tmp_path / "strong")[-1] > 2 * steps_of(tmp_path / "better")[-1]
    assert f"player: alphabeta:eval={tmp_path}" in learner.summary()
    assert learner.race.spent == pytest.approx(60 * SETTINGS["minutes"], rel=0.2)


def test_the_race_is_drawn_and_kept(kinds, tmp_path):
    AutoLearner(**SETTINGS, out=tmp_path).fit(GAME)
    status = read_status(tmp_path)
    assert (status.state, status.method, status.is_training) == ("finished", "auto", True)
    assert [(line.name, line.words) for line in status.curve.lines] == [
        ("strong", "the best"),
        ("better", "out after heat 2, 50% of the points"),
        ("counting", "out after heat 1, 33% of the points"),
    ]
    assert status.curve.points == status.curve.lines[0].points
    drawing = (tmp_path / "race.svg").read_text()
    assert all(words in drawing for words in ("<polyline", "strong", "out after heat 1", "choice: "))
    assert find_faults(tmp_path) == []


@pytest.mark.parametrize("moments", [(1, 4, 9, 15), (2, 30)])
def test_a_race_that_is_killed_goes_on(kinds, tmp_path, moments):
    """No step of a learner is made again, apart from those since its last checkpoint, and time is remembered."""
    for moment in moments:
        with pytest.raises(KeyboardInterrupt):
            AutoLearner(**SETTINGS, out=tmp_path).fit(GAME, stop_after(moment))
    whole = AutoLearner(**SETTINGS, out=tmp_path).fit(GAME)
    assert whole.result()["method"] == "strong"
    assert whole.race.spent == pytest.approx(60 * SETTINGS["minutes"], rel=0.2)
    for name in kinds:
        done = steps_of(tmp_path / name)
        assert done == list(range(1, len(done) + 1))
    rounds = [event.round for event in whole.metrics_]
    assert rounds == sorted(rounds)
    again = AutoLearner(**SETTINGS, out=tmp_path).fit(GAME, lambda reached: pytest.fail("the race is over"))
    assert again.result() == whole.result()


def stop_after(steps):
    seen = []

    def stop(reached):
        seen.append(reached)
        if len(seen) == steps:
            raise KeyboardInterrupt

    return stop


def test_who_fails_at_once_does_not_take_part(kinds, tmp_path):
    kinds["counting"] = Unable
    seen = []
    learner = AutoLearner(**SETTINGS, out=tmp_path).fit(GAME, seen.append)
    assert "counting does not take part: it is too difficult" in [reached.news for reached in seen]
    assert [len(heat["learners"]) for heat in learner.result()["heats"]] == [2]


def test_if_all_fail_one_line_says_so(kinds, tmp_path):
    kinds.update(dict.fromkeys(kinds, Unable))
    with pytest.raises(InputError, match="no learner can learn tic_tac_toe: better: it is too difficult; counting"):
        AutoLearner(**SETTINGS, out=tmp_path).fit(GAME)


def test_a_game_that_no_learner_fits_is_one_line(kinds, tmp_path, monkeypatch):
    monkeypatch.setattr(Counting, "why_not", classmethod(lambda cls, game: "it is odd"))
    with pytest.raises(InputError, match=r"auto cannot learn tic_tac_toe: no learner fits it.*counting: it is odd"):
        AutoLearner(**SETTINGS, out=tmp_path).fit(GAME)


def test_games_decide(kinds, tmp_path, monkeypatch):
    """Without a stand-in for matches, the players of a race can really play."""
    monkeypatch.undo()
    monkeypatch.setattr(auto, "able_methods", lambda: ["counting", "strong"])
    monkeypatch.setattr(auto, "find_learner", kinds.__getitem__)
    with plainly():
        learner = AutoLearner(minutes=0.001, seconds=0.002, workers=1, out=tmp_path).fit(GAME)
        assert player(learner.player_, GAME).choose(GAME.init_state()).move in range(9)
    assert {event.what for event in learner.metrics_} == {TRAINING, "match"}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"minutes": 0}, "minutes=0 must be above 0"),
        ({"seconds": -1.0}, "seconds=-1 must be above 0"),
        ({"learners": "nhb,magic"}, "'magic' cannot race; choose from alphazero, descent, evolve, nhb, outcome"),
        ({"learners": "policy"}, "'policy' cannot race"),
        ({"learners": "auto"}, "'auto' cannot race"),
    ],
)
def test_bad_settings(settings, message):
    with pytest.raises(InputError, match=message):
        AutoLearner(**settings)


def test_what_does_not_fit_the_game_cannot_be_named(tmp_path):
    with pytest.raises(InputError, match="descent cannot learn backgammon: it is a game of chance"):
        AutoLearner(learners="descent,nhb", out=tmp_path).fit(find_game("backgammon"))


def test_who_races_where_there_are_dice(tmp_path):
    learner = AutoLearner(out=tmp_path)
    learner.game, learner.metrics_ = find_game("backgammon"), []
    learner.start()
    assert learner.methods == ["alphazero", "evolve", "nhb", "outcome"]


def test_a_run_folder_is_needed():
    with pytest.raises(InputError, match="auto needs a run folder: out=RUN"):
        AutoLearner().fit(GAME)
