"""A net that grows: parts are kept only if validation gains, and a growth that was stopped goes on where it was."""

import numpy as np
import pytest
from support.blocks import GAME, accuracy, blocks

from fourfold.errors import InputError
from fourfold.evaluators.connect_four import context_net
from fourfold.evaluators.weights_file import load
from fourfold.games.interface.find import find_game
from fourfold.learn.context import growth
from fourfold.learn.context.growth import UNITS, GrowingTraining, Stage
from fourfold.learn.context.learner import ContextLearner


def training(errors, parts=growth.PARTS, most_weights=None):
    """Return a growth whose nets learn nothing, and whose stages have these least errors on validation positions."""
    start = context_net.random_weights("D1", 0, 2)
    found = GrowingTraining(blocks(20), start, "one", 0.1, 0, parts, most_weights)
    found.training.learn = lambda epoch: 1.0
    stages = iter(errors)

    def measure(weights):
        if len(found.errors) == 1:  # a stage begins
            found.told = next(stages)
        return found.told

    found.measure = measure
    return found


def run(found):
    epoch = 0
    while not found.is_finished:
        found.learn(epoch)
        epoch += 1
    return found


def test_a_part_is_kept_only_if_validation_gains():
    found = run(training([1.0, 0.9, 0.899, 0.5, 0.6, 0.6], parts=(2, 4, UNITS)))
    assert [(stage.part, stage.is_kept) for stage in found.stages] == [
        (-1, True), (2, True), (4, False), (UNITS, True), (4, False), (UNITS, False)
    ]  # fmt: skip
    assert all(stage.epochs == 2 * growth.WINDOW for stage in found.stages)
    assert found.describe().startswith("D1+D2, 4 units")
    assert found.kept_error == 0.5


def test_a_growth_stays_below_the_most_weights():
    found = run(training([1.0, *np.linspace(0.9, 0.1, 40)], most_weights=1500))
    sizes = [context_net.count_weights(found.weights()), *(stage.weights for stage in found.stages)]
    assert max(sizes) <= 1500
    assert found.stages[-1].is_kept
    assert all(found._size_with(part) > 1500 for part in growth.PARTS if part not in found.kept.sorts)


def test_what_was_stopped_goes_on_where_it_was():
    errors = [1.0, 0.9, 0.95, 0.5, 0.6, 0.6]
    whole, part = (training(errors, parts=(2, 4, UNITS)) for _ in range(2))
    run(whole)
    for epoch in range(50):
        part.learn(epoch)
    later = training(errors[len(part.stages) + 1 :], parts=(2, 4, UNITS))
    later.told = part.told
    later.restore(part.state())
    run(later)
    assert later.stages == whole.stages
    assert isinstance(later.stages[0], Stage)
    for one, other in zip(whole.weights(), later.weights(), strict=True):
        assert np.array_equal(one, other)


def test_a_net_grows_and_learns_to_stop_three_stones(tmp_path):
    settings = {"data": blocks(1200), "system": "grow", "targets": "all", "weights": 1500}
    learner = ContextLearner(**settings, epochs=120, seed=1, out=tmp_path).fit(GAME)
    assert accuracy(tmp_path, blocks(100, seed=9)) > 0.9
    assert learner.name.startswith("grow (D1")
    assert learner.config()["targets"] == "all"


def test_a_net_that_does_not_grow_has_one_stage(tmp_path):
    start = context_net.random_weights("D1+D5", 0, 3)
    work = 4.5 * 54 * context_net.work_of(start)
    settings = {"data": blocks(60), "system": "D1+D5", "units": 3, "work": work}
    learner = ContextLearner(**settings, out=tmp_path).fit(GAME)
    assert len(learner.metrics_) == 5
    assert [stage["part"] for stage in load(str(tmp_path)).notes["stages"]] == [-1]


def test_targets_are_for_connect_four():
    with pytest.raises(InputError, match="not for M4"):
        ContextLearner(data=[], targets="all").fit(find_game("tic_tac_toe"))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"system": "D1+D9"}, "no system named"),
        ({"system": "D1+D1"}, "no system named"),
        ({"targets": "some"}, "choose from one and all"),
        ({"targets": "all", "system": "M4"}, "not for M4"),
        ({"weights": 100}, "for --system grow"),
        ({"units": 3, "system": "S4"}, "--units is for"),
    ],
)
def test_bad_settings(settings, message):
    with pytest.raises(InputError, match=message):
        ContextLearner(data=blocks(10), **settings)
