"""The one loop that drives every learner, and learners that are a stranger's file."""

import json
import re
import subprocess
import sys

import numpy as np
import pytest
from support.paths import EXAMPLES

import fourfold
from fourfold.cli.cli import main
from fourfold.errors import InputError
from fourfold.evaluators.weights_file import Model
from fourfold.games.interface.find import find_game
from fourfold.learn.find import find_learner
from fourfold.learn.learner import Learner, Step, setting
from fourfold.learn.methods import method_names
from fourfold.learn.settings import option_words
from fourfold.learn.status import read_status

FILE = str(EXAMPLES / "my_learner.py")
SOURCE = "from dataclasses import dataclass\n\n" + (EXAMPLES / "my_learner.py").read_text()
GAME = find_game("tic_tac_toe")


class Settings:
    steps: int = setting(4, "How many.", least=1)
    start: float = setting(1.0, "What it begins with.", flag="--begin")


class Halving(Learner):
    """Learns one number, which is halved at every step."""

    Settings = Settings

    def start(self):
        self.number = np.array([self.settings.start])

    def step(self):
        self.number = self.number / 2
        return Step(len(self.metrics_) + 1, float(self.number[0]))

    def state(self):
        return {"number": self.number}

    def restore(self, arrays, notes):
        self.number = arrays["number"]

    def model(self):
        return Model(self.game.name, "zero", {}, self.number)

    def yardstick(self):
        return None


def stop_at(step):
    def stop(reached):
        if reached.done == step:
            raise KeyboardInterrupt

    return stop


def test_steps_are_taken_until_all_is_learned(tmp_path):
    seen = []
    learner = Halving(out=tmp_path / "run").fit(GAME, seen.append)
    assert learner.metrics_ == [Step(1, 0.5), Step(2, 0.25), Step(3, 0.125), Step(4, 0.0625)]
    assert [(each.done, each.total, each.text) for each in seen][-1] == (4, 4, "error 0.0625")
    assert learner.result() == {"steps": [each._asdict() for each in learner.metrics_]}
    status = read_status(tmp_path / "run")
    assert (status.state, status.progress, status.things) == ("finished", 1.0, "steps")
    assert [tuple(point)[:2] for point in status.curve.points] == [tuple(each) for each in learner.metrics_]
    assert (status.curve.x_label, status.curve.y_label) == ("steps", "error")


def test_a_stopped_run_goes_on_and_ends_the_same(tmp_path):
    whole = Halving(out=tmp_path / "whole").fit(GAME)
    with pytest.raises(KeyboardInterrupt):
        Halving(out=tmp_path / "parts").fit(GAME, stop_at(2))
    assert read_status(tmp_path / "parts").state == "stopped"
    seen = []
    parts = Halving(out=tmp_path / "parts").fit(GAME, seen.append)
    assert [each.done for each in seen] == [3, 4]
    assert parts.metrics_ == whole.metrics_
    for name in ("metrics.jsonl", "curve.json"):
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    Halving(out=tmp_path / "parts").fit(GAME, lambda reached: pytest.fail("all was learned"))
    with pytest.raises(InputError, match=r"has a run with start 1\.0, not 2\.0"):
        Halving(out=tmp_path / "parts", start=2.0).fit(GAME)


def test_saving_now_and_then_keeps_the_last_step(tmp_path, monkeypatch):
    monkeypatch.setattr(Halving, "save_seconds", 3600.0)
    with pytest.raises(KeyboardInterrupt):
        Halving(out=tmp_path / "run").fit(GAME, stop_at(2))
    assert not (tmp_path / "run" / "checkpoints").exists()
    Halving(out=tmp_path / "run").fit(GAME)
    assert len((tmp_path / "run" / "metrics.jsonl").read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"steps": 0}, "steps=0 must be at least 1"),
        ({"stps": 3}, "has no setting stps; choose from steps, start"),
    ],
)
def test_bad_settings(settings, message):
    with pytest.raises(InputError, match=message):
        Halving(**settings)


def test_a_setting_that_must_be_given():
    with pytest.raises(InputError, match="context needs data"):
        find_learner("context")()


