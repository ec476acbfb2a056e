import warnings

import pytest


@pytest.fixture(autouse=True)
def restored_warnings(monkeypatch):
    """Undo what main does to the display of warnings."""
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
