"""What tests of several rooms need."""

import importlib
import io
import os
import signal
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

# a shell lets what runs in its background ignore Ctrl-C, and so would all that tests start
signal.signal(signal.SIGINT, signal.default_int_handler)


LONG = (
    "bench", "binding/test_bind.py", "cli/test_interrupts.py", "cli/test_othello_commands.py",
    "cli/test_play_terminal.py", "cli/test_reproduce.py", "cli/test_runs.py", "cli/test_train.py", "docs",
    "engines/gtp/test_client.py", "engines/gtp/test_server.py", "engines/hub/test_client.py",
    "engines/nboard/test_client.py", "engines/test_failing_engines.py", "evaluators/test_evaluator_file.py",
    "evaluators/torch_othello", "experiments", "learn/context", "learn/evolve", "learn/network", "learn/nhb",
    "learn/outcome", "learn/policy", "learn/test_kills.py", "learn/test_runs_of_0_1_0.py",
    "parallel/test_dask_workers.py", "records/test_wthor.py", "search/test_backward.py",
    "search/test_example_table.py", "web",
)  # fmt: skip
"""Files and folders of tests that start processes, learn or drive a browser: more than a few seconds each."""


def pytest_collection_modifyitems(items):
    for item in items:
        if any(item.path.is_relative_to(TESTS / path) for path in LONG):
            item.add_marker("long")


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
