"""Two runs on the same axes, and what must not be compared."""

import pytest
from support.learning_curves import points_of, rising, saturated

from fourfold.cli.draw_curve import chart_of_lines
from fourfold.errors import InputError
from fourfold.learn.comparison import CARE, MINUTES, WORK, common_axes, compare
from fourfold.learn.curves import Curve, Point
from fourfold.learn.status import RunStatus
from fourfold.learn.yardstick import BEGAN_WITH

COUNTING = "score against a net that only counts pieces"
ONE, OTHER = points_of(rising, 1), points_of(saturated, 2)


def run(name, points, x_label="games", y_label=BEGAN_WITH, seconds=None, game="othello", baseline=0.5):
    curve = Curve(x_label, y_label, points, "100 games", baseline)
    return RunStatus(name, "nhb", game, "finished", curve=curve, seconds=seconds)


def test_what_counts_the_same_is_drawn_by_work():
    found = compare(run("one", ONE), run("other", OTHER))
    assert [(line.name, line.points) for line in found.lines] == [("one", ONE), ("other", OTHER)]
    assert (found.points, found.x_label, found.y_label, found.baseline) == (ONE, "games", BEGAN_WITH, 0.5)


def test_what_counts_different_things_is_drawn_by_minutes():
    one, other = run("one", ONE, "games", seconds=120.0), run("other", OTHER, "matches", seconds=600.0)
    found = compare(one, other)
    assert found.x_label == "minutes of learning"
    assert [line.points[-1].x for line in found.lines] == pytest.approx([2.0, 10.0])
    half = next(place for place, point in enumerate(ONE) if point.x == ONE[-1].x / 2)
    assert found.points[half] == ONE[half]._replace(x=pytest.approx(1.0)), "its interval is that of the run"


def test_a_race_counts_seconds():
    race = run("race", [Point(30.0, 0.5, 0.4, 0.6), Point(90.0, 0.7, 0.6, 0.8)], "seconds of training", seconds=500.0)
    found = compare(race, run("other", OTHER, seconds=600.0))
    assert [point.x for point in found.points] == [0.5, 1.5]


@pytest.mark.parametrize(
    ("seconds", "labels", "axes"),
    [
        ((60.0, 60.0), ("games", "games"), [WORK, MINUTES]),
        ((60.0, None), ("games", "games"), [WORK]),
        ((60.0, 60.0), ("games", "matches"), [MINUTES]),
        ((60.0, None), ("games", "matches"), []),
    ],
)
def test_axes_that_both_have(seconds, labels, axes):
    runs = [run("a", ONE, label, seconds=time) for label, time in zip(labels, seconds, strict=True)]
    assert common_axes(*runs) == axes
    if not axes:
        with pytest.raises(InputError, match="what they count, which differs or by minutes, which are not known"):
            compare(*runs)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (run("b", ONE, game="draughts"), "a learns othello and b draughts"),
        (run("b", []), "b has no learning curve"),
        (run("b", ONE, y_label="error", baseline=None), "b its error: that cannot be compared"),
    ],
)
def test_what_cannot_be_compared(other, words):
    with pytest.raises(InputError, match=words):
        compare(run("a", ONE), other)


def test_opponents_that_differ_are_told():
    assert CARE in compare(run("a", ONE), run("b", ONE)).terms, "each began with a net of its own"
    assert CARE not in compare(run("a", ONE, y_label=COUNTING), run("b", ONE, y_label=COUNTING)).terms
    mixed = compare(run("a", ONE), run("b", ONE, y_label=COUNTING))
    assert CARE in mixed.terms
    assert (mixed.y_label, [line.words for line in mixed.lines]) == ("score", [BEGAN_WITH, COUNTING])


def test_a_chart_puts_each_point_where_its_axis_says():
    one = [Point(0, 0.5, 0.5, 0.5), Point(100, 1.0, 0.9, 1.0)]
    other = [Point(0, 0.5, 0.5, 0.5), Point(50, 0.0, 0.0, 0.2)]
    drawn = chart_of_lines(compare(run("one", one), run("other", other)))
    rows = [line.partition("┤")[2] for line in drawn if "┤" in line]
    assert (rows[0][60], rows[-1][30]) == ("●", "○")
    assert [(row[0], row[1]) for row in rows if "●" in row][-1] == ("●", "○"), "where both are, one stands behind"
    assert drawn[-2:] == ["● one, 1.000 (0.900 to 1.000) now", "○ other, 0.000 (0.000 to 0.200) now"]
    assert drawn[-3].endswith("100 games")
