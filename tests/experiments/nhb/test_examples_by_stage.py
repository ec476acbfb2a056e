import numpy as np
import pytest

from fourfold.experiments.nhb.examples_by_stage import SOURCES, STAGES, add_up, sort_examples, stage_of, stage_text
from fourfold.learn.nhb.examples import Examples
from fourfold.search.example_table import CONSISTENT, PLAYED, PROVEN


def boards(*discs):
    """Return the inputs of boards with these numbers of discs, half of them the opponent's."""
    inputs = np.zeros((len(discs), 64), np.float32)
    for row, count in zip(inputs, discs, strict=True):
        row[:count] = np.where(np.arange(count) % 2, -1.0, 1.0)
    return inputs


def test_every_number_of_discs_has_a_stage():
    texts = [stage_text(stage) for stage in range(STAGES)]
    assert texts == ["4 to 15", "16 to 27", "28 to 39", "40 to 51", "52 to 64"]
    for discs, stage in zip(range(4, 65), stage_of(boards(*range(4, 65))), strict=True):
        first, last = map(int, texts[stage].split(" to "))
        assert first <= discs <= last


@pytest.fixture
def found():
    """Five examples: the net is wrong by 0.5 about the two proven ones, and right about the others but a draw."""
    kinds = np.array([PROVEN, PROVEN, CONSISTENT, PLAYED, PLAYED], np.int8)
    values = np.array([1.0, -1.0, 0.5, 0.25, 0.0], np.float32)
    examples = Examples(np.arange(5, dtype=np.uint64), kinds, values, boards(64, 60, 40, 4, 5))
    return sort_examples(examples, np.array([0.5, -1.5, 1.0, 0.25, 2.0]), matches=2)


def test_examples_are_sorted_by_stage_and_source(found):
    assert len(found) == STAGES * len(SOURCES)
    by_place = {(each.stage, each.source): each for each in found if each.examples}
    assert set(by_place) == {(4, "proven"), (3, "consistent"), (0, "played")}
    proven, consistent, played = by_place[4, "proven"], by_place[3, "consistent"], by_place[0, "played"]
    assert (proven.a_match, proven.error, proven.error_of_nothing, proven.right_share) == (1.0, 0.5, 1.0, 1.0)
    assert consistent.error == 0.0  # a search squashes 1 to 0.5
    assert played.error == pytest.approx(np.sqrt(2.0))
    assert (played.right, played.decided) == (1, 1)


def test_a_place_without_examples_has_no_error(found):
    nothing = next(each for each in found if not each.examples)
    assert nothing.error is nothing.error_of_nothing is nothing.right_share is None


def test_seeds_are_added_up(found):
    both = add_up([found, found])
    assert [each.examples for each in both] == [2 * each.examples for each in found]
    assert [each.error for each in both] == [each.error for each in found]
    assert [each.a_match for each in both] == [each.a_match for each in found]
