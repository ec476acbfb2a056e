"""Records of games for learners of moves."""

import numpy as np

from fourfold.games.interface.find import find_game
from fourfold.records import record
from fourfold.records.record import Record


def random_record(name, seed, opening_plies=0, first="a", second="b"):
    """Return the record of a random game, whose first moves are those of an opening."""
    game, rng = find_game(name), np.random.default_rng(seed)
    state, texts, states = game.init_state(), [], []
    while moves := game.moves(state):
        move = int(moves[rng.integers(len(moves))])
        texts.append(game.move_text(state, move))
        states.append(state)
        state = game.apply(state, move)
    outcome = game.sides([*states, state])[-1] * game.outcome(state)
    opening = game.text(states[opening_plies]) if opening_plies and game.has_notation else ""
    opening = opening or " ".join(texts[:opening_plies])
    return Record(
        game.spec, first, second, opening, texts[:opening_plies], texts[opening_plies:], outcome, "rules", [0, 1]
    )


def write_games(path, name, count, **options):
    """Write the records of random games; return the path."""
    record.write(path, [random_record(name, seed, **options) for seed in range(count)])
    return path
