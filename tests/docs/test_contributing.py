"""What contributors are told is true: commands exist, and commit hooks run the tools of the environment."""

import re

from support import paths

ROOT = paths.DOCS.parent


def test_the_hooks_use_tools_of_the_environment_alone():
    """So a commit needs no network, and lints with the same versions as make lint."""
    hooks = (ROOT / ".pre-commit-config.yaml").read_text()
    assert re.findall(r"repo: (\w+)", hooks) == ["local"]
    assert re.findall(r"entry: (\S+)", hooks) == [".venv/bin/ruff", ".venv/bin/ruff", ".venv/bin/mypy", "git"]
    assert set(re.findall(r"language: (\w+)", hooks)) == {"system"}


def test_every_target_that_is_named_exists():
    named = set(re.findall(r"`make ([\w-]+)`", (ROOT / "CONTRIBUTING.md").read_text()))
    assert {"test", "test-quick", "coverage"} <= named
    assert named <= set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def test_files_of_long_tests_exist():
    conftest = (ROOT / "tests" / "conftest.py").read_text()
    paths = re.findall(r'"([\w./]+)"', conftest[conftest.index("LONG = (") : conftest.index(")  # fmt: skip")])
    assert len(paths) > 20
    assert all((ROOT / "tests" / path).exists() for path in paths)
