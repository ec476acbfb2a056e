"""Imports go one way, from room to room; help needs no NumPy, and only bind knows Numba."""

import ast
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import fourfold

PACKAGE = Path(fourfold.__file__).parent
IDEA = ("rules", "evaluation", "bits", "errors", "spec")
ROOMS = (
    "binding", "parallel", "storage", "games", "search", "evaluators", "records", "data", "solve", "players", "engines",
    "matches", "learn", "experiments", "bench", "web", "cli",
)  # fmt: skip
"""A room imports from those before it, and from the idea."""
DATA_ROOMS = ("trained",)
OUTSIDE = ("__init__", "__main__")
"""What stands above all rooms: the public names, and `python -m fourfold`."""
APART = {"search": {"games"}}
"""Rooms that know nothing of each other although the order would allow it: any search runs on any game."""
LEVEL = {name: number for number, name in enumerate(ROOMS, 1)} | dict.fromkeys(IDEA, 0) | dict.fromkeys(OUTSIDE, 99)
FILES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py") if "trained" not in path.parts)
MODULES = {".".join(path.with_suffix("").parts): path for path in FILES}


def room_of(module: str) -> str:
    return module.partition(".")[0]


@cache
def imports(module: str) -> frozenset[str]:
    """Return the modules of the package that a module imports: when it is loaded, when it runs, or for its types."""
    package = ["fourfold", *module.split(".")[:-1]]
    found = set()
    for node in ast.walk(ast.parse((PACKAGE / MODULES[module]).read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) + 1 - node.level] + (node.module or "").split(".") * bool(node.module)
            found |= {".".join(filter(None, [*base[1:], alias.name])) for alias in node.names}
    known = {name if name in MODULES else f"{name}.__init__" if f"{name}.__init__" in MODULES else
             name.rpartition(".")[0] for name in found}  # fmt: skip
    return frozenset(f"{name}.__init__" if f"{name}.__init__" in MODULES else name for name in known if name) - {module}


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_imports_go_one_way(module):
    own = room_of(module)
    for other in imports(module):
        part = room_of(other)
        assert part == own or LEVEL[part] < LEVEL[own] or (LEVEL[part] == LEVEL[own] == 0), f"{module} imports {other}"
        assert part not in APART.get(own, ()), f"{module} must not import {other}: {own} and {part} stand apart"


def test_no_module_imports_itself_by_way_of_others():
    tuple(TopologicalSorter({module: imports(module) for module in MODULES}).static_order())


def test_the_top_of_the_package_is_the_idea_and_the_rooms():
    files = {path.name for path in PACKAGE.iterdir() if path.is_file()}
    assert files == {f"{name}.py" for name in (*IDEA, *OUTSIDE)} | {"py.typed"}
    rooms = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms == {*ROOMS, *DATA_ROOMS}
    assert len(files) <= 8
    assert len(rooms) <= 18


@pytest.mark.parametrize("room", [*ROOMS, *DATA_ROOMS])
def test_every_room_says_what_lives_there(room):
    text = ast.get_docstring(ast.parse((PACKAGE / room / "__init__.py").read_text()))
    assert text
    assert "May import" in text


def test_only_the_compiler_imports_numba():
    users = [str(path) for path in FILES if "import numba" in (PACKAGE / path).read_text()]
    assert users == ["binding/compiler.py"]


@pytest.mark.parametrize("code", ["import fourfold", "import fourfold; fourfold.game('othello').init_state()"])
def test_numba_is_not_imported_before_something_is_compiled(code):
    subprocess.run([sys.executable, "-c", f"{code}; import sys; assert 'numba' not in sys.modules"], check=True)
