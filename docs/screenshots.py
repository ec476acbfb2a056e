"""Take the screenshots for README and docs: `python docs/screenshots.py [NAME]...`; needs Chromium.

It starts its own server and trains a player for a minute.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Page, sync_playwright

IMAGES = Path(__file__).parent / "images"
DESKTOP, PHONE = (1280, 800), (390, 844)
COLOURS = 256
"""Colours per screenshot: few make a small file, and more make no visible difference."""
PATIENCE = 240_000
OTHELLO = "f5,f6,e6,d6,e7,f3,c6,f4,c5,d7,e8,c8,c7,b8,d3,c3,e3,c2,d2,c1,e2,d1,f1,c4,b6"
DRAUGHTS = "11-15,22-18,15x22,25x18,10-15,18x11,8x15,29-25,4-8,25-22,8-11,23-18,9-14,18x9,5x14,27-23,7-10,24-19"
CONNECT_FOUR = "4,4,4,4,4,2,2,4,3,2,2,3"


class Shot(NamedTuple):
    """A screenshot: the URL, the size, the colour scheme, and what to do before it is taken."""

    wish: str
    size: tuple[int, int]
    scheme: str
    deed: Callable[[Page], None]


def settle(page: Page) -> None:
    """Wait until every position of the game is evaluated."""
    page.wait_for_selector(".course .bar")
    page.wait_for_function("() => [...document.querySelectorAll('.course .bar')].every(each => each.children.length)")


def show_values(page: Page) -> None:
    settle(page)
    page.click("label:has(#show-values)")
    page.wait_for_selector(".value")
    page.wait_for_function("() => document.querySelector('#thinker').textContent === 'done'")


def show_exact(page: Page) -> None:
    page.click("label:has(#show-exact)")
    page.wait_for_selector(".truth")
    show_values(page)


def show_hint(page: Page) -> None:
    settle(page)
    page.click("#hint")
    page.wait_for_selector(".hint-ring")


def think(page: Page) -> None:
    page.wait_for_selector("#thinking.busy .figures")
    page.wait_for_function("() => Number(document.querySelectorAll('#thinking dd')[1].textContent) > 9")


def lead(page: Page) -> None:
    page.click('[data-square="3,4"]')


def lead_checker(page: Page) -> None:
    page.click('[data-square="1,4"]')


def learn(page: Page) -> None:
    """Wait until the run that the first screenshot of runs started has ended."""
    if page.query_selector("#run-start") and not page.query_selector(".run-item"):
        page.select_option("#run-game", "connect_four")
        page.click("#run-start")
    page.wait_for_selector(".run-detail .chip.finished")


SHOTS = {
    "connect-four": Shot(
        f"game=connect_four&player=nhb&person=both&moves={CONNECT_FOUR}", DESKTOP, "light", show_exact
    ),
    "heat-map": Shot(f"game=connect_four&player=sorter&person=both&moves={CONNECT_FOUR}", DESKTOP, "dark", show_values),
    "othello": Shot(f"game=othello&player=nhb&person=both&moves={OTHELLO}", DESKTOP, "light", show_values),
    "othello-dark": Shot(f"game=othello&player=nhb&person=second&moves={OTHELLO}", DESKTOP, "dark", show_hint),
    "draughts": Shot(f"game=draughts&player=outcome&person=first&moves={DRAUGHTS}", DESKTOP, "light", show_hint),
    "forced": Shot("game=draughts&person=both&start=B:W18,19,27,28:BK15,6", DESKTOP, "dark", lead),
    "thinking": Shot(f"game=draughts&player=outcome&person=second&seconds=10&moves={DRAUGHTS}", PHONE, "dark", think),
    "tic-tac-toe": Shot("game=tic_tac_toe&person=both&moves=4,0,2", PHONE, "light", show_values),
    "phone": Shot(f"game=othello&player=nhb&person=both&moves={OTHELLO}", PHONE, "light", settle),
    "own-game": Shot("game=dots_and_boxes&person=both&moves=b1,a2,c2,b3,d1", DESKTOP, "light", lambda page: None),
    "backgammon": Shot("game=backgammon&player=mcts&person=both&moves=31", DESKTOP, "light", lead_checker),
    "hex": Shot("game=hex:size=7&player=mcts&person=both&seconds=3&moves=d4,c5,e2", DESKTOP, "dark", show_values),
    "kalah-phone": Shot("game=kalah&player=search&person=both&moves=3", PHONE, "light", show_values),
    "runs": Shot("runs", DESKTOP, "light", learn),
    "runs-phone": Shot("runs", PHONE, "dark", learn),
}


@contextmanager
def served() -> Iterator[str]:
    """Serve the page with an empty folder of runs; yield its URL."""
    with tempfile.TemporaryDirectory() as runs:
        command = [sys.executable, "-m", "fourfold", "serve", "examples/dots_and_boxes.py", "--port", "0", "--json"]
        server = subprocess.Popen([*command, "--runs", runs], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            yield json.loads(server.stdout.readline())["address"]
        finally:
            server.terminate()
            server.wait(10)


def take(browser: Any, address: str, shot: Shot) -> bytes:
    """Return the screenshot as a PNG."""
    width, height = shot.size
    options = {"viewport": {"width": width, "height": height}, "color_scheme": shot.scheme, "reduced_motion": "reduce"}
    context = browser.new_context(**options)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}#{shot.wish}")
    page.wait_for_selector(".board, .starter")
    page.wait_for_timeout(300)
    shot.deed(page)
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")
    picture = page.screenshot()
    context.close()
    return picture


def smaller(picture: bytes) -> bytes:
    """Return the PNG with few colours."""
    out = BytesIO()
    Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS, kmeans=2, dither=Image.Dither.NONE).save(
        out, "PNG", optimize=True
    )
    return out.getvalue()


def main(names: list[str]) -> None:
    with served() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name in names or SHOTS:
            picture = smaller(take(browser, address, SHOTS[name]))
            (IMAGES / f"browser-{name}.png").write_bytes(picture)
            print(f"browser-{name}.png", f"{len(picture) / 1000:.0f} kB")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
