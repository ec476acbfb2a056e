"""docs/add-a-learner.md is true: its listing is the example, its tables name the whole contract, its commands run."""

import re
import shlex
import shutil
import subprocess
import sys

import pytest
from support.paths import DOCS, EXAMPLES

from fourfold.learn.learner import Learner

PAGE = (DOCS / "add-a-learner.md").read_text()
SOURCE = (EXAMPLES / "my_learner.py").read_text()
INNER = {
    "fit", "fits", "steps", "bind", "weights_", "metrics_name", "metrics_json", "read_metrics", "checkpoint_number",
    "curve_", "old_curve", "measurements",
}  # fmt: skip
"""What a learner has and need not define."""


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_listing_is_the_example_of_at_most_60_lines():
    assert SOURCE in blocks("python")
    assert len(SOURCE.splitlines()) <= 60


def test_the_tables_name_the_whole_contract():
    table = PAGE.partition("## What a learner defines")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`(\w+)", row)}
    public = {name for name in vars(Learner) if not name.startswith("_")}
    assert named == public - INNER
    abstract = table.partition("Everything else has a default")[0]
    assert set(re.findall(r"^\| `(\w+)", abstract, re.MULTILINE)) == Learner.__abstractmethods__


@pytest.mark.parametrize("number", range(4))
def test_the_commands_of_the_page_run(tmp_path, number):
    shutil.copy(EXAMPLES / "my_learner.py", tmp_path)
    commands = [shlex.split(line, comments=True) for line in blocks("sh")[0].splitlines()]
    assert [words[1] for words in commands] == ["train", "train", "runs", "match", "serve"]
    first = [word.replace("20000", "200") for word in commands[0]]
    few = ["--games", "4", "--workers", "1"] if number == 3 else []
    for words in dict.fromkeys([tuple(first), (*(first if number == 0 else commands[number]), *few)]):
        command = [sys.executable, "-m", "fourfold", *words[1:]]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
