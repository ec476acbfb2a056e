"""A pattern net learns the moves of games: by the slope of its error, and the same if it is stopped on the way."""

import json
import math

import numpy as np
import pytest
from support.othello_games import make_base

from fourfold.binding.bind import bind
from fourfold.data.othello.expert_moves import ExpertMoves, read_folder
from fourfold.data.othello.splits import MoveSet, strict_split, whole_split
from fourfold.errors import InputError
from fourfold.evaluators import weights_file
from fourfold.evaluators.move_ranking import MoveRanker
from fourfold.evaluators.othello_patterns import afterstate_values, pattern_net
from fourfold.evaluators.othello_patterns.patterns import make_tables
from fourfold.games import othello
from fourfold.games.interface.find import find_game
from fourfold.learn.curves import read_curve
from fourfold.learn.policy import pattern_schedule as schedule
from fourfold.learn.policy.learner import PolicyLearner
from fourfold.players import specs
from fourfold.records import wthor
from fourfold.storage import checkpoints

SMALL = {"width": 8, "units": 4, "heads": 2, "passes": 2.0, "teacher_passes": 1.0, "members": 1, "workers": 1}
TWO = {**SMALL, "members": 2}
OTHELLO = find_game("othello")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("wthor")
    wthor.write(path / "WTH_2001.wtb", make_base(range(60)))
    return path


@pytest.fixture(scope="module")
def whole(folder, tmp_path_factory):
    """A training that was not stopped."""
    return PolicyLearner(data=folder, out=tmp_path_factory.mktemp("whole") / "run", **TWO).fit(OTHELLO)


@pytest.fixture(scope="module")
def moves(folder):
    return read_folder(folder).moves


def error(weights, moves):
    """Return the mean of -log of the shares that moves get, in float64."""
    found = MoveRanker(pattern_net, pattern_net.make_ranker(weights), OTHELLO).rank(moves.states).table(64)
    return -np.log(found[np.arange(moves.size), moves.square].astype(float)).mean()


def one_course(moves, **settings):
    """Return a course whose net has random weights."""
    given = {name: value for name, value in SMALL.items() if name != "workers"}
    chosen = schedule.Settings(**{**given, "teachers": 0, "dropped": 0.0, **settings})
    values = np.zeros((afterstate_values.VALUE_STAGES, make_tables().pattern_rows), np.float32)
    course = schedule.Schedule(MoveSet(moves, np.arange(moves.size) * 8), chosen, 0, 1, values)
    rng = np.random.default_rng(0)
    for array in course.weights[:-1]:
        array[...] = rng.normal(size=array.shape) * 0.3
    course.weights.embeddings[-1] = 0.0
    course.turned[...] = course.weights.hidden.transpose(0, 2, 1)
    return course


def learn_from(course, moves, targets=schedule.NO_TARGETS, trust=0.0, rate=0.1, layer_rate=0.01, dropped=0.0):
    """Learn one example."""
    rates = np.float32(trust), np.float32(rate), np.float32(layer_rate), dropped
    rng = np.random.default_rng(1)
    course.kernels.learn(course.rankers[0], course.pupils[0], *moves.triples, np.array([0]), *targets, *rates, rng)


def test_a_step_goes_down_the_slope_of_the_error(moves):
    """One example, a tiny step: what each kind of weight changes by is its slope, found by trying, times the rate."""
    one = ExpertMoves(*(array[200:201] for array in moves))
    course = one_course(one, caution=1e4, seldom=0.0)
    before = pattern_net.Weights(*(array.copy() for array in course.weights))
    rate = np.float32(1e-3)
    learn_from(course, one, rate=rate, layer_rate=rate)
    head = pattern_net.head_of(course.rankers[0], one.own[0], one.opponent[0])
    changed = np.flatnonzero((course.weights.embeddings != before.embeddings).any(axis=1))
    for name, place, scale in [
        *(("embeddings", (row, lane), rate / 100) for row in changed[::9] for lane in (0, 5)),
        *(("hidden", (head, lane, unit), rate) for lane in range(8) for unit in range(4)),
        *(("hidden_biases", (head, unit), rate) for unit in range(4)),
        *(("output", (head, unit), rate) for unit in range(4)),
        *(("direct", (head, lane), rate) for lane in range(8)),
    ]:
        step = getattr(course.weights, name)[place] - getattr(before, name)[place]
        assert -step / scale == pytest.approx(slope(before, name, place, one), rel=0.1, abs=0.02), name
    assert np.allclose(course.turned, course.weights.hidden.transpose(0, 2, 1))
    assert not course.weights.embeddings[-1].any()


