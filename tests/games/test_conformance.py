"""Every game that comes with Fourfold, and every example, passes every check that a stranger's game must pass."""

from pathlib import Path

import pytest
from support import paths

from fourfold.games.conformance import check
from fourfold.games.interface.find import find_game, game_names
from fourfold.spec import name_of

EXAMPLES = paths.GAME_EXAMPLES
VARIANTS = [
    "hex:size=3,swap=1",
    "gomoku:size=6",
    "breakthrough:size=5",
    f"{paths.EXAMPLES / 'dots_and_boxes.py'}:size=2",
]
GAMES = [*game_names(), *map(str, EXAMPLES), *VARIANTS]
COMPILED = {*game_names(), "dots_and_boxes", "pig"}
PLACED = {"count_moves", "pick_move", "variables", "SYMMETRIES", "PLACES", "board", "parse", "parse_move"}
EXTRAS = {
    "breakthrough": PLACED | {"fixed_variables"},
    "gomoku": PLACED | {"changes", "moves_played", "OPTIONS"},
    "hex": PLACED | {"fixed_variables", "moves_played", "OPTIONS"},
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
    "othello": {"count_moves", "variables", "SYMMETRIES", "board", "parse", "parse_move", "join_moves", "points"},
    "backgammon": {"moves_again", "chance", "points", "board", "parse", "parse_move", "join_moves", "split_moves"},
    "kalah": {"moves_again", "points", "OPTIONS", "board", "parse", "parse_move"},
    "tic_tac_toe": {"variables", "SYMMETRIES", "board"},
}


def assert_conforms(spec, games):
    game = find_game(spec)
    report = check(game, games=games, seed=2)
    assert report.ok, f"{spec}\n{report}"
    messages = {name: message for name, _, message in report}
    assert (messages["compiled"] == "the same as plain") == (name_of(game.name) in COMPILED)
    assert EXTRAS.get(name_of(game.name), set()) <= set(messages)


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: Path(spec).stem)
def test_game_conforms(spec):
    assert_conforms(spec, games=6)


@pytest.mark.slow
@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: Path(spec).stem)
def test_game_conforms_in_many_games(spec):
    assert_conforms(spec, games=100)
