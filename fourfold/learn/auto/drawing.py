"""The drawing of a race: a line for each learner, and what happened in words."""

import textwrap
from collections.abc import Sequence
from html import escape

from ..curves import Curve, Line, Point

WIDTH, HEIGHT = 860, 340
"""Of the part with the lines."""
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 50, 40
COLOURS = ("#2563a8", "#c2571a", "#2f8a4c", "#8a4fa3", "#a88a10", "#b03060", "#4a6670", "#777777")
LINE_HEIGHT, CHARACTERS = 20, 120
"""Of words, in pixels; and of a line of them."""
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


def draw(title: str, curve: Curve, words: Sequence[str]) -> bytes:
    """Return an SVG file of shares between 0 and 1, the best learner on top of the others, with words below."""
    longest = max([point.x for line in curve.lines for point in line.points], default=1.0) or 1.0
    coloured = list(zip(curve.lines, COLOURS * (len(curve.lines) // len(COLOURS) + 1), strict=False))
    told = [row for each in (curve.terms, *words) for row in textwrap.wrap(each, CHARACTERS)]
    below = HEIGHT + LINE_HEIGHT * len(coloured)
    height = below + LINE_HEIGHT * (len(told) + 1)
    parts = [text(LEFT, 24, title, size=17, weight=600), text(LEFT, 42, curve.y_label)]
    parts += axes(longest, curve.x_label)
    parts += [line_shapes(line, colour, longest) for line, colour in reversed(coloured)]
    parts += [legend(line, colour, HEIGHT + LINE_HEIGHT * place) for place, (line, colour) in enumerate(coloured, 1)]
    parts += [text(LEFT, below + LINE_HEIGHT * place + 8, row) for place, row in enumerate(told, 1)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">'
    return "\n".join([head, f'<rect width="{WIDTH}" height="{height}" fill="white"/>', *parts, "</svg>\n"]).encode()


def across(x: float, longest: float) -> float:
    return LEFT + x / longest * (WIDTH - LEFT - RIGHT)


def up(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def axes(longest: float, label: str) -> list[str]:
    parts = []
    for share in SHARES:
        style = 'stroke-dasharray="6 5" stroke="#666"' if share == 0.5 else 'stroke="#ddd"'
        parts.append(f'<path d="M{LEFT} {up(share):.1f}H{WIDTH - RIGHT}" {style}/>')
        parts.append(text(LEFT - 8, up(share) + 4, f"{share:.0%}", anchor="end"))
    parts += [text(across(longest * part, longest), HEIGHT - 18, f"{longest * part:,.0f}", anchor="middle")
              for part in SHARES]  # fmt: skip
    return [*parts, text(WIDTH - RIGHT, HEIGHT - 2, label, anchor="end")]


def line_shapes(line: Line, colour: str, longest: float) -> str:
    """Return a line through its points, each with its interval."""
    places = " ".join(f"{across(point.x, longest):.1f},{up(point.y):.1f}" for point in line.points)
    bars = "".join(interval(point, colour, longest) for point in line.points)
    dots = "".join(f'<circle cx="{across(point.x, longest):.1f}" cy="{up(point.y):.1f}" r="4" fill="{colour}"/>'
                   for point in line.points)  # fmt: skip
    return f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2.5"/>{bars}{dots}'


def interval(point: Point, colour: str, longest: float) -> str:
    if point.low is None or point.high is None:
        return ""
    return (
        f'<path d="M{across(point.x, longest):.1f} {up(point.low):.1f}V{up(point.high):.1f}" stroke="{colour}"'
        ' opacity="0.35" stroke-width="3"/>'
    )


def legend(line: Line, colour: str, y: float) -> str:
    last = f"{line.points[-1].y:.0%}" if line.points else ""
    told = ", ".join(filter(None, (last, line.words)))
    words = f"{line.name}: {told}" if told else line.name
    return f'<path d="M{LEFT} {y - 4}h22" stroke="{colour}" stroke-width="3"/>' + text(LEFT + 30, y, words)


def text(x: float, y: float, words: str, *, size: int = 13, weight: int = 400, anchor: str = "start") -> str:
    style = f'font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="#222"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(words)}</text>'
