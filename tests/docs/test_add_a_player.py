"""docs/add-a-player.md is true: its player is the example, and its commands run."""

import re
import shlex
import subprocess
import sys

import pytest
from support import paths
from support.paths import EXAMPLES

PAGE = (paths.DOCS / "add-a-player.md").read_text()
EXAMPLE = EXAMPLES / "my_player.py"


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


COMMANDS = blocks("sh")[0].splitlines()


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "my_player.py").write_text(EXAMPLE.read_text())
    return tmp_path


def test_the_player_of_the_page_is_the_example():
    assert blocks("python")[0] == EXAMPLE.read_text()
    assert len(EXAMPLE.read_text().splitlines()) <= 30


def run(folder, *words):
    done = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_page_run(folder, command):
    told = run(folder, "-m", "fourfold", *shlex.split(command)[1:])
    assert "./my_player.py" in told
    assert "A is stronger." in told or "--games 200" not in command


def test_the_python_of_the_page_runs(folder):
    assert "MatchResult(games=10" in run(folder, "-c", blocks("python")[1])
