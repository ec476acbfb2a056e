"""Networks as a policy: the probability of each legal move."""

import numpy as np

from ..errors import InputError
from ..evaluators import weights_file
from ..evaluators.torch_othello.encodings import SQUARES, legal_squares
from ..evaluators.torch_othello.predictor import Predictor, members_of
from ..games.interface.game import Game

TINY = np.float32(1e-30)
"""The smallest probability of a legal move, so that they can always be normalised."""


class NetworkPolicy:
    """The networks of a model, which rank the moves of many positions at once."""

    def __init__(self, name: str, game: Game):
        model = weights_file.load(name)
        if model.game != game.name:
            raise InputError(f"{name} is a policy for {model.game}, not for {game.name}")
        self.name, self.game, self.notes = name, game, model.notes
        self.predictor = Predictor(members_of(model, name))

    def preferences(self, own: np.ndarray, opponent: np.ndarray) -> np.ndarray:
        """Return the probability of every square, [position, square]: 0 for illegal moves, 1 in total.

        It is 0 everywhere if the side to move must pass.
        """
        shares: np.ndarray = np.zeros((len(own), 64), np.float32)
        shares[:, SQUARES] = self.predictor.outputs(own, opponent)
        is_legal = legal_squares(own, opponent)
        shares = np.where(is_legal, np.maximum(shares, TINY), np.float32(0.0))
        shares /= np.maximum(shares.sum(axis=1, keepdims=True), TINY)
        return shares
