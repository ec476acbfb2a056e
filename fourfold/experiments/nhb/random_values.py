"""The NHB paper's first matches, read literally: between players with a random value for every state."""

from typing import Any

import numpy as np

from ...evaluators import random
from ...learn.games_between_nets import Plan, Simulated, Simulator
from ...learn.nhb.one_net import OneNet


class FromRandomValues(OneNet):
    """A net whose first matches are between random values of states, instead of random nets.

    Everything after them is the same: the NHB paper says that later opponents are randomly initialised nets.
    """

    def _random_net(self, rng: np.random.Generator) -> Any:
        return super()._random_net(rng) if self.elm_ else random.random_weights(self.game.variables, rng)

    def _play(self, plans: list[Plan]) -> list[Simulated]:
        if self.elm_:
            return super()._play(plans)
        return Simulator(self.game, self.settings.max_plies, self.workers, evaluator=random).play(plans)
