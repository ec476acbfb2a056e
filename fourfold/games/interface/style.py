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
    columns: str | None = None
    """Column labels from left to right, without row labels; None: inferred from the game's moves."""
    faint: str = "#6b6453"
    """Text in empty squares."""
    inside: str = "moves"
    """The text in an empty square: the move that fills it (`moves`), its number (`numbers`), a dot if it can be
    filled (`dots`), or nothing (an empty string)."""
    shape: str = "disc"
    """The shape of pieces: `disc`, a filled `hole`, or a `mark`."""
