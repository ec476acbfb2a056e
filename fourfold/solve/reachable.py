"""Whether a Connect Four position can be reached by play: many that look legal cannot."""

from typing import Any

ROWS, COLUMNS = 6, 7


def is_reachable(state: Any) -> bool:
    """Return whether the stones can have been dropped in turn in some order.

    Stones are removed from the top, starting with the side that moved last; heights that led nowhere are not tried
    again. A position without four in a row cannot have had one earlier.
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
