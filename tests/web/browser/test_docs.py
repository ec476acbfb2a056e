"""The pictures of the page: each is shown somewhere, and small."""

import re

from support.paths import DOCS

LIMIT = 100_000


def test_pictures_are_shown_and_small():
    shown = set(re.findall(r"browser-[a-z-]+\.png", (DOCS / "browser.md").read_text()))
    kept = {path.name: path.stat().st_size for path in (DOCS / "images").glob("browser-*.png")}
    assert shown == set(kept)
    assert max(kept.values()) < LIMIT
