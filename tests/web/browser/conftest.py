"""A server and a real browser for the tests of the page."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browser_table import Table
from support.paths import DOTS_AND_BOXES, PAWNS
from support.shown_runs import write_run

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
REASON = "no browser to drive: apt-get install chromium, pip install playwright"


def find_browser() -> str | None:
    """Return the path of a browser that can be driven; None if there is none."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return None
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless browser; without one a test is skipped, unless nothing may be skipped."""
    path = find_browser()
    if path is None:
        pytest.fail(REASON) if os.environ.get("FOURFOLD_SKIP_NOTHING") else pytest.skip(REASON)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def runs_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of runs of that server."""
    return tmp_path_factory.mktemp("server") / "runs"


@pytest.fixture(scope="session")
def long_run(runs_folder: Path) -> str:
    """The address of a run that has everything, together with another one."""
    for name in ("long", "long-2"):
        write_run(runs_folder / name)
    return "#run=long&with=long-2"


@pytest.fixture(scope="session")
def address(browser: Any, runs_folder: Path) -> Iterator[str]:
    """The address of a server with an empty folder of runs and two games from files."""
    command = [sys.executable, "-m", "fourfold", "serve", PAWNS, DOTS_AND_BOXES, "--port", "0", "--json"]
    words = [*command, "--runs", str(runs_folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield json.loads(server.stdout.readline())["address"]
        server.terminate()


@pytest.fixture
def table(browser: Any, address: str) -> Iterator[Table]:
    """A page that must not complain, nor ask any other server."""
    with watched(browser, address, reduced_motion="reduce") as table:
        yield table


@pytest.fixture
def lively_table(browser: Any, address: str) -> Iterator[Table]:
    """The same with pieces that move."""
    with watched(browser, address) as table:
        yield table


def watched(browser: Any, address: str, **options: Any) -> Any:
    return Table(browser.new_context(viewport={"width": 1000, "height": 700}, **options), address)
