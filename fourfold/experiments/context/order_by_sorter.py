"""The sorter as a move ordering for alpha-beta with all leaves worth the same."""

from ...evaluators.connect_four.column_net import FUSED_MULTIPLY_ADD, INFORMED, NO_ALLOCATION, PREFERS, prefer
from ...evaluators.zero import evaluate

__all__ = ["FUSED_MULTIPLY_ADD", "INFORMED", "NO_ALLOCATION", "PREFERS", "evaluate", "prefer"]
