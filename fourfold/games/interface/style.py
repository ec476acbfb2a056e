"""How a game looks, for whatever draws it."""

from typing import NamedTuple


class Style(NamedTuple):
    """Names and colours; a game's STYLE gives those that it wants otherwise."""

    names: tuple[str, str] = ("Blue", "Orange")
    first: str = "#2f6db5"
    second: str = "#e2703a"
    rims: tuple[str, str] = ("#1d4a80", "#a5481b")
    light: str = "#f7f3e8"
    """Squares, and every other one in `dark`."""
    dark: str = "#ece5d3"
    line: str = "#cbc2ab"
    last: str = "#ffe08a"
    """Where the last move ended."""
    frame: str = "#3b4252"
    label: str = "#e5e9f0"
    columns: str | None = None
    """Labels from left to right, and none beside the rows; None: those of the game's moves."""
    faint: str = "#6b6453"
    """What is written in empty squares."""
    inside: str = "moves"
    """What stands in an empty square: the move that fills it (`moves`), its number (`numbers`), a dot if it can be
    filled (`dots`), or nothing (an empty text)."""
    shape: str = "disc"
    """Pieces: `disc`, a `hole` that is filled, or a `mark`."""
