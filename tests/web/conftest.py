import pytest
from support.paths import DOTS_AND_BOXES, PAWNS
from support.web_server import running_server

from fourfold.games.interface.find import find_game


@pytest.fixture(scope="session")
def api(tmp_path_factory):
    """A server without runs, with games of files beside those that come along."""
    own = [find_game(PAWNS), find_game(DOTS_AND_BOXES)]
    with running_server(tmp_path_factory.mktemp("web") / "runs", games=own) as api:
        yield api
