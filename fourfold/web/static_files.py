"""The files of the page, read once when the server starts: nothing else of the disk can be asked for."""

import hashlib
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "page"
INDEX = "index.html"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
}


class PageFile(NamedTuple):
    """A file as it is sent."""

    content: bytes
    kind: str
    etag: str


def read_page(folder: Path = FOLDER) -> dict[str, PageFile]:
    """Return the files of the page by their names, such as `games/othello.js`."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix in KINDS]
    return {path.relative_to(folder).as_posix(): read_file(path) for path in paths}


def read_file(path: Path) -> PageFile:
    content = path.read_bytes()
    return PageFile(content, KINDS[path.suffix], f'"{hashlib.sha256(content).hexdigest()[:20]}"')
