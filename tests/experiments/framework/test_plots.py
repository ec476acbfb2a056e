"""Plots: the same rows give the same bytes, so that a checksum of them means something."""

import subprocess
import sys

import pytest

from fourfold.experiments.framework import plots

PROGRAM = """
import sys
from fourfold.experiments.framework import plots

def draw(figure):
    axes = figure.subplots()
    axes.plot([0, 1, 2], [0.5, 0.75, 0.625], marker="o", label="ours")
    axes.fill_between([0, 1, 2], [0.25, 0.5, 0.5], [0.75, 1.0, 0.75], alpha=0.13)
    plots.name_axes(axes, "matches")
"""


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_two_processes_draw_the_same_bytes(suffix):
    program = f"{PROGRAM}\nsys.stdout.buffer.write(plots.render(draw, {suffix!r}))"
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, timeout=60).stdout
    names: dict = {}
    exec(PROGRAM, names)
    assert plots.render(names["draw"], suffix) == other
