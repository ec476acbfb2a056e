"""Imports go one way, help needs no NumPy, and only bind knows Numba."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import fourfold

PACKAGE = Path(fourfold.__file__).parent
LEVELS = [
    {
        "errors",
        "files",
        "json_lines",
        "locks",
        "stops",
        "teams",
        "cluster",
        "command",
        "parallel",
        "rules",
        "evaluation",
        "bits",
        "keys",
        "symmetry",
    },
    {"games", "search", "nets"},
    {"bind", "picture", "drawing", "rulebook", "registry", "models", "league", "intervals"},
    {
        "players",
        "greedy_player",
        "hybrid_player",
        "mcts_player",
        "checkpoints",
        "manifest",
        "damage",
        "runs",
        "engines",
        "data",
        "deep",
        "records",
        "openings",
        "conformance",
        "policies",
        "accuracy",
        "solve",
        "logbook",
        "session",
        "words",
    },
    {"specs", "matches", "learn", "training", "curves", "course"},
    {"ratings", "bench", "experiments"},
    {"web"},
    {"app", "__main__", "__init__"},
]
LEVEL = {name: number for number, names in enumerate(LEVELS) for name in names}
FILES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def imported_parts(path: Path) -> set[str]:
    """Return the parts of the package that a file imports when it is loaded or when it runs, types aside."""
    tree = ast.parse((PACKAGE / path).read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = ["fourfold", *path.parts[:-1]][: len(path.parts) + 1 - node.level]
            module = [*base, *(node.module or "").split(".")] if node.module else base
            found |= {module[1]} if len(module) > 1 else {alias.name for alias in node.names}
    return found


@pytest.mark.parametrize("path", FILES, ids=str)
def test_imports_go_one_way(path):
    own = path.parts[0].removesuffix(".py")
    for part in imported_parts(path) - {own}:
        assert LEVEL[part] <= LEVEL[own], f"{path} must not import {part}"
        if own in LEVELS[1]:
            may = LEVEL[part] == 0 or (own, part) == ("nets", "games")
            assert may, f"{path} must not import {part}: games and searches stand apart; a net may be for one game"


def test_every_part_has_a_level():
    assert {path.parts[0].removesuffix(".py") for path in FILES} == set(LEVEL)


def test_only_bind_imports_numba():
    users = [str(path) for path in FILES if "import numba" in (PACKAGE / path).read_text()]
    assert users == ["bind.py"]


@pytest.mark.parametrize("code", ["import fourfold", "import fourfold.registry; fourfold.game('othello').init_state()"])
def test_numba_is_not_imported_before_something_is_compiled(code):
    subprocess.run([sys.executable, "-c", f"{code}; import sys; assert 'numba' not in sys.modules"], check=True)
