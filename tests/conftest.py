"""What tests need that is not always there."""

import importlib
import os

import pytest


@pytest.fixture
def torch():
    """The library torch; without it a test is skipped, unless nothing may be skipped."""
    if os.environ.get("FOURFOLD_SKIP_NOTHING"):
        return importlib.import_module("torch")
    return pytest.importorskip("torch", reason="torch is not installed: make setup-deep")
