"""The files of the page, prepared once when the server starts: nothing else on disk can be requested.

Modules are bundled into one, and so are style sheets, and compressed, so that the page needs few requests.
"""

import gzip
import hashlib
from pathlib import Path
from typing import NamedTuple

from .module_bundle import bundle

FOLDER = Path(__file__).parent / "page"
INDEX, ICON = "index.html", "icon.svg"
STYLES = ("style.css", "board.css", "panels.css", "runs.css")
"""In the order in which later rules override earlier ones."""
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


class Form(NamedTuple):
    """A file's bytes as sent, and their ETag."""

    content: bytes
    etag: str


class PageFile(NamedTuple):
    """A file of the page."""

    kind: str
    plain: Form
    gzipped: Form

    def form(self, accepted: str) -> tuple[Form, dict[str, str]]:
        """Return the form for a client that accepts these encodings, and its headers."""
        if accepts_gzip(accepted):
            return self.gzipped, {"Content-Encoding": "gzip"}
        return self.plain, {}


def read_page(folder: Path = FOLDER) -> dict[str, PageFile]:
    """Return the files of the page by their names."""
    modules = {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.js"))}
    files = {
        INDEX: (folder / INDEX).read_text("utf-8"),
        ICON: (folder / ICON).read_text("utf-8"),
        "page.css": "\n".join((folder / name).read_text("utf-8") for name in STYLES),
        "page.js": bundle(modules, "main.js"),
    }
    return {name: page_file(KINDS[Path(name).suffix], text.encode()) for name, text in files.items()}


def page_file(kind: str, content: bytes) -> PageFile:
    return PageFile(kind, form(content), form(gzip.compress(content, mtime=0)))


def form(content: bytes) -> Form:
    return Form(content, f'"{hashlib.sha256(content).hexdigest()[:20]}"')


def accepts_gzip(accepted: str) -> bool:
    """Return whether the header Accept-Encoding allows gzip: by name or by `*`, with a weight above 0."""
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        weights[name.strip()] = weight_of(weight)
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def weight_of(text: str) -> float:
    """Return the weight of `q=0.5`: 1 if there is none, 0 if it is not a number."""
    name, _, number = text.strip().partition("=")
    try:
        return float(number) if name else 1.0
    except ValueError:
        return 0.0


def is_known(etag: str, if_none_match: str) -> bool:
    """Return whether the header If-None-Match contains this ETag."""
    known = [part.strip().removeprefix("W/") for part in if_none_match.split(",")]
    return etag in known or "*" in known
