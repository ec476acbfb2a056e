"""The page as a person uses it: what can be clicked, and what is to be seen."""

import re
from types import TracebackType
from typing import Any, Self
from urllib.parse import unquote_plus

PATIENCE = 240_000
"""Milliseconds to wait for an answer; a first compile on a slow machine is among them."""

NEXT_CLICK = """number => {
  const { state, ply } = document.querySelector(".table").dataset;
  const all = ["#buttons button", ".cell.movable", ".cell.legal"].map((each) => document.querySelectorAll(each));
  const choices = all.find((each) => each.length) ?? [];
  const { x, y, width, height } = choices[number % choices.length]?.getBoundingClientRect() ?? {};
  return [state, Number(ply), [x + width / 2, y + height / 2]];
}"""
"""Returns how the game stands, and where to click: on a move that has no square, a piece to lead, or a square."""


class Table:
    """A page in a browser, and what it asked for and complained about."""

    def __init__(self, context: Any, address: str):
        self.context, self.address = context, address
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Any:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        return page

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, trace: TracebackType | None) -> None:
        self.context.close()
        if kind is None:
            assert self.complaints == []
            foreign = [url for url in self.requests if not url.startswith((self.address, "blob:", "data:"))]
            assert foreign == []

    def open(self, wish: str = "") -> None:
        """Show the game of an address, and wait until it can be played; judged by the player that compiles fastest."""
        wish += "" if "player=" in wish else "&player=search"
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}#{wish}")
        self.page.wait_for_selector('.table:is([data-state="yours"], [data-state="over"], [data-state="entering"])')

    @property
    def state(self) -> str:
        return self.page.get_attribute(".table", "data-state")

    @property
    def ply(self) -> int:
        return int(self.page.get_attribute(".table", "data-ply"))

    @property
    def status(self) -> str:
        return self.page.inner_text(".status")

    @property
    def record(self) -> str:
        return self.page.inner_text("#record")

    def wait(self, condition: str) -> None:
        """Wait until a condition in the page's own language holds."""
        self.page.wait_for_function(condition)

    def wait_for_turn(self, after: int) -> None:
        """Wait until the person is to move, later in the game than after; or until the game is over."""
        self.wait(
            "() => { const { state, ply } = document.querySelector('.table').dataset;"
            f" return state === 'over' || (state === 'yours' && Number(ply) > {after}) }}"
        )

    def squares(self, kind: str) -> list[tuple[int, int]]:
        """Return the squares of a kind: legal, movable."""
        found = self.page.eval_on_selector_all(f".cell.{kind}", "cells => cells.map(cell => cell.dataset.square)")
        return [(int(row), int(column)) for row, column in (text.split(",") for text in found)]

    def pieces(self) -> dict[str, int]:
        """Return how many pieces of each letter stand on the board."""
        letters = self.page.eval_on_selector_all(".piece:not(.hidden)", "all => all.map(each => each.dataset.letter)")
        return {letter: letters.count(letter) for letter in sorted(set(letters))}

    def click(self, square: tuple[int, int]) -> None:
        self.page.mouse.click(*self.centre(square))

    def centre(self, square: tuple[int, int]) -> tuple[float, float]:
        """Return where on the screen a square is."""
        return self.page.eval_on_selector(
            f'[data-square="{square[0]},{square[1]}"]',
            """cell => {
              cell.scrollIntoView({ block: "nearest" });
              const { x, y, width, height } = cell.getBoundingClientRect();
              return [x + width / 2, y + height / 2];
            }""",
        )

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.page.mouse.move(*self.centre(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.centre(end), steps=5)
        self.page.mouse.up()

    def move(self, number: int) -> None:
        """Make one of the legal moves, click by click: the number chooses which."""
        state, before, point = self.page.evaluate(NEXT_CLICK, number)
        ply = before
        while state == "yours" and ply == before:
            self.page.mouse.click(*point)
            state, ply, point = self.page.evaluate(NEXT_CLICK, number)

    def play_to_the_end(self) -> int:
        """Play the game by clicks until it is over; return its number of moves."""
        ply = self.ply
        while self.state != "over":
            self.move(ply)
            self.wait_for_turn(ply)
            ply = self.ply
        return ply

    def moves(self) -> list[str]:
        """Return the moves that the address holds."""
        found = re.search(r"[#&]moves=([^&]*)", self.page.url)
        return unquote_plus(found[1]).split(",") if found else []