def test_settings_as_words_of_the_command_line():
    assert option_words(Halving.Settings, {"steps": 3, "start": 0.5}) == ["--steps", "3", "--begin", "0.5"]


@pytest.mark.parametrize("method", method_names())
def test_every_learner_says_all_that_is_asked(method, capsys):
    kind = find_learner(method)
    assert set(kind.sizes) in ({"minute", "short", "long"}, set())
    for settings in kind.sizes.values():
        words = option_words(kind.Settings, settings)
        assert all(flag.startswith("--") for flag in words[::2])
        kind(**settings)
    assert main(["train", method, "--help"]) == 0
    help_text = capsys.readouterr().out
    assert all(flag in help_text for flag in ("--out", "--seed", "--json"))
    assert ("--cluster" in help_text) == kind.uses_cluster


def test_a_checkpoint_of_another_version_is_one_line(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        Halving(out=tmp_path).fit(GAME, stop_at(2))
    learner = Halving(out=tmp_path)
    learner.metrics_name = "cycles"
    with pytest.raises(InputError, match="its model still plays, but it cannot be resumed"):
        learner.fit(GAME)


def run(*words, **options):
    return subprocess.run([sys.executable, "-m", "fourfold", *words], capture_output=True, text=True, **options)


def test_a_strangers_learner_learns_resumes_and_plays(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["train", FILE, "tic_tac_toe", "--games", "600", "--out", "run", "--json"]
    done = run(*words)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [step["done"] for step in told["steps"]] == [200, 400, 600]
    status = read_status(tmp_path / "run")
    assert (status.method, status.is_training, status.playable) == ("my_learner.py", True, True)
    assert [point.x for point in status.curve.points] == [0, 200, 400, 600]
    assert status.curve.points[0].y <= status.curve.baseline == 0.5
    assert [point.x for point in status.curve.tests] == [600]
    again = run("runs", "resume", "run")
    assert again.returncode == 2
    assert "a run folder alone never runs code" in again.stderr
    assert run("runs", "resume", "run", FILE).returncode == 0
    result = fourfold.match("alphabeta:depth=1,eval=run/", "random", "tic_tac_toe", games=20, workers=1)
    assert result.score > 0.6


def test_a_strangers_learner_in_python():
    learner = fourfold.train(FILE, "tic_tac_toe", games=200, seed=3)
    assert learner.metrics_[-1].done == 200
    same = fourfold.train(FILE, "tic_tac_toe", games=200, seed=3)
    assert np.array_equal(learner.weights_.inputs, same.weights_.inputs)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x =", "cannot be read as Python"),
        ("import no_such_module", "cannot be imported: ModuleNotFoundError"),
        ("x = 1", "must define exactly one class derived from Learner, not none"),
        (
            "from fourfold.learn.learner import Learner\nclass A(Learner): pass",
            "A in .* does not define model, restore",
        ),
        (
            "from fourfold.learn.learner import Learner\nclass A(Learner): pass\nclass B(Learner): pass",
            "not 2: A, B",
        ),
        (
            f"{SOURCE}\nclass Settings:\n    n: int = 3\nTdLearner.Settings = dataclass(Settings)",
            "n in the Settings of .* is not a",
        ),
        (f"{SOURCE}\nTdLearner.step = lambda self: 3", "failed: TypeError: step returned 3, not a Step"),
        (f"{SOURCE}\nTdLearner.start = lambda self: 1 / 0", r"failed: ZeroDivisionError: division by zero \(line 64\)"),
    ],
)
def test_what_can_be_wrong_with_a_file_is_one_line(tmp_path, capsys, text, message):
    path = tmp_path / f"learner_{abs(hash(text))}.py"
    path.write_text(text)
    assert main(["train", str(path), "tic_tac_toe"]) == 2
    (error,) = (line for line in capsys.readouterr().err.splitlines() if not line.startswith("compiling"))
    assert re.search(message, error), error


def test_a_file_that_is_not_there(capsys):
    assert main(["train", "./no_such.py", "tic_tac_toe"]) == 2
    assert "./no_such.py cannot be read as Python: No such file" in capsys.readouterr().err
