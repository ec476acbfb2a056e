"""Every link leads somewhere, and every command that a page shows takes the arguments and options it is given."""

import pytest
from support import paths
from support.pages import PAGES, is_alive, links, parse, shown_commands

GENERATED = paths.DOCS / "command-line.md"
"""Its blocks are usages, not commands; another test compares it with the help texts."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_headings(page):
    found = links(page.read_text(encoding="utf-8"))
    assert [link for link in found if not is_alive(page, *link)] == []


@pytest.mark.parametrize("page", [page for page in PAGES if page != GENERATED], ids=lambda page: page.name)
def test_commands_exist_with_their_options(page, monkeypatch):
    monkeypatch.chdir(paths.EXAMPLES)  # where the files are that pages speak of
    for words in shown_commands(page.read_text(encoding="utf-8")):
        parse(words)


def test_what_is_not_there_is_noticed(tmp_path):
    page = tmp_path / "page.md"
    page.write_text('# A `B`: c\n[a](#a-b-c) [b](#b) [c](page.md) [d](none.md) [e](https://a.b) <img src="f.png">')
    found = links(page.read_text())
    assert [is_alive(page, *link) for link in found] == [True, False, True, False, False]
    assert shown_commands("```sh\nfourfold perft othello 8  # counts\nmake\n```") == [["perft", "othello", "8"]]
    for wrong in ("perft othello eight", "perft othello 8 --ply 2", "count othello", "train nobody othello"):
        with pytest.raises(Exception, match=r"."):
            parse(wrong.split())
