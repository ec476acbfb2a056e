"""The look of a game, for anything that draws it."""

from typing import NamedTuple


class Style(NamedTuple):
    """Names and colours; a game's STYLE overrides them."""

    names: tuple[str, str] = ("Blue", "Orange")
    first: str = "#2f6db5"
    second: str = "#e2703a"
    rims: tuple[str, str] = ("#1d4a80", "#a5481b")
    light: str = "#f7f3e8"
    """Squares; every other one has `dark`."""
    dark: str = "#ece5d3"
    line: str = "#cbc2ab"
    last: str = "#ffe08a"
    """Where the last move ended."""
    frame: str = "#3b4252"
    label: str = "#e5e9f0"
    columns: str | tuple[str, ...] | None = None
    """Column labels from left to right, without row labels; None: inferred from the game's moves."""
    below: str | tuple[str, ...] = ""
    """Column labels under the board, where they differ from those above it."""
    mirrored: bool = False
    """Whether a side counts from its own end: when the second is to move, labels above and below change places."""
    faint: str = "#6b6453"
    """Text in empty squares."""
    inside: str = "moves"
    """The text in an empty square: the move that fills it (`moves`), its number (`numbers`), a dot if it can be
    filled (`dots`), or nothing (an empty string)."""
    shape: str = "disc"
    """The shape of pieces: `disc`, a filled `hole`, a `mark`, checkers stacked on a long `point`, or seeds in a `pit`.
    A pit with unused squares above or below it is a store and takes their room."""
    grid: str = "square"
    """How squares lie: `square`; `lines`, with pieces on their crossings; or `hex`, hexagons, each row half a cell to
    the right of the one above."""
    edges: str = ""
    """Whose the borders are, clockwise from the top: `xoxo` if the first side connects top and bottom."""
    trays: tuple[int, ...] = ()
    """Columns that only hold checkers and are no points of the board: a bar, checkers borne off."""
