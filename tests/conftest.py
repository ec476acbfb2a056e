"""What tests need that is not always there."""

import importlib
import os
import signal

import pytest

# a shell lets what runs in its background ignore Ctrl-C, and so would all that tests start
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def torch():
    """The library torch; without it a test is skipped, unless nothing may be skipped."""
    if os.environ.get("FOURFOLD_SKIP_NOTHING"):
        return importlib.import_module("torch")
    return pytest.importorskip("torch", reason="torch is not installed: make setup-deep")
