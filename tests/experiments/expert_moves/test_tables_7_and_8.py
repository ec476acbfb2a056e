"""Predictors against the League on made games: learned once, measured where they were not taught, resumable."""

import json
from pathlib import Path

import numpy as np
import pytest

from fourfold.binding.square_symmetry import SYMMETRIES
from fourfold.cli.cli import main
from fourfold.data.othello.expert_moves import BASE, read_folder
from fourfold.data.othello.splits import held_out_games, paper_set, strict_split
from fourfold.evaluators import weights_file
from fourfold.experiments.expert_moves import predictors
from fourfold.experiments.expert_moves.tables_7_and_8 import SCALES, Experiment, PredictorCell, PredictorResult
from fourfold.experiments.framework.winning_rates import play
from fourfold.games.interface.find import find_game
from fourfold.players import policy

NETS = ["300 moves", "1,000 moves", "unique-s", "unique", "original"]


@pytest.fixture(scope="module")
def command(othello_data, predictor, tmp_path_factory):
    folder = tmp_path_factory.mktemp("strength") / "run"
    return [
        "reproduce", "othello-strength", "--scale", "tiny", "--out", str(folder), "--workers", "1",
        "--data", str(othello_data), "--model", str(predictor),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def folder(command, predictor):
    """A finished run."""
    assert main(command) == 0
    return Path(command[5])


def test_rows(command, folder, predictor, capsys):
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    rows = {row["net"]: row for row in found["rows"]}
    assert list(rows) == [str(predictor), *NETS]
    assert len(found["paper"]) == 5
    for row in rows.values():
        assert len(row["against"]) == 15
        *league, search = row["against"].values()
        assert row["average"]["share"] == pytest.approx(np.mean(league))
        assert (row["best"]["share"], row["search"]["share"]) == (league[0], search)
        assert row["average"]["low"] <= row["average"]["share"] <= row["average"]["high"]
    assert rows["300 moves"]["moves"] == 300
    assert rows[str(predictor)]["moves"] == 2500
    assert all("does not say" not in sentence for sentence in found["findings"])


def test_sets_have_the_moves_that_they_should(folder, othello_data):
    _, rest = held_out_games(read_folder(othello_data / BASE))
    found = {name: predictors.read_grade(folder, name).moves for name in ("original", "unique", "unique-s")}
    wanted = {name: len(np.unique(paper_set(rest, name).codes // SYMMETRIES)) for name in found}
    assert found == wanted
    assert found["original"] == rest.size > found["unique"] > found["unique-s"]


def test_accuracy_is_that_of_the_held_out_games(folder, predictor, othello_data):
    test = strict_split(read_folder(othello_data / BASE)).tests["games"].take()
    for name, path in ((predictors.MODEL, predictor), ("unique", predictors.folder_of(folder, "unique"))):
        ranks = policy.played_ranks(policy.Policy(str(path), find_game("othello")), test)
        grade = predictors.read_grade(folder, name)
        assert (grade.positions, grade.accuracy) == (test.size, pytest.approx(np.mean(ranks == 0)))


def test_a_cell_is_a_match(folder, othello_data, predictor):
    study = Experiment(SCALES["tiny"], 0)
    study.find_data(str(othello_data))
    found = study.measure(PredictorCell("unique", "SWH"), folder, 1, lambda share, text: None)
    net, opponent = folder / "nets" / "unique", othello_data / "othello" / "players" / "SWH.wpc"
    path = othello_data / "othello" / "openings.txt"
    assert found.points == play(f"policy:model={net}", f"greedy:eval={opponent}", path, 2, 0)


def test_a_stopped_run_goes_on(command, folder, capsys):
    """Nets that have learned are kept; one that has not finished learns the same again."""
    cells, net = folder / "cells.jsonl", folder / "nets" / "300-moves"
    whole, kept = cells.read_bytes(), (folder / "nets" / "unique" / "model.safetensors").stat().st_mtime_ns
    learned = weights_file.load(str(net)).weights
    cells.write_bytes(b"".join(whole.splitlines(keepends=True)[:80]) + b'{"net": ')
    (net / "model.safetensors").unlink()
    (net / "grade.json").unlink()
    assert main(command) == 0
    assert cells.read_bytes() == whole
    assert all(map(np.array_equal, weights_file.load(str(net)).weights, learned))
    assert (folder / "nets" / "unique" / "model.safetensors").stat().st_mtime_ns == kept
    out = capsys.readouterr().out
    assert "4 games against each opponent" in out
    assert "paper: Conv8+BN" in out
    assert "nets that saw 2,000 moves of different sets" in out
    assert "<svg" in (folder / "plot.svg").read_text()


def test_what_the_rows_say():
    """Five points of accuracy for every ten of the winning rate; a predictor that may have seen the games is named."""
    study = Experiment(SCALES["tiny"], 0)
    results = [
        PredictorResult(
            cell.net, cell.opponent, None, 9, 0.4 + 0.125 * (number % 2), cell.net != predictors.MODEL, points
        )
        for number, net in enumerate(study.nets())
        for cell in study.cells()
        if cell.net == net
        for points in [[3, 2 + number % 2]]
    ]
    first, second, edax, unknown = study.findings(study.rows(results))
    assert "brings 1.00 points of the winning rate (r2 1.000); in the expert-moves paper 1.7 (r2 0.997)" in first
    assert "in the expert-moves paper 3.4 (r2 0.999)" in second
    assert "is Edax; ours is alphabeta:depth=1,eval=nhb" in edax
    assert unknown.startswith("wthor does not say that no game")
    same = [result._replace(points=[2, 2]) for result in results]
    assert "no line to fit" in study.findings(study.rows(same))[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--model", "nothing"], "no policy named 'nothing'"),
        (["--opponent", "alphabeta:depth=0{depth},eval=nothing"], "has no evaluator 'nothing'"),
        (["--opponent", "human"], "no player named 'human'"),
    ],
)
def test_bad_players_are_one_line(othello_data, predictor, tmp_path, capsys, options, message):
    command = ["reproduce", "othello-strength", "--scale", "tiny", "--out", str(tmp_path), "--data", str(othello_data)]
    given = options if "--model" in options else [*options, "--model", str(predictor)]
    assert main([*command, "--workers", "1", *given]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "nets").exists()


def test_other_experiments_have_no_players_to_choose(tmp_path, capsys):
    assert main(["reproduce", "nhb-reversi", "--scale", "tiny", "--out", str(tmp_path / "run"), "--model", "x"]) == 2
    assert "nhb-reversi has no model to choose" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
