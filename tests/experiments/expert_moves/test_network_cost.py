"""What networks cost, measured on small ones."""

import json

import pytest

from fourfold.experiments.expert_moves import network_cost
from fourfold.experiments.expert_moves.network_cost import Scale, cost


def test_the_cost_of_a_network(torch):
    found = cost("conv4", Scale(0.05, 16, 0.125))
    assert found.speed > 0
    assert found.microseconds > 0
    assert found.hours("unique-s") == pytest.approx(6 * 37_068_103 / found.half_speed / 3600)


def test_the_command(torch, run, tmp_path, monkeypatch):
    kept = {name: network_cost.ARCHITECTURES[name] for name in ("conv4", "resnet-32")}
    monkeypatch.setattr(network_cost, "ARCHITECTURES", kept)
    command = ["reproduce", "expert-moves-network-cost", "--scale", "tiny", "--out", str(tmp_path / "run")]
    code, out, _ = run(*command, "--json")
    assert code == 0
    assert [row["net"] for row in json.loads(out)["rows"]] == list(kept)
    code, out, _ = run(*command)
    assert code == 0
    assert "ResNet-32" in out
    assert "<svg" in (tmp_path / "run" / "plot.svg").read_text()
