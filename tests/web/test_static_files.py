"""The files of the page as they are sent: all modules in one file, compressed for whoever can read that."""

import gzip

import pytest

from fourfold.web.static_files import FOLDER, accepts_gzip, is_known, read_page


def test_every_module_and_style_sheet_is_part_of_the_page():
    page = read_page()
    assert list(page) == ["index.html", "icon.svg", "page.css", "page.js"]
    script, styles = page["page.js"].plain.content.decode(), page["page.css"].plain.content.decode()
    for path in FOLDER.iterdir():
        if path.suffix == ".js":
            assert f'MODULES["{path.name}"] = ' in script
        if path.suffix == ".css":
            assert path.read_text("utf-8") in styles


def test_what_is_compressed_is_the_same_and_has_a_tag_of_its_own():
    for file in read_page().values():
        assert gzip.decompress(file.gzipped.content) == file.plain.content
        assert file.gzipped.etag != file.plain.etag


@pytest.mark.parametrize(
    ("header", "accepted"),
    [("gzip", True), ("br, GZip;q=0.5", True), ("*", True), ("", False), ("br", False), ("gzip;q=0, *", False)],
)
def test_compressed_files_are_for_those_who_accept_them(header, accepted):
    assert accepts_gzip(header) is accepted


def test_a_tag_is_known_alone_weak_or_among_others():
    assert all(is_known('"a"', header) for header in ('"a"', 'W/"a"', '"b", "a"', "*"))
    assert not any(is_known('"a"', header) for header in ("", '"b"', "a"))


def test_files_are_sent_compressed_and_only_once(api):
    for path in ("/", "/page/page.js", "/page/page.css", "/page/icon.svg"):
        status, headers, body = api.send("GET", path, headers={"Accept-Encoding": "gzip"})
        assert (status, headers["content-encoding"], headers["vary"]) == (200, "gzip", "Accept-Encoding")
        plain = api.send("GET", path)
        assert "content-encoding" not in plain[1]
        assert gzip.decompress(body) == plain[2]
        known = {"Accept-Encoding": "gzip", "If-None-Match": headers["etag"]}
        status, headers, body = api.send("GET", path, headers=known)
        assert (status, body) == (304, b"")
        assert headers["vary"] == "Accept-Encoding"
