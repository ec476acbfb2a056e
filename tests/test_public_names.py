"""The public names, and the example of the README."""

import importlib.metadata

import fourfold

TYPES = ["Budget", "Decision", "Game", "Learner", "MatchResult", "Player", "Record", "Run"]
FUNCTIONS = ["game", "load", "match", "player", "train"]


def test_public_names():
    assert fourfold.__all__ == [*TYPES, "__version__", *FUNCTIONS] == dir(fourfold)
    assert all(isinstance(getattr(fourfold, name), type) for name in TYPES)
    assert all(callable(getattr(fourfold, name)) for name in FUNCTIONS)


def test_the_version_is_that_of_the_installed_package(monkeypatch):
    assert fourfold.__version__ == importlib.metadata.version("fourfold")

    def not_installed(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", not_installed)
    assert fourfold.__version__ == "unknown"


def test_a_game_in_the_form_of_the_nhb_paper():
    game = fourfold.game("tic-tac-toe")
    state = game.init_state()
    children = game.expand(state)
    assert [move for move, _ in children] == list(range(9))
    assert all(game.test_terminal(child) == (False, None) for _, child in children)
    assert children[4][1] == game.apply(state, 4)
    for move in (0, 3, 1, 4, 2):
        state = game.apply(state, move)
    assert game.test_terminal(state) == (True, -1)
    assert game.expand(state) == []
    assert game.init_state(-1).player == -1


def test_the_five_lines_of_the_readme():
    game = fourfold.game("connect_four")
    player = fourfold.player("alphabeta:depth=8", game)
    decision = player.choose(game.parse("4444"))
    assert decision.move in range(7)
    result = fourfold.match("alphabeta:depth=2", "random", game, games=10, workers=1)
    assert result.games == 10
    assert result.score > 0.5
