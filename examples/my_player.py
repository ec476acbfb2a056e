"""A player of any game that leaves the opponent as few moves as it can."""

import random


class Stifler:
    def __init__(self, game, mistakes):
        self.game, self.mistakes = game, mistakes

    def new_game(self, seed):
        self.random = random.Random(seed)  # whatever is random must follow from the seed of the game

    def choose(self, state, history=()):
        moves = self.game.moves(state)
        if self.random.random() < self.mistakes:
            return self.random.choice(moves)
        return min(moves, key=lambda move: (self.freedom(self.game.apply(state, move)), self.random.random()))

    def freedom(self, state):
        """Return how well off the opponent, now to move, is: by the outcome once the game is over, else by moves."""
        is_over, outcome = self.game.test_terminal(state)
        return outcome * 1000 if is_over else len(self.game.moves(state))


def make_player(game, seed, mistakes: float = 0.0):
    player = Stifler(game, mistakes)
    player.new_game(seed)
    return player
