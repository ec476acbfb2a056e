"""The files of the page, made ready once when the server starts: nothing else of the disk can be asked for.

Modules are sent as one and so are style sheets, compressed: a page on a slow line is there after few requests.
"""

import gzip
import hashlib
from pathlib import Path
from typing import NamedTuple

from .module_bundle import bundle

FOLDER = Path(__file__).parent / "page"
INDEX, ICON = "index.html", "icon.svg"
STYLES = ("style.css", "board.css", "panels.css", "runs.css")
"""In the order in which later rules may overrule earlier ones."""
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


class Form(NamedTuple):
    """A file's bytes as they are sent, and the tag that tells them from all others."""

    content: bytes
    etag: str


class PageFile(NamedTuple):
    """A file of the page."""

    kind: str
    plain: Form
    gzipped: Form

    def form(self, accepted: str) -> tuple[Form, dict[str, str]]:
        """Return what is sent to a client that accepts these encodings, and the headers that say so."""
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
    """Return whether the header Accept-Encoding allows gzip: by its name, or by `*`, and not with a weight of 0."""
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        weights[name.strip()] = weight_of(weight)
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def weight_of(text: str) -> float:
    """Return the weight of `q=0.5`: 1 if there is none, 0 if it is no number."""
    name, _, number = text.strip().partition("=")
    try:
        return float(number) if name else 1.0
    except ValueError:
        return 0.0


def is_known(etag: str, if_none_match: str) -> bool:
    """Return whether the header If-None-Match says that the client has what this tag stands for."""
    known = [part.strip().removeprefix("W/") for part in if_none_match.split(",")]
    return etag in known or "*" in known
