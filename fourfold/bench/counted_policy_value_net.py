"""The net of `train alphazero`, and a count of how often games against itself ask it."""

from typing import NamedTuple

import numpy as np

from ..evaluators import policy_value_net
from ..evaluators.policy_value_net import evaluate as evaluate_uncounted
from ..evaluators.policy_value_net import judge as judge_uncounted

NO_ALLOCATION = True
FUSED_MULTIPLY_ADD = policy_value_net.FUSED_MULTIPLY_ADD


class Counted(NamedTuple):
    net: policy_value_net.Ranker
    asked: np.ndarray
    """[1]"""


def make_counted(weights):
    return Counted(policy_value_net.make_ranker(weights), np.zeros(1, np.int64))


def evaluate(counted, state):
    counted.asked[0] += 1
    return evaluate_uncounted(counted.net, state)


def judge(counted, state, moves, n, logits):
    counted.asked[0] += 1
    return judge_uncounted(counted.net, state, moves, n, logits)
