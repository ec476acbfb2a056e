"""Games of Othello that tests make themselves, by an expert of simple habits."""

import numpy as np

from fourfold.data.othello import expert_moves, splits
from fourfold.games import othello
from fourfold.records import wthor

LIKED = np.random.default_rng(5).permutation(64)
"""How much the expert likes a square: one can learn that."""


def make_game(seed, random_moves=0.3):
    """Return the moves of a game as WThor has them, in which some are random."""
    rng, state = np.random.default_rng(seed), othello.init_state()
    played = np.zeros(60, np.uint8)
    for number in range(60):
        targets = int(othello.legal(state.own, state.opponent))
        if not targets:
            state = othello.apply(state, othello.PASS)
            targets = int(othello.legal(state.own, state.opponent))
        if not targets:
            break
        squares = [square for square in range(64) if targets >> square & 1]
        liked = rng.choice(squares) if rng.random() < random_moves else max(squares, key=lambda square: LIKED[square])
        played[number] = 10 * (liked // 8 + 1) + liked % 8 + 1
        state = othello.apply(state, int(liked))
    return played


def write_games(folder, count=40, seed=0):
    """Write a .wtb file of so many games into a folder, which is returned."""
    games = np.zeros(count, wthor.GAME)
    for number in range(count):
        games[number]["moves"] = make_game([seed, number])
    folder.mkdir(parents=True, exist_ok=True)
    wthor.write(folder / "WTH_2001.wtb", wthor.Base(2001, games))
    return folder


def make_split(folder, count=40, set_name="unique-s"):
    return splits.paper_split(expert_moves.read_folder(write_games(folder, count)).moves, set_name)
