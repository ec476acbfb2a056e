"""What tests of several rooms need."""

import importlib
import io
import os
import signal
import sys

import pytest

# a shell lets what runs in its background ignore Ctrl-C, and so would all that tests start
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def torch():
    """The library torch; without it a test is skipped, unless nothing may be skipped."""
    if os.environ.get("FOURFOLD_SKIP_NOTHING"):
        return importlib.import_module("torch")
    return pytest.importorskip("torch", reason="torch is not installed: make setup-deep")


@pytest.fixture
def run(capsys, monkeypatch):
    """Return a function that runs a command in this process: it returns (exit code, stdout, stderr)."""
    from fourfold.cli.cli import main

    def run_command(*arguments, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = main(list(arguments))
        return code, *capsys.readouterr()

    return run_command
