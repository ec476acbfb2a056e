"""Whether a Connect Four position can be reached by play: many that look legal cannot."""

from typing import Any

ROWS, COLUMNS = 6, 7


def is_reachable(state: Any) -> bool:
    """Return whether there is an order in which the stones can have been dropped in turn.

    Stones are taken away from the top again, those of the side that moved last first; a set of heights from which no
    way led down is not tried again. In a position without four in a line there was none before.
    """
    own, stones = int(state.own), int(state.stones)
    heights = tuple((stones >> 7 * column & 0b111111).bit_count() for column in range(COLUMNS))
    dead_ends: set[tuple[int, ...]] = set()
    open_ends = [(heights, False)]  # the side to move did not make the last move
    while open_ends:
        heights, is_own = open_ends.pop()
        if not any(heights):
            return True
        if heights in dead_ends:
            continue
        dead_ends.add(heights)
        for column in range(COLUMNS):
            if heights[column] and (own >> 7 * column + heights[column] - 1 & 1) == is_own:
                lower = (*heights[:column], heights[column] - 1, *heights[column + 1 :])
                open_ends.append((lower, not is_own))
    return False
