"""A predictor against search, and helped by it, on made games."""

import json
from pathlib import Path

import numpy as np
import pytest

from fourfold.cli.cli import main
from fourfold.data.othello.expert_moves import BASE, read_folder
from fourfold.data.othello.splits import held_out_games
from fourfold.experiments.expert_moves import predictors
from fourfold.experiments.expert_moves.table_9 import (
    ALONE,
    DEPTHS,
    HYBRIDS,
    PREDICTION,
    SCALES,
    Experiment,
    SearchResult,
    predict,
)
from fourfold.games.interface.find import find_game
from fourfold.players import policy, specs

OPPONENT = "alphabeta:depth={depth},eval=positional"


@pytest.fixture(scope="module")
def command(othello_data, predictor, tmp_path_factory):
    return [
        "reproduce", "othello-search", "--scale", "tiny", "--out", str(tmp_path_factory.mktemp("search") / "run"),
        "--workers", "1", "--data", str(othello_data), "--model", str(predictor), "--opponent", OPPONENT,
    ]  # fmt: skip


def test_the_command(command, capsys):
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    predictor, *rows = found["rows"]
    assert [row["depth"] for row in rows] == [row["depth"] for row in found["paper"]] == [1, 2, 3, 4, 5]
    assert (predictor["depth"], predictor["rate"], predictor["gains"]) == (0, None, {})
    for row in rows:
        assert row["moves"] == 20
        assert row["seconds"] > 0
        for stage in HYBRIDS:
            gained = row["hybrids"][stage]["share"] - row["rate"]["share"]
            assert row["gains"][stage]["share"] == pytest.approx(gained)
    folder = Path(command[5])
    whole = (folder / "cells.jsonl").read_bytes()
    (folder / "cells.jsonl").write_bytes(b"".join(whole.splitlines(keepends=True)[:20]) + b'{"task": ')
    assert main(command) == 0
    assert (folder / "cells.jsonl").read_bytes() == whole
    out = capsys.readouterr().out
    assert "in 4 games against" in out
    assert "is not the expert-moves paper's: that is Edax 4.3.2" in out
    assert "<svg" in (folder / "plot.svg").read_text()


def test_a_predictor_is_as_accurate_as_its_ranks_say(othello_data, predictor):
    moves, _ = held_out_games(read_folder(othello_data / BASE))
    accuracy, seconds = predict(specs.player(predictors.spec(predictor), "othello"), moves)
    ranks = policy.played_ranks(policy.Policy(str(predictor), find_game("othello")), moves)
    assert accuracy == pytest.approx(np.mean(ranks == 0))
    assert 0 < seconds < 1


def test_players(predictor):
    study = Experiment(SCALES["tiny"], 0)
    assert study.search(3) == "alphabeta:depth=3,eval=nhb"
    assert study.player(ALONE) == "policy:model='wthor'"
    engine = "engine:cmd='x -l {depth}, {y}',protocol=gtp"
    assert predictors.searcher(engine, 4) == "engine:cmd='x -l 4, {y}',protocol=gtp"
    kind, options = specs.parse_spec(study.player("16-30"))
    inside, outside = "alphabeta:depth=5,eval=nhb", "policy:model='wthor'"
    assert (kind, options) == ("hybrid", {"moves": "16-30", "inside": inside, "outside": outside})


def test_what_the_rows_say():
    study = Experiment(SCALES["tiny"], 0)
    results = [SearchResult(PREDICTION, depth, [], 100, 0.5, 0.001) for depth in (0, *DEPTHS)]
    results += [SearchResult(ALONE, depth, [2, 1]) for depth in DEPTHS]
    results += [SearchResult(stage, depth, [2, 1 + (stage == "31-45")]) for stage in HYBRIDS for depth in DEPTHS]
    results = [
        result._replace(points=[3, 3]) if (result.task, result.depth) == ("46-60", 2) else result for result in results
    ]
    rows = study.rows(results)
    first, *_ = study.findings(rows)
    assert first.startswith("Help brings most, +37.5 (")
    assert "in moves 46-60 against depth 2; on the mean of all depths +0.0 in moves 1-15" in first
    assert "+12.5 in moves 31-45, +7.5 in moves 46-60." in first
    search, stages = study.tables(rows)
    assert search.rows[0] == ["wthor", "", "", "50.0 %", "1.00", "", "", ""]
    assert search.rows[3][-3:] == ["34.7 %", "55.2 %", "0.16"]
    assert [row[0] for row in stages.rows] == ["1", "2", "3", "4", "5"]


def test_a_model_that_is_not_there_is_one_line(othello_data, tmp_path, capsys):
    command = ["reproduce", "othello-search", "--scale", "tiny", "--out", str(tmp_path), "--data", str(othello_data)]
    assert main([*command, "--model", "runs/none"]) == 2
    assert "there is no model runs/none" in capsys.readouterr().err
    assert (tmp_path / "cells.jsonl").read_bytes() == b""
