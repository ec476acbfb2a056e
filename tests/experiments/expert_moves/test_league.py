"""The league on small files of its own: as matches have it, resumable, and with the real players as known."""

import json
import shutil

import numpy as np
import pytest
from support.league_files import DATA, counter_text, network_text, random_network, real_players

from fourfold.cli.cli import main
from fourfold.errors import InputError
from fourfold.experiments.expert_moves.league import FILES, OPENINGS, PLAYERS, Experiment, PairCell, PairResult, Scale
from fourfold.experiments.framework.reproduce import reproduce
from fourfold.games.interface.find import find_game as game
from fourfold.matches.match import match
from fourfold.matches.openings import openings

OTHELLO = game("othello")
SEED = 4


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A folder of data with as many players that know nothing."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "othello" / "players").mkdir(parents=True)
    states = [opening.state for opening in openings(OTHELLO, "random:7", 10)]
    (folder / OPENINGS).write_text("".join(OTHELLO.text(state) + "\n" for state in states))
    for seed, name in enumerate(FILES.values()):
        text = counter_text(seed) if name.endswith(".wpc") else network_text(random_network(seed, 12))
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def study(data):
    study = Experiment(Scale(10), SEED)
    study.find_data(str(data))
    return study


@pytest.mark.parametrize("pair", [("CoCMAES-4+2x2", "SWH"), ("Nash70", "IPrefN")])
def test_a_cell_is_a_match(study, data, tmp_path, pair):
    found = study.measure(PairCell(*pair), tmp_path, 1, lambda share, text: None)
    first, second = (f"greedy:eval={data / FILES[name]}" for name in pair)
    wanted = match(first, second, "othello", games=20, openings=str(data / OPENINGS), seed=SEED, workers=1)
    assert found[2:5] == (wanted.wins, wanted.draws, wanted.losses)
    scores = [0.5 + (one.outcome - two.outcome) / 4 for one, two in np.array(wanted.records, object).reshape(-1, 2)]
    assert found.squares == pytest.approx(np.square(scores).sum())


def test_a_result_seen_from_the_other_side():
    """Pairs of 1, 1/2 and 1/4 for the first are 0, 1/2 and 3/4 for the second."""
    found = PairResult("a", "b", 3, 1, 2, 1 + 1 / 4 + 1 / 16).turned()
    assert found == PairResult("b", "a", 2, 1, 3, 0 + 1 / 4 + 9 / 16)
    assert found.turned().turned() == found


def test_rows_add_up(study):
    rng = np.random.default_rng(0)
    results = []
    for cell in study.cells():
        wins, draws = int(rng.integers(0, 12)), int(rng.integers(0, 4))
        results.append(PairResult(*cell, wins, draws, 20 - wins - draws, 6.0))
    rows = study.rows(results)
    assert len(results) == 91
    assert {row.player for row in rows} == set(PLAYERS)
    assert [row.score for row in rows] == sorted((row.score for row in rows), reverse=True)
    assert np.mean([row.score for row in rows]) == pytest.approx(0.5)
    for row in rows:
        assert row.wins + row.draws + row.losses == 13 * 20
        assert row.score == pytest.approx(np.mean(list(row.against.values())))
        assert row.low < row.score < row.high
        assert row.paper == PLAYERS[row.player].score / 100


def test_the_command(data, tmp_path, capsys):
    command = ["reproduce", "othello-league", "--scale", "tiny", "--out", str(tmp_path / "run"), "--workers", "1"]
    assert main([*command, "--data", str(data), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["rows"]) == len(found["paper"]) == 14
    cells = tmp_path / "run" / "cells.jsonl"
    whole = cells.read_bytes()
    cells.write_bytes(b"".join(whole.splitlines(keepends=True)[:40]) + b'{"first": ')
    assert main([*command, "--data", str(data)]) == 0
    assert cells.read_bytes() == whole
    out = capsys.readouterr().out
    assert "364 games, 52 of each player, from 2 openings" in out
    assert "<svg" in (tmp_path / "run" / "plot.svg").read_text()


def test_missing_data_is_one_line_and_leaves_nothing_behind(data, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FOURFOLD_DATA", raising=False)
    assert main(["reproduce", "othello-league", "--scale", "tiny"]) == 2
    assert "--data DIR or FOURFOLD_DATA" in capsys.readouterr().err
    assert main(["reproduce", "othello-league", "--scale", "tiny", "--data", "nowhere"]) == 2
    assert "nowhere has no othello/openings.txt" in capsys.readouterr().err
    assert main(["reproduce", "nhb-reversi", "--scale", "tiny", "--data", str(data)]) == 2
    assert "nhb-reversi reads no data" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_is_told_before_any_game(data, tmp_path):
    shutil.copytree(data, tmp_path / "data")
    (tmp_path / "data" / FILES["IPref1"]).write_text("64 1 1")
    with pytest.raises(InputError, match="is too short: the squares of tuple 1 of 64"):
        reproduce("othello-league", "tiny", tmp_path / "run", workers=1, data=str(tmp_path / "data"))
    assert (tmp_path / "run" / "cells.jsonl").read_bytes() == b""


def test_the_real_players_score_as_in_the_reference(tmp_path):
    """10 openings, 260 games a player: about 3 points of standard error."""
    real_players()
    study = Experiment(Scale(10), 0)
    study.find_data(str(DATA))
    results = [study.measure(cell, tmp_path, 1, lambda share, text: None) for cell in study.cells()]
    for row in study.rows(results):
        assert row.score == pytest.approx(row.paper, abs=0.12), row.player
