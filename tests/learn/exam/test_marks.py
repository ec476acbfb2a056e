"""Marks of an exam, worked out by hand."""

import numpy as np
import pytest

from fourfold.data.proven_positions import ProvenPosition
from fourfold.learn.exam.marks import STAGES, Share, report
from fourfold.learn.exam.questions import Question
from fourfold.matches.statistics import wilson


def question(ply, *scores, game):
    return Question("", ProvenPosition(None, list(range(len(scores))), np.array(scores, float)), ply, game)


ASKED = [
    question(0, 997, 995, 0, -998, game=1),  # won
    question(1, 997, 995, 0, -998, game=2),
    question(7, 0, 0, -998, game=3),  # drawn
    question(9, -996, -998, game=4),  # lost: nothing is at stake
]
CHOSEN = [1, 3, 0, 1]  # a slow win, a win thrown away, a draw, the faster loss


def test_shares_of_all_and_by_what_positions_are_worth():
    found = report(ASKED, CHOSEN)
    whole = found.whole
    assert (whole.positions, whole.at_stake) == (4, 3)
    assert whole.best == Share(0.25, *wilson(0.25, 4))
    assert whole.kept == Share(2 / 3, *wilson(2 / 3, 3))
    assert whole.keeps_result == 0.75
    assert whole.chance == pytest.approx((2 / 4 + 2 / 4 + 2 / 3) / 3)
    assert whole.mistakes.share == pytest.approx(1 / 3)
    assert whole.mistakes.low == pytest.approx(1 - wilson(2 / 3, 3)[1])
    won, drawn, lost = (found.by_result[name] for name in ("won", "drawn", "lost"))
    assert (won.positions, won.best.share, won.kept.share) == (2, 0.0, 0.5)
    assert (drawn.positions, drawn.best.share, drawn.kept.share) == (1, 1.0, 1.0)
    assert (lost.positions, lost.best.share, lost.at_stake, lost.kept, lost.mistakes) == (1, 0.0, 0, None, None)


def test_stages_are_ranges_of_plies_with_about_as_many_questions():
    assert [(stage.name, stage.marked.positions) for stage in report(ASKED, CHOSEN).stages] == [("0 to 9", 4)]
    spread = [question(ply, 0, -998, game=ply) for ply in range(123)]
    found = report([*spread, question(900, 0, -998, game=900)], [0] * 124).stages
    assert [stage.name for stage in found[:2]] == ["0 to 19", "20 to 40"]
    assert (len(found), found[-1].last) == (STAGES, 900)
    assert {stage.marked.positions for stage in found} == {20, 21}
    same = report([question(3, 0, -998, game=number) for number in range(90)], [0] * 90).stages
    assert [(stage.name, stage.marked.positions) for stage in same] == [("3", 90)]
    assert report([*ASKED, question(None, 0, -998, game=9)], [*CHOSEN, 0]).stages == []


def test_numbers_for_programs():
    value = report(ASKED, CHOSEN).to_json()
    assert (value["positions"], value["any_best"], value["keeps_result"], value["at_stake"]) == (4, 0.25, 0.75, 3)
    assert [(stage["first"], stage["last"]) for stage in value["stages"]] == [(0, 9)]
    lost = value["worth"]["lost"]
    assert (lost["keeps_result_of_some"], lost["low"], lost["chance"]) == (None, None, None)


def test_questions_of_one_game_tell_less():
    asked = [question(0, 0, -998, game=number) for number in (1, 2, 3, 4)]
    alike = [each._replace(game=1 + each.game // 3) for each in asked]
    apart, together = (report(given, [0, 0, 1, 1]).whole.kept for given in (asked, alike))
    assert apart == Share(0.5, *wilson(0.5, 4))
    assert together.high - together.low > apart.high - apart.low
