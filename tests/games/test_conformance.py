"""Every game that comes with Fourfold, and every example, passes every check that a stranger's game must pass."""

from pathlib import Path

import pytest
from support import paths

from fourfold.games.conformance import check
from fourfold.games.interface.find import find_game, game_names

EXAMPLES = paths.GAME_EXAMPLES
GAMES = [*game_names(), *map(str, EXAMPLES)]
COMPILED = {"breakthrough", "connect_four", "draughts", "othello", "tic_tac_toe"}
EXTRAS = {
    "connect_four": {"count_moves", "variables", "SYMMETRIES", "board", "parse", "parse_move", "join_moves"},
    "draughts": {
        "count_moves",
        "is_quiet",
        "position",
        "reversible_plies",
        "variables",
        "board",
        "parse",
        "parse_move",
    },
    "othello": {"count_moves", "variables", "SYMMETRIES", "board", "parse", "parse_move", "join_moves"},
    "tic_tac_toe": {"variables", "SYMMETRIES", "board"},
}


def assert_conforms(spec, games):
    game = find_game(spec)
    report = check(game, games=games, seed=2)
    assert report.ok, f"{spec}\n{report}"
    messages = {name: message for name, _, message in report}
    assert (messages["compiled"] == "the same as plain") == (game.name in COMPILED)
    assert EXTRAS.get(game.name, set()) <= set(messages)


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: Path(spec).stem)
def test_game_conforms(spec):
    assert_conforms(spec, games=6)


@pytest.mark.slow
@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: Path(spec).stem)
def test_game_conforms_in_many_games(spec):
    assert_conforms(spec, games=100)
