"""Orders of moves find the same and cost what they cost."""

import json

import pytest

from fourfold.errors import InputError
from fourfold.experiments.context.move_ordering import alphabeta_cost, alphabeta_orders, cost, orders
from fourfold.experiments.context.random_positions import random_positions
from fourfold.experiments.framework.reproduce import find_study

SEARCHES = [
    ("solver", "centre first"), ("solver", "history"), ("solver", "threats"), ("solver", "sorter"),
    ("alpha-beta", "history"), ("alpha-beta", "sorter"),
]  # fmt: skip

NODES = [3537, 4338, 2395, 1457, 1077, 642]
"""Of three positions with each: a number that no change of how modules are written may move."""


@pytest.mark.slow
def test_orders_of_moves_cost_what_they_cost():
    states = random_positions(3, 26, seed=1)
    found = {order.name: cost(order, states, bits=14) for order in orders()}
    assert set(found) == {"centre first", "history", "threats", "sorter"}
    assert all(nodes >= 1 and microseconds > 0 for nodes, microseconds in found.values())
    by_history, by_sorter = (alphabeta_cost(each, random_positions(20, 16, seed=2), 6) for each in alphabeta_orders())
    assert by_sorter[0] < by_history[0]


@pytest.mark.slow
def test_the_command(run, tmp_path):
    command = ["reproduce", "context-move-ordering", "--scale", "tiny", "--out", str(tmp_path / "run")]
    code, out, _ = run(*command, "--json")
    assert code == 0
    found = json.loads(out)
    assert set(found) == {"rows", "paper", "findings", "out"}
    assert [(row["search"], row["order"]) for row in found["rows"]] == SEARCHES
    assert [3 * row["nodes"] for row in found["rows"]] == pytest.approx(NODES)
    cells = tmp_path / "run" / "cells.jsonl"
    cells.write_bytes(b"".join(cells.read_bytes().splitlines(keepends=True)[:5]))
    code, out, _ = run(*command)
    assert code == 0
    assert "3 positions of 26 stones; alpha-beta to depth 6" in out
    assert "<svg" in (tmp_path / "run" / "plot.svg").read_text()


def test_a_model_of_the_user_orders_moves_as_well():
    study = find_study("context-move-ordering", "tiny", 0, model="sorter")
    assert study.config()["model"] == "sorter"
    with pytest.raises(InputError, match="nothing"):
        find_study("context-move-ordering", "tiny", 0, model="nothing")
