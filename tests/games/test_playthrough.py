"""A random game of every game, stored as text: a change of rules or notation shows as a diff.

After a change that is meant, write the stored games anew: `.venv/bin/python tests/games/test_playthrough.py`
"""

from pathlib import Path
from random import Random

import pytest
from support import paths

from fourfold import rules
from fourfold.games.interface.find import find_game, game_names

HERE = Path(__file__).parent
EXAMPLES = paths.GAME_EXAMPLES
SMALL = {"gomoku": "gomoku:size=7", "hex": "hex:size=5,swap=1"}
"""Variants that are stored instead of large boards."""
GAMES = {**{name: SMALL.get(name, name) for name in game_names()}, **{path.stem: str(path) for path in EXAMPLES}}


def playthrough(spec):
    """Return a seeded random game as text: every state, its legal moves and, at the end, the outcome."""
    game, random = find_game(spec), Random(5)
    state, lines, played = game.init_state(), [], []
    while True:
        rows = [(row if isinstance(row, str) else " ".join(row)).rstrip() for row in game.board(state)]
        lines += [f"ply {len(played)}", *rows, game.text(state), repr(tuple(map(plain, state)))]
        moves = game.moves(state)
        if not moves:
            return "\n".join([*lines, f"outcome {game.outcome(state)}", game.join_moves(played)]) + "\n"
        lines.append("moves " + " ".join(f"{game.move_text(state, move)}={move}" for move in moves))
        move = moves[int(random.random() * len(moves))]
        played.append(game.move_text(state, move))
        lines += [f"plays {played[-1]}", ""]
        state = game.apply(state, move)


def plain(value):
    return value if isinstance(value, str) else int(value)


def stored(name):
    return HERE / "playthroughs" / f"{name}.txt"


@pytest.mark.parametrize("name", GAMES)
def test_the_stored_game_is_played_again(name):
    assert playthrough(GAMES[name]) == stored(name).read_text()


@pytest.mark.parametrize("name", game_names())
def test_the_stored_game_is_read_again(name):
    game = find_game(GAMES[name])
    lines = stored(name).read_text().splitlines()
    moves = [line.removeprefix("plays ") for line in lines if line.startswith("plays ")]
    last = game.replay(moves)[-1]
    assert game.outcome(last) != rules.ONGOING
    assert f"outcome {game.outcome(last)}" in lines


if __name__ == "__main__":
    for name, spec in GAMES.items():
        stored(name).write_text(playthrough(spec))
