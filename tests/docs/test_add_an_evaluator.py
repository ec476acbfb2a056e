"""docs/add-an-evaluator.md is true: its evaluator is the example, its commands run, its table names what there is."""

import re
import subprocess
import sys

import pytest
from support import paths

import fourfold
from fourfold import evaluation
from fourfold.games.interface.find import find_game
from fourfold.matches.match import match

PAGE = (paths.DOCS / "add-an-evaluator.md").read_text()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_evaluator_of_the_page_is_the_example():
    (source,) = blocks("python")
    assert source == (paths.EXAMPLES / "my_eval.py").read_text()
    assert len(source.splitlines()) <= 30


@pytest.mark.parametrize("name", ["analyse", pytest.param("match", marks=pytest.mark.slow)])
def test_the_commands_of_the_page_run(name):
    commands = {line.split()[1]: line.split() for block in blocks("sh") for line in block.splitlines()}
    assert set(commands) == {"analyse", "match", "play"}  # play waits for a person
    words = [sys.executable, "-m", "fourfold", *commands[name][1:]]
    done = subprocess.run(words, cwd=paths.EXAMPLES, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    if name == "match":
        assert "score 98.5% (95 % interval: 95.7% to 99.5%)" in done.stdout


def test_the_example_beats_no_knowledge_at_equal_nodes():
    spec = f"alphabeta:nodes=100,eval={paths.EXAMPLES / 'my_eval.py'}"
    found = match(spec, "alphabeta:nodes=100,eval=zero", find_game("othello"), games=20, workers=1)
    assert found.low > 0.5


def test_the_player_of_the_page():
    (spec, game) = re.search(r'`fourfold\.player\("(.*?)", "(.*?)"\)`', PAGE).groups()
    player = fourfold.player(spec.replace("./", f"{paths.EXAMPLES}/"), game)
    assert player.choose(fourfold.game(game).init_state()).nodes >= 500


def test_the_table_names_flags_and_functions_of_the_contract():
    table = PAGE.partition("## What else")[2]
    named = set(re.findall(r"`([A-Za-z_]+)(?:\([^`]*\))?`", " ".join(row.split("|")[1] for row in rows(table))))
    assert named <= set(vars(evaluation))
    of_models_and_rankers = {"LEARNS", "COMPILED"}
    assert {name for name in vars(evaluation) if name.isupper()} - of_models_and_rankers <= named


def rows(table):
    return [line for line in table.splitlines() if line.startswith("| `")]
