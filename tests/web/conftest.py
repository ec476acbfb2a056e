import pytest
from support.web_server import running_server

from fourfold.games.interface.find import find_game


@pytest.fixture(scope="session")
def api(tmp_path_factory):
    """A server without runs, with a game of a file beside those that come along."""
    own = find_game("examples/breakthrough.py")
    with running_server(tmp_path_factory.mktemp("web") / "runs", games=[own]) as api:
        yield api
