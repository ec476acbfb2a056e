"""A cell of a board: what stands on a square, and how many of it.

x and X are the first player's man and king, o and O the second's, `.` is an empty square, a space is no square, and any
other text is drawn as it is. A number behind a piece says how many there are: `x5`. A row is a text with a character
for each cell, or a sequence of cells.
"""

from collections.abc import Sequence

Row = str | tuple[str, ...]
EMPTY, UNUSED, PIECES = ".", " ", "xXoO"


def letter_of(cell: str) -> str:
    """Return the cell without its number."""
    return cell[0] if _is_counted(cell) else cell


def count_of(cell: str) -> int:
    """Return how many pieces there are: 1 unless the cell says otherwise."""
    if cell in (EMPTY, UNUSED):
        return 0
    return int(cell[1:]) if _is_counted(cell) else 1


def is_piece(cell: str) -> bool:
    """Return whether the cell belongs to a side, even if there is nothing in it (`x0`, an empty pit)."""
    return letter_of(cell) in tuple(PIECES)


def side_of(cell: str) -> int:
    """Return 0 for a piece of the first side, 1 for one of the second."""
    return "xXoO".index(cell[0]) // 2


def _is_counted(cell: str) -> bool:
    return cell[:1] in tuple(PIECES) and cell[1:].isascii() and cell[1:].isdigit()


def even_rows(rows: Sequence[str | Sequence[str]]) -> list[Row]:
    """Return rows of the same length: all texts, unless one of them has cells of its own."""
    width = max(map(len, rows), default=0)
    if all(isinstance(row, str) for row in rows):
        return [str(row).ljust(width) for row in rows]
    return [tuple(str(cell) or UNUSED for cell in row) + (UNUSED,) * (width - len(row)) for row in rows]
