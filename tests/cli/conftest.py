import io
import sys
import warnings

import pytest

from fourfold.cli.cli import main


@pytest.fixture
def run(capsys, monkeypatch):
    """Return a function that runs a command in this process: it returns (exit code, stdout, stderr)."""

    def run_command(*arguments, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = main(list(arguments))
        return code, *capsys.readouterr()

    return run_command


@pytest.fixture(autouse=True)
def restored_warnings(monkeypatch):
    """Undo what main does to the display of warnings."""
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
