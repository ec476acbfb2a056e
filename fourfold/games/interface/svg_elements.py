"""Elements of an SVG drawing, as text."""

from collections.abc import Iterable
from html import escape

Point = tuple[float, float]
LIGHT, DARK = "#ffffff", "#14171a"
ENOUGH = 4.5
"""The least contrast of a text, as the Web Content Accessibility Guidelines have it."""


def document(width: int, height: int, parts: Iterable[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    return "\n".join([head, *parts, "</svg>"])


def box(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" {more}/>'


def disc(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" {more}/>'


def polygon(points: Iterable[Point], fill: str, more: str = "") -> str:
    return f'<polygon points="{_points(points)}" fill="{fill}" {more}/>'


def polyline(points: Iterable[Point], stroke: str, width: float) -> str:
    joins = 'stroke-linejoin="round" stroke-linecap="round"'
    return f'<polyline points="{_points(points)}" fill="none" stroke="{stroke}" stroke-width="{width:g}" {joins}/>'


def path(d: str, stroke: str, width: float, fill: str = "none") -> str:
    return f'<path d="{d}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}" stroke-linecap="round"/>'


def text(x: float, y: float, words: str, size: float, fill: str, anchor: str = "middle") -> str:
    font = f'font-family="system-ui, DejaVu Sans, Arial, sans-serif" font-size="{size:g}"'
    return f'<text x="{x:g}" y="{y:g}" {font} fill="{fill}" text-anchor="{anchor}">{escape(words)}</text>'


def contrasting(ground: str) -> str:
    """Return white or nearly black, whichever can be read on a colour such as #2b8a57."""
    parts = [int(ground[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return LIGHT if 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= ENOUGH else DARK


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.4g},{y:.4g}" for x, y in points)
