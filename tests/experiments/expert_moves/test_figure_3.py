"""What is predicted by stage of the game adds up to what is predicted at all."""

import json

import numpy as np
import pytest
from support.expert_games import make_split

from fourfold.evaluators.move_ranking import Ranking
from fourfold.evaluators.torch_othello.encodings import legal_squares
from fourfold.experiments.expert_moves.figure_3 import NUMBERS, StageResult, predict_stage, shares_of, total_shares
from fourfold.experiments.framework.reproduce import find_study
from fourfold.learn.ranking_accuracy import ranks

LIKED = np.arange(64, 0, -1) / 64.0


class Habit:
    """A policy that likes squares by their number, less and less."""

    name = "habit"

    def rank(self, states):
        legal = legal_squares(*states[:2])
        squares = np.nonzero(legal)[1]
        return Ranking(np.cumsum([0, *legal.sum(axis=1)]), squares, LIKED[squares])


def test_stages_add_up(tmp_path):
    moves = make_split(tmp_path, 20).train.take()
    rows = [predict_stage(Habit(), moves, number) for number in range(1, NUMBERS)]
    assert [row.number for row in rows] == list(range(1, NUMBERS))
    counts, first, third = (
        np.array(each) for each in ([row.counts for row in rows], *zip(*(row.hits for row in rows), strict=True))
    )
    assert counts.sum() == moves.size
    assert (first <= third).all()
    assert (third <= counts).all()
    legal = legal_squares(moves.own, moves.opponent)
    assert first.sum() == (legal.argmax(axis=1) == moves.square).sum()
    liked = np.where(legal, LIKED, -np.inf)
    assert total_shares(rows)[1] == pytest.approx((ranks(liked, moves.square) <= 3).mean())
    for move in (1, 20, 55):
        here = 61 - moves.empty == move
        assert counts[move - 1].sum() == here.sum()
        assert shares_of(rows, 0, 1)[move - 1] == (legal[here].argmax(axis=1) == moves.square[here]).mean()
    single = legal.sum(axis=1) == 1
    assert shares_of(rows, 0, 0)[1] == 1.0
    assert counts[:, 1].sum() == single.sum()
    assert ranks(LIKED[None], moves.square[:1])[0] == moves.square[0] + 1


def test_stages_without_moves_have_no_share():
    row = StageResult(1, [0, 2], [[0, 1], [0, 2]])
    assert np.isnan(shares_of([row], 0)[0, 0])
    assert shares_of([row], 0)[0, 1] == 0.5
    assert total_shares([]) == [0.0, 0.0]


@pytest.mark.slow
def test_the_command(othello_data, predictor, run, tmp_path):
    command = [
        "reproduce", "expert-moves-figure-3", "--scale", "tiny", "--out", str(tmp_path / "run"),
        "--data", str(othello_data), "--model", str(predictor),
    ]  # fmt: skip
    code, out, _ = run(*command, "--json")
    assert code == 0
    found = json.loads(out)
    assert [row["number"] for row in found["rows"]] == list(range(1, NUMBERS))
    study = find_study("expert-moves-figure-3", "tiny", 0, str(othello_data), model=str(predictor))
    assert sum(sum(row["counts"]) for row in found["rows"]) == study.moves.size <= 1000
    cells = tmp_path / "run" / "cells.jsonl"
    whole = cells.read_bytes()
    cells.write_bytes(b"".join(whole.splitlines(keepends=True)[:40]) + b'{"number": ')
    code, out, _ = run(*command)
    assert code == 0
    assert cells.read_bytes() == whole
    assert "51 to 60" in out
    assert "<svg" in (tmp_path / "run" / "plot.svg").read_text()


def test_a_bad_model_is_one_line(othello_data, run, tmp_path):
    command = ["reproduce", "expert-moves-figure-3", "--scale", "tiny", "--out", str(tmp_path / "run")]
    code, _, err = run(*command, "--data", str(othello_data), "--model", "nothing")
    assert code == 2
    assert "no policy named 'nothing'" in err
    assert not (tmp_path / "run").exists()
