"""What labels cost is measured until time is up, for each number of stones."""

import json

from fourfold.experiments.context.labelling_cost import cost
from fourfold.experiments.context.random_positions import random_positions
from fourfold.solve.solver import Solver


def test_the_cost_is_that_of_all_positions_or_of_those_that_time_allows():
    states = random_positions(200, 34, seed=0)
    count, milliseconds = cost(Solver(bits=14), states, 20.0)
    assert count == 200
    assert milliseconds > 0
    assert cost(Solver(bits=14), states, 1e-9)[0] == 1


def test_the_command(run, tmp_path):
    command = ["reproduce", "context-labelling-cost", "--scale", "tiny", "--out", str(tmp_path / "run")]
    code, out, _ = run(*command, "--json")
    assert code == 0
    rows = json.loads(out)["rows"]
    assert [row["stones"] for row in rows] == list(range(26, 37))
    assert all(1 <= row["positions"] <= 10 and row["milliseconds"] > 0 for row in rows)
    code, out, _ = run(*command)
    assert code == 0
    assert "A position of 26 stones takes" in out
    assert "<svg" in (tmp_path / "run" / "plot.svg").read_text()
