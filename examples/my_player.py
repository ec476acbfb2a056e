"""A player for any game that leaves the opponent as few moves as possible."""

import random


class Stifler:
    def __init__(self, game, mistakes):
        self.game, self.mistakes = game, mistakes

    def new_game(self, seed):
        self.random = random.Random(seed)  # all randomness must follow from the seed

    def choose(self, state, history=()):
        moves = self.game.moves(state)
        if self.random.random() < self.mistakes:
            return self.random.choice(moves)
        return min(moves, key=lambda move: (self.freedom(self.game.apply(state, move)), self.random.random()))

    def freedom(self, state):
        """Return how good state is for the opponent, who is to move: the outcome if it is terminal, else the moves."""
        is_over, outcome = self.game.test_terminal(state)
        return outcome * 1000 if is_over else len(self.game.moves(state))


def make_player(game, seed, mistakes: float = 0.0):
    player = Stifler(game, mistakes)
    player.new_game(seed)
    return player
