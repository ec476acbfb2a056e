"""Connect Four positions that a net can learn in seconds."""

import numpy as np

from fourfold.data.connect_four.labelled_positions import Positions, best_columns
from fourfold.games import connect_four
from fourfold.games.interface.find import find_game
from fourfold.learn.ranking_accuracy import measure
from fourfold.players.policy import Policy

GAME = find_game("connect_four")


def blocks(count, seed=0):
    """Return positions in which one column alone stops three stones upon one another: that can be learned."""
    rng, own, stones, scores = np.random.default_rng(seed), [], [], []
    while len(own) < count:
        column = int(rng.integers(7))
        others = rng.choice([c for c in range(7) if c != column], 3, replace=False)
        line = "".join(f"{column + 1}{other + 1}" for other in others)[:5]
        state = connect_four.parse(line)
        own.append(state.own)
        stones.append(state.stones)
        scores.append([5.0 if c == column else -5.0 for c in range(7)])
    return Positions(np.array(own, np.uint64), np.array(stones, np.uint64), np.array(scores, np.float32))


def accuracy(out, data):
    found = Policy(str(out), GAME).rank(data.states).table(7)
    return measure(found, data.scores, best_columns(data.scores)).any_best
