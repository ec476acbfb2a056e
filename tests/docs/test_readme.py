"""The README is true: its game passes the checks and plays, its figures are measured."""

import itertools
import re
import subprocess
import sys

import pytest
from support import paths

import fourfold
from fourfold.evaluators.find import find_evaluator
from fourfold.players.alphabeta import AlphaBetaPlayer
from fourfold.players.base import Budget

ROOT = paths.DOCS.parent
PAGE = (ROOT / "README.md").read_text()
GAME = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[0]


@pytest.fixture
def my_game(tmp_path):
    path = tmp_path / "my_game.py"
    path.write_text(GAME)
    return path


def test_the_game_is_in_the_first_screen_and_small():
    assert PAGE.index("<img") < PAGE.index("```python") < 1200
    assert len([line for line in GAME.splitlines() if line.strip()]) <= 32


def test_the_game_passes_fourfold_check(my_game):
    words = [sys.executable, "-m", "fourfold", "check", "./my_game.py"]
    done = subprocess.run(words, cwd=my_game.parent, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "compiled         the same as plain" in done.stdout


def test_the_game_is_played_and_won(my_game):
    game = fourfold.game(str(my_game))
    player = AlphaBetaPlayer(game, find_evaluator("zero", game), Budget(depth=2), jit=False)
    three_in_a_row = "0 6 1 7 2 8"
    decision = player.choose(game.parse(three_in_a_row))
    assert decision.move == 3
    assert game.test_terminal(game.apply(game.parse(three_in_a_row), 3)) == (True, -1)
    assert game.module.board(game.parse(three_in_a_row))[:2] == ["xxx..", "ooo.."]


@pytest.mark.parametrize("step", [1, 5, 6, 7])
def test_the_game_is_won_in_every_direction(my_game, step):
    """Lines may not wrap round the edge: the sixth bit of each row stays empty."""
    rules = fourfold.game(str(my_game)).module
    lines = 0
    for first in rules.CELLS:
        cells = [first + step * i for i in range(4)]
        columns, rows = [cell % 6 for cell in cells], [cell // 6 for cell in cells]
        straight = all(abs(b - a) <= 1 for a, b in itertools.pairwise(columns))
        inside = straight and max(columns) < 5 and max(rows) < 5
        lines += inside
        state = rules.State(0, sum(1 << cell for cell in cells if cell in rules.CELLS), 1)
        assert (rules.test_terminal(state) == -1) == inside
    assert lines == (4 if step in (5, 7) else 10)


def test_the_figures_are_those_of_the_benchmarks():
    benchmarks = (paths.DOCS / "benchmarks.md").read_text()
    rows = re.findall(r"^\| (.*?) \| ([\d.,]+ ?[kM]?) \| ([\d.,]+ ?[kM]?) \| (\d+)x", PAGE, re.MULTILINE)
    assert len(rows) == 5
    for name, ours, peer, ratio in rows:
        row = re.search(rf"\| {re.escape(ours)} \| {re.escape(peer)} \| ([\d.]+)x \|", benchmarks)
        assert row, name
        assert round(float(row[1])) == int(ratio)