def slope(weights, name, place, moves, size=1e-2):
    array, sides = getattr(weights, name), []
    kept = array[place]
    for sign in (1, -1):
        array[place] = kept + sign * size
        sides.append(error(weights, moves))
    array[place] = kept
    return (sides[0] - sides[1]) / (2 * size)


def test_shares_of_a_teacher_count_as_far_as_they_are_trusted(moves):
    """Trusted wholly, a teacher that wants another move than the one played is followed."""
    one = ExpertMoves(*(array[200:201] for array in moves))
    course = one_course(one, caution=1.0, seldom=0.0)
    legal = OTHELLO.moves(othello.State(one.own[0], one.opponent[0], 1))
    wanted = next(place for place, square in enumerate(legal) if square != one.square[0])
    targets = np.zeros(len(legal), np.uint16)
    targets[wanted] = 65535
    for _ in range(60):
        learn_from(course, one, (targets, np.array([0])), trust=1.0)
    shares = MoveRanker(pattern_net, course.rankers[0], OTHELLO).rank(one.states).table(64)
    assert shares[0].argmax() == legal[wanted]


def test_rows_that_are_left_out_do_not_change(moves):
    one = ExpertMoves(*(array[100:101] for array in moves))
    changed = {}
    for dropped in (0.0, 0.5):
        course = one_course(one, dropped=dropped)
        before = course.weights.embeddings.copy()
        learn_from(course, one, dropped=dropped)
        changed[dropped] = int((course.weights.embeddings != before).any(axis=1).sum())
    assert 0.3 * changed[0.0] < changed[0.5] < 0.7 * changed[0.0]


def test_rows_that_are_seldom_seen_learn_slowly(moves):
    course = one_course(moves, caution=10.0, seldom=50.0)
    counts = np.zeros(len(course.squares), np.int64)
    course.kernels.count_rows(course.rankers[0], moves.own, moves.opponent, counts)
    often, seldom = counts.argmax(), np.flatnonzero(counts == 1)
    assert counts[often] > moves.size
    assert course.squares[often] == pytest.approx(10.0, rel=0.1)
    assert course.squares[seldom] == pytest.approx(10.0 * 51.0**2)
    assert np.array_equal(one_course(moves, caution=10.0, seldom=0.0).squares, np.full(len(counts), np.float32(10.0)))


def test_it_learns_the_games_it_is_shown(moves):
    course = one_course(ExpertMoves(*(array[:1000] for array in moves)), passes=8.0, caution=1.0, seldom=0.0)
    before = error(course.weights, course.moves)
    for part in range(schedule.PARTS):
        course.learn(part)
    assert error(course.weights, course.moves) < 0.6 * before


@pytest.mark.parametrize(
    ("stopped", "pause"),
    [
        pytest.param(7, 0.0, marks=pytest.mark.slow),
        (30, 0.0),
        pytest.param(71, 0.0, marks=pytest.mark.slow),
        pytest.param(90, math.inf, marks=pytest.mark.slow),
    ],
)
def test_a_stopped_run_goes_on_to_the_same_net(folder, whole, tmp_path, stopped, pause, monkeypatch):
    """Also if it was not saved after the last part that was learned, nor ever."""
    monkeypatch.setattr(PolicyLearner, "save_seconds", pause)

    def stop(reached):
        if reached.done == stopped:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        PolicyLearner(data=folder, out=tmp_path / "stopped", **TWO).fit(OTHELLO, stop)
    assert bool(checkpoints.numbers(tmp_path / "stopped")) == (pause == 0.0)
    again = PolicyLearner(data=folder, out=tmp_path / "stopped", **TWO).fit(OTHELLO)
    for one, other in zip(whole.weights_, again.weights_, strict=True):
        assert np.array_equal(one, other)
    assert [part[:5] for part in whole.metrics_] == [part[:5] for part in again.metrics_]
    assert set(whole.tests_) == {"paper", "unique", "games"}
    lines = (tmp_path / "stopped" / "metrics.jsonl").read_text().splitlines()
    assert [json.loads(line)["part"] for line in lines] == list(range(1, whole.total() + 1))


