import shlex
import sys

import pytest


@pytest.fixture
def our_engine():
    """Return a function that gives the command of our own engine with a player."""

    def command(player, game="draughts", protocol="hub"):
        words = [sys.executable, "-m", "fourfold", "engine", game, "--player", player, "--protocol", protocol]
        return shlex.join(words)

    return command


@pytest.fixture
def script(tmp_path):
    """Return a function that gives the command of a program whose Python code is given."""

    def command(code):
        path = tmp_path / "program.py"
        path.write_text(code)
        return shlex.join([sys.executable, str(path)])

    return command


@pytest.fixture
def patience():
    """Return a function that gives the seconds to wait for an engine of which such a message is expected.

    Few for one that is to be given up; for all others as many as a busy machine may need to start a program.
    """

    def seconds(message):
        return 3.0 if message.startswith("did not answer") else 30.0

    return seconds
