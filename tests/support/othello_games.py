"""Random games of Othello, as WThor files have them."""

from functools import cache

import numpy as np

from fourfold.games import othello
from fourfold.games.interface.find import find_game
from fourfold.records import wthor


@cache
def random_game(seed):
    """Return the moves of a random game, and how many discs Black has in the end."""
    game, rng = find_game("othello"), np.random.default_rng(seed)
    state, moves = game.init_state(), np.zeros(60, np.uint8)
    played = 0
    while game.moves(state):
        move = int(rng.choice(game.moves(state)))
        if move != othello.PASS:
            moves[played] = 10 * (move // 8 + 1) + move % 8 + 1
            played += 1
        state = game.apply(state, move)
    difference = state.player * othello.difference(state)
    return moves, (64 + difference + int(np.sign(difference)) * (64 - 4 - played)) // 2


def make_base(seeds, year=2001):
    games = np.zeros(len(seeds), wthor.GAME)
    for number, seed in enumerate(seeds):
        games[number]["moves"], games[number]["score"] = random_game(seed)
        games[number]["black"], games[number]["white"] = 0, 1
    return wthor.Base(year, games)
