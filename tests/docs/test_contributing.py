"""The commit hooks run the tools of the environment."""

import re

from support import paths

ROOT = paths.DOCS.parent


def test_the_hooks_use_tools_of_the_environment_alone():
    """So a commit needs no network, and lints with the same versions as make lint."""
    hooks = (ROOT / ".pre-commit-config.yaml").read_text()
    assert re.findall(r"repo: (\w+)", hooks) == ["local"]
    assert re.findall(r"entry: (\S+)", hooks) == [".venv/bin/ruff", ".venv/bin/ruff", ".venv/bin/mypy", "git"]
    assert set(re.findall(r"language: (\w+)", hooks)) == {"system"}
