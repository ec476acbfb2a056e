"""The experiment on contexts: its positions are what the context paper says of its figures, and its tables hold
together."""

import pytest

from fourfold.binding.bind import typed
from fourfold.errors import InputError
from fourfold.experiments.context.paper_figures import EXAMPLES, PAPER_TEST, PAPER_TRAINING
from fourfold.experiments.framework.reproduce import find_study, reproduce
from fourfold.games import connect_four
from fourfold.solve.solver import Solver
from fourfold.solve.threats import open_squares, winning_squares
from fourfold.storage.run_folder import IntegrityWarning


def after(line):
    return typed(connect_four.parse(line))


def wins_at_once(state):
    """Return the columns, from 1, in which the side to move completes a line."""
    found = int(winning_squares(state.own, state.stones) & open_squares(state.stones))
    return [column + 1 for column in range(7) if found >> 7 * column & 0b1111111]


def threatens(line):
    """Return the columns in which the side that has just moved would win if it could move again."""
    state = after(line)
    other = state._replace(own=state.own ^ state.stones)
    return wins_at_once(other)


@pytest.mark.parametrize("figure", EXAMPLES)
def test_the_winning_moves_are_those_of_the_text(figure):
    line, winning = EXAMPLES[figure]
    scores = Solver().scores(after(line))
    assert [column + 1 for column, score in scores.items() if score > 0] == list(winning)


def test_figure_7():
    """4 threatens 1, then 7 threatens 6, then 6 wins; or 7 first, 6, and 4."""
    line, _ = EXAMPLES["figure 7"]
    assert threatens(line + "4") == [1]
    assert threatens(line + "417") == [6]
    assert wins_at_once(after(line + "4176")) == [6]
    assert threatens(line + "7") == [6]


def test_figure_8():
    """5 forces 4, 7 forces 7, and 4 makes two threats; but 4 at once, 5, and 4 lose to 4."""
    line, _ = EXAMPLES["figure 8"]
    assert threatens(line + "5") == [4]
    assert threatens(line + "547") == [7]
    assert len(threatens(line + "54774")) == 2
    assert threatens(line + "4") == [5]
    assert len(threatens(line + "4544")) == 2
    assert not wins_at_once(after(line + "4544"))


def test_figure_9():
    """4 forces 3, 3 forces 1, 7 forces 5, and 5 wins; but after 7, 5, 5 Green has a defence in 4."""
    line, _ = EXAMPLES["figure 9"]
    assert threatens(line + "4") == [3]
    assert threatens(line + "433") == [1]
    assert threatens(line + "43317") == [5]
    assert wins_at_once(after(line + "433175")) == [5]
    assert threatens(line + "7") == [5]
    assert threatens(line + "75") == [5]
    scores = Solver().scores(after(line + "755"))
    assert [column + 1 for column, score in scores.items() if score >= 0] == [4]


def test_the_paper_s_rows_add_up():
    for row in [*PAPER_TRAINING.values(), *PAPER_TEST.values()]:
        assert sum(row.shares) == pytest.approx(1.0, abs=2e-4)
        assert sum(place * share for place, share in enumerate(row.shares, 1)) == pytest.approx(
            row.average_rank, abs=0.01
        )


@pytest.mark.parametrize(("model", "message"), [("S4", "in the tables already"), ("S9", "no system named")])
def test_a_model_is_a_new_system(model, message):
    with pytest.raises(InputError, match=message):
        find_study("context-tables-1-to-5", "tiny", 0, model=model)


def test_a_tiny_reproduction_goes_on_where_it_stopped(tmp_path, monkeypatch):
    from fourfold.experiments.context import tables_1_to_5 as experiment

    scale = experiment.Scale(1, 40, 2, 1, more_runs=2, model="D1+D6")
    monkeypatch.setitem(experiment.SCALES, "tiny", scale)
    monkeypatch.setattr(experiment, "SYSTEMS", ("S1", "N20"))
    monkeypatch.setattr(experiment, "find_spec", lambda name: None)
    monkeypatch.setattr(experiment.labels, "PLIES", range(24, 37))
    found = reproduce("context-table-1-2", "tiny", tmp_path, workers=1)
    assert [(row.system, row.runs) for row in found.rows] == [("S1", 1), ("N20", 1), ("D1+D6", 2), ("S4", 1)]
    assert sum(found.rows[0].test) == pytest.approx(1.0)
    cells = (tmp_path / "cells.jsonl").read_text()
    (tmp_path / "cells.jsonl").write_text(cells.splitlines()[0] + "\n")
    with pytest.warns(IntegrityWarning, match="cells.jsonl is truncated"):
        again = reproduce("context-table-1-2", "tiny", tmp_path, workers=1)
    assert again.rows[1].test == found.rows[1].test
    assert found.to_json()["paper"][0]["system"] == "S1"
    assert len(found.study.tables(found.rows)) == 6
    assert found.study.findings(found.rows)
