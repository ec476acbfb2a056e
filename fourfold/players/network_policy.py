"""Networks as a policy: the probability of each legal move."""

import numpy as np

from ..binding.state_columns import Columns
from ..errors import InputError
from ..evaluators import weights_file
from ..evaluators.move_ranking import Ranking
from ..evaluators.torch_othello.encodings import SQUARES, legal_squares
from ..evaluators.torch_othello.predictor import Predictor, members_of
from ..games.interface.game import Game
from ..games.othello import PASS

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

    def rank(self, states: Columns) -> Ranking:
        """Return the probability of every move; a pass is certain."""
        return rank_moves(self.predictor, states)


def rank_moves(predictor: Predictor, states: Columns) -> Ranking:
    """Return the probability of every move by networks; a pass is certain."""
    own, opponent = states[:2]
    shares: np.ndarray = np.zeros((len(own), PASS + 1), np.float32)
    shares[:, SQUARES] = predictor.outputs(states)
    is_legal = np.zeros(shares.shape, bool)
    is_legal[:, :PASS] = legal_squares(own, opponent)
    is_legal[:, PASS] = ~is_legal.any(axis=1)
    shares = np.where(is_legal, np.maximum(shares, TINY), np.float32(0.0))
    shares /= shares.sum(axis=1, keepdims=True)
    starts = np.concatenate([[0], np.cumsum(is_legal.sum(axis=1))])
    return Ranking(starts, np.nonzero(is_legal)[1], shares[is_legal])
