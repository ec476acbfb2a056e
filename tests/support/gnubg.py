"""Whether GNU Backgammon is there: tests that ask it are skipped where it is not."""

import pytest

from fourfold.engines.gnubg.client import find_program
from fourfold.errors import InputError


def is_installed():
    try:
        return bool(find_program())
    except InputError:
        return False


needs_gnubg = pytest.mark.skipif(not is_installed(), reason="GNU Backgammon (gnubg) is not installed")
