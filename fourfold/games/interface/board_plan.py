"""The plan of a drawn board: where its squares lie, and their outlines."""

from math import sqrt

from .board_layout import Picture, Square
from .svg_elements import Point

SIZE = 44
"""Pixels from one square to the next."""
MARGIN, LABELS, STATUS = 14, 28, 32
POINT = 194
"""The height of a point, on which five checkers are stacked."""
HEX_RADIUS = SIZE / sqrt(3)
HEX_STEP = HEX_RADIUS * 1.5
"""Pixels from one row of hexagons to the next."""


class Plan:
    """Where the squares of a picture lie."""

    def __init__(self, shown: Picture):
        self.rows, self.columns = len(shown.rows), len(shown.rows[0])
        self.is_hex = shown.style.grid == "hex"
        self.high = POINT if shown.style.shape == "point" else SIZE
        edge = MARGIN if self.is_hex and shown.style.edges else 0
        self.left = edge + (LABELS if shown.sides else MARGIN)
        self.top = edge + (LABELS if shown.columns else MARGIN)
        self.foot = edge + STATUS + (MARGIN if shown.below else 0)
        self.width = round(self.left + SIZE * self.columns + self.shift(self.rows - 1) + MARGIN + edge)
        self.height = round(self.top + self.board_height + self.foot)

    @property
    def board_height(self) -> float:
        if self.is_hex:
            return HEX_STEP * (self.rows - 1) + 2 * HEX_RADIUS
        return self.high * self.rows

    def shift(self, row: int) -> float:
        """Return how far a row stands to the right of the first one."""
        return SIZE * row / 2 if self.is_hex else 0

    def centre(self, square: Square) -> Point:
        row, column = square
        x = self.left + SIZE * column + SIZE // 2 + self.shift(row)
        return x, self.top + (HEX_RADIUS + HEX_STEP * row if self.is_hex else self.high * row + self.high // 2)

    def corners(self, square: Square) -> list[Point]:
        """Return the corners of a hexagon, clockwise from its upper left one."""
        x, y = self.centre(square)
        half, quarter = SIZE / 2, HEX_RADIUS / 2
        sides = [(-half, -quarter), (0.0, -HEX_RADIUS), (half, -quarter), (half, quarter), (0.0, HEX_RADIUS)]
        return [(x + right, y + down) for right, down in [*sides, (-half, quarter)]]

    def border(self, edge: int) -> list[Point]:
        """Return the line along an edge of a board of hexagons: 0 at the top, then clockwise."""
        last_row, last_column = self.rows - 1, self.columns - 1
        squares: list[list[Square]] = [
            [(0, column) for column in range(self.columns)],
            [(row, last_column) for row in range(self.rows)],
            [(last_row, column) for column in range(last_column, -1, -1)],
            [(row, 0) for row in range(last_row, -1, -1)],
        ]
        corners = ((0, 1, 2), (2, 3), (3, 4, 5), (5, 0))[edge]
        line = [self.corners(square)[corner] for square in squares[edge] for corner in corners]
        return [*line, self.corners((last_row, last_column))[4]] if edge == 1 else line
