"""The sorter as an order of moves for alpha-beta, to which all states are worth the same."""

from ...evaluators.connect_four.column_net import FUSED_MULTIPLY_ADD, INFORMED, NO_ALLOCATION, PREFERS, prefer
from ...evaluators.zero import evaluate

__all__ = ["FUSED_MULTIPLY_ADD", "INFORMED", "NO_ALLOCATION", "PREFERS", "evaluate", "prefer"]
