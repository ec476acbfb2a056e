"""A page whose players answer at once, with the longest texts there are: what it looks like needs no search."""

import json
from typing import Any
from urllib.request import Request, urlopen

from .browser_table import Table

GAMES = {
    "connect_four": "moves=4,4,3",
    "othello": "moves=f5,d6,c3",
    "draughts": "moves=11-15,23-18",
    "tic_tac_toe": "moves=4",
    "breakthrough": "moves=",
    "pawns": "moves=",
    "dots_and_boxes": "moves=",
    "hex": "moves=f6,e8",
    "gomoku": "moves=h8,i9,h9",
    "kalah": "moves=3,6",
    "backgammon": "moves=31,8/5+6/5,64",
}
"""Games, and how they begin."""
VALUES = [(-0.87, None), (1.0, 12), (-1.0, 14), (0.17, None), (0.0, 4), (-0.99, None)]
"""Values of moves and their plies to the end: -0.87, win in 12, loss in 14, +0.17, draw, -0.99."""
LOOSE = """() => [...document.querySelectorAll(".value, .truth")].flatMap((each) => {
  const wide = each.querySelector("rect").getBBox().width - 8;
  return [...each.querySelectorAll("text")].filter((text) => text.getComputedTextLength() > wide)
    .map((text) => `${text.textContent}: ${text.getComputedTextLength()} in ${wide}`);
})"""
"""Returns the texts that do not fit their pills."""


def open_judged(table: Table, name: str) -> None:
    """Show a position in the middle of a game with the value of every move, and of every position before."""
    for path in ("analyse", "choose"):
        table.page.route(f"**/api/{path}", lambda route: route.fulfill(body=answer(table, route.request)))
    table.open(f"game={name}&person=both&{GAMES[name]}")
    table.page.check("#show-values")
    table.page.wait_for_selector(".value")
    table.page.wait_for_selector(".bar span")


def answer(table: Table, request: Any) -> str:
    """Return a line about every legal move of the position that is asked about."""
    question = json.loads(request.post_data)
    position = {key: question[key] for key in ("game", "start", "moves")}
    with urlopen(Request(f"{table.address}api/position", json.dumps(position).encode())) as found:
        legal = json.load(found)["legal"]
    judged = [
        {"move": each["move"], "value": value, "proven": proven, "share": None}
        for each, (value, proven) in zip(legal, VALUES * len(legal), strict=False)
    ]
    kind = "analysis" if request.url.endswith("analyse") else "decision"
    thought = {"depth": 12, "nodes": 123_456_789, "rate": 98_765_432, "seconds": 1.0, "words": "", "moves": judged}
    line = [each["move"] for each in legal[:10]]
    return json.dumps({"kind": kind, **judged[0], **thought, "line": line}) + "\n"
