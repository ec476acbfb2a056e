"""Docs and messages name the paper they mean, and pages say at once what the reader gets."""

import re

import pytest
from support import paths

ROOT = paths.DOCS.parent
PAGES = sorted([*paths.DOCS.glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"], key=str)
SOURCES = sorted([*(ROOT / "fourfold").rglob("*.py"), *(ROOT / "examples").rglob("*.py")], key=str)
NAMELESS = re.compile(r"\bthe paper\b", re.IGNORECASE)
HISTORY = re.compile(r"\b(mended|no longer|used to be|TODO)\b")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_says_what_is_and_names_papers(path):
    page = path.read_text(encoding="utf-8")
    assert not NAMELESS.findall(page), "there are four papers: NHB, evolved-draughts, context, expert-moves"
    assert not HISTORY.findall(page), "docs say what is; history belongs to the changelog"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_begins_with_a_sentence(path):
    title, _, rest = path.read_text(encoding="utf-8").partition("\n\n")
    assert title.startswith("# ")
    assert re.match(r"(\*\*)?[A-Z`]", rest), "not with a table, a list or a block of code"


def test_sources_name_papers():
    nameless = [path.name for path in SOURCES if NAMELESS.search(path.read_text(encoding="utf-8"))]
    assert not nameless, "there are four papers: NHB, evolved-draughts, context, expert-moves"