def test_a_run_plays_and_keeps_its_settings(folder, whole):
    player = specs.player(f"policy:model={whole.out}", OTHELLO)
    assert player.choose(OTHELLO.init_state()).move in OTHELLO.moves(OTHELLO.init_state())
    stored = weights_file.load(str(whole.out)).weights
    assert np.array_equal(stored.embeddings, whole.weights_.embeddings)
    with pytest.raises(InputError, match="has a run with"):
        PolicyLearner(data=folder, out=whole.out, seed=1, **TWO).fit(OTHELLO)


def test_teachers_speak_of_what_they_have_not_learned(moves):
    course = one_course(moves, teachers=2)
    for part in range(2 * schedule.TEACHER_PARTS):
        course.learn(part)
        if part == schedule.TEACHER_PARTS - 1:
            half = course.targets.copy()
    totals = np.add.reduceat(course.targets.astype(int), course.starts[:-1])
    assert np.abs(totals - 65535).max() < 40
    spoken = np.add.reduceat(half.astype(int), course.starts[:-1]) > 0
    assert np.array_equal(spoken, course.fold == 0)
    learned = course.lesson(schedule.TEACHER_PARTS).places
    assert set(learned) == set(np.flatnonzero(course.fold != 1))


def test_values_are_learned_from_how_games_ended(folder):
    """On games of random play the values of their own positions are nearer to the margins than 0 is."""
    archive = read_folder(folder)
    weights = one_course(archive.moves).weights
    ranker = pattern_net.make_ranker(weights._replace(values=schedule.learn_values(whole_split(archive).results)))
    kernels = bind(pattern_net, game=othello, evaluator=pattern_net)
    late = np.flatnonzero(archive.moves.empty < 8)[:200]
    values = [
        kernels.evaluate(ranker, othello.State(archive.moves.own[at], archive.moves.opponent[at], 1)) for at in late
    ]
    margins = archive.margin[late] / 64
    assert np.mean((values - margins) ** 2) < 0.5 * np.mean(margins**2)


def test_a_split_that_is_given_is_learned_from(folder):
    own = PolicyLearner(data=folder, seed=3, **SMALL).fit(OTHELLO)
    given = PolicyLearner(data=strict_split(read_folder(folder), 3), seed=3, **SMALL).fit(OTHELLO)
    assert np.array_equal(own.weights_.embeddings, given.weights_.embeddings)
    assert own.tests_ == given.tests_


def test_the_curve_has_intervals_and_a_final_test_apart(folder, tmp_path):
    learner = PolicyLearner(data=folder, seed=3, out=tmp_path, **SMALL).fit(OTHELLO)
    curve = read_curve(tmp_path)
    assert "held-out" in curve.y_label
    assert all(point.low < point.y < point.high for point in curve.points)
    places = [point.x for point in curve.points]
    assert places == sorted(places), "teachers and members follow each other"
    assert [test.y for test in curve.tests] == [round(next(iter(learner.tests_.values())), 4)]


def test_two_workers_learn_as_well(folder):
    found = {}
    for workers in (1, 2):
        settings = {**SMALL, "workers": workers, "passes": 6.0, "test": False}
        found[workers] = PolicyLearner(data=folder, **settings).fit(OTHELLO).metrics_[-1].error
    assert found[2] == pytest.approx(found[1], rel=0.1)


@pytest.mark.parametrize(
    "settings",
    [
        {"width": 0},
        {"width": 6},
        {"passes": 0},
        {"dropped": 1.0},
        {"rate": float("nan")},
        {"heads": -1},
        {"members": 0},
        {"caution": 0},
    ],
)
def test_bad_settings_are_explained(folder, settings):
    with pytest.raises(InputError) as error:
        PolicyLearner(data=folder, **settings)
    assert "\n" not in str(error.value)


def test_other_games_and_empty_folders_are_refused(folder, tmp_path):
    with pytest.raises(InputError, match="no moves of connect_four to learn from"):
        PolicyLearner(data=folder, workers=1).fit(find_game("connect_four"))
    with pytest.raises(InputError, match=r"no \.wtb file"):
        PolicyLearner(data=tmp_path, **SMALL).fit(OTHELLO)
