"""TD(0): a weight for every variable of a state, learned from self-play."""

import numpy as np

from fourfold.evaluators import slfn
from fourfold.learn.learner import Learner, Model, Step, setting
from fourfold.rules import MAX_MOVES, ONGOING, apply, expand, init_state, test_terminal, variables

GAMES = 200
"""Games per step."""


def play(weights, rate, epsilon, rng):
    """Play a game and update weights at every move; return the mean squared error. Compiled with the game's rules."""
    moves, seen, total, plies = np.empty(MAX_MOVES, np.int64), np.empty(weights.size), 0.0, 0
    state = init_state(1)
    while test_terminal(state) == ONGOING:
        n, best, highest = expand(state, moves), 0, -2.0
        for i in range(n):
            child = apply(state, moves[i])
            variables(child, seen)
            outcome = test_terminal(child)
            value = -np.tanh((weights * seen).sum()) if outcome == ONGOING else -np.float64(outcome)
            if value > highest:
                best, highest = i, value
        variables(state, seen)
        value = np.tanh((weights * seen).sum())
        weights += rate * (highest - value) * (1.0 - value * value) * seen
        total, plies = total + (highest - value) ** 2, plies + 1
        state = apply(state, moves[np.int64(rng.random() * n) if rng.random() < epsilon else best])
    return total / plies


class Settings:
    games: int = setting(20_000, "How many games to play.", metavar="N", least=1)
    rate: float = setting(0.002, "Learning rate.", metavar="X")
    epsilon: float = setting(0.1, "Probability of a random move.", metavar="X")


class TdLearner(Learner):
    Settings, unit, labels = Settings, "games", ("games", "mean squared TD error")

    def start(self):
        self.weights, self.kernels = np.zeros(self.game.variables), self.bind()

    def step(self):
        rng = np.random.default_rng([self.seed, len(self.metrics_)])
        chosen = self.settings.rate, self.settings.epsilon, rng
        errors = [self.kernels.play(self.weights, *chosen) for _ in range(GAMES)]
        return Step(GAMES * (len(self.metrics_) + 1), float(np.mean(errors)))

    def state(self):
        return {"weights": self.weights}

    def restore(self, arrays, notes):
        self.weights = arrays["weights"]

    def model(self):  # logistic(2x) - logistic(-2x) is tanh(x): a net of two hidden units
        inputs, biases = np.outer(self.weights, [2, -2]).astype(np.float32), np.zeros(2, np.float32)
        return Model(self.game.name, "slfn", {}, slfn.Weights(inputs, biases, np.float32([1, -1])))
