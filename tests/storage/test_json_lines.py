"""JSON lines: what is appended is read again, whatever cuts a file off or changes it."""

import json
import multiprocessing
import sys
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.errors import InputError
from fourfold.storage import json_lines

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.lists(VALUES))
def test_what_is_appended_is_read_again(tmp_path_factory, values):
    path = tmp_path_factory.mktemp("lines") / "x.jsonl"
    for part in (values[:1], values[1:]):
        with json_lines.JsonLines(path) as lines:
            lines.append(part)
    assert json_lines.read_lines(path) == (values, 0)


@given(st.lists(VALUES, min_size=1), st.data())
def test_a_file_cut_anywhere_keeps_its_whole_lines(tmp_path_factory, values, data):
    path = tmp_path_factory.mktemp("lines") / "x.jsonl"
    with json_lines.JsonLines(path) as lines:
        lines.append(values)
    text = path.read_bytes()
    cut = data.draw(st.integers(0, len(text)))
    path.write_bytes(text[:cut])
    whole = text[:cut].count(b"\n")
    with json_lines.JsonLines(path) as lines:
        assert lines.values == values[:whole]
        lines.append(["next"])
    assert json_lines.read_lines(path) == ([*values[:whole], "next"], 0)


def test_a_torn_last_line_is_counted(tmp_path):
    (tmp_path / "x.jsonl").write_text('{"a": 1}\n{"a"')
    assert json_lines.read_lines(tmp_path / "x.jsonl") == ([{"a": 1}], 1)


def test_a_line_is_whole_without_its_end(tmp_path):
    (tmp_path / "x.jsonl").write_text('{"a": 1}\n{"a": 2}')
    assert json_lines.read_lines(tmp_path / "x.jsonl") == ([{"a": 1}, {"a": 2}], 0)


@pytest.mark.parametrize("bad", [b"{", b"", b"\xff\xfe", b"[" * 100_000])
def test_any_other_malformed_line_is_named(tmp_path, bad):
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"1\n" + bad + b"\n3\n")
    for read in (json_lines.read_lines, json_lines.JsonLines):
        with pytest.raises(InputError, match=r"x\.jsonl, line 2: not JSON"):
            read(path)


def test_an_incomplete_group_is_removed(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text("1\n2\n3\n4")
    with json_lines.JsonLines(path, group=2) as lines:
        assert lines.values == [1, 2]
    assert path.read_text() == "1\n2\n"


def test_every_flipped_bit_of_an_object_is_found(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(json_lines.seal({"a": 1, "b": [0.5, "x"]}))
    whole, seen = path.read_bytes(), []
    for place in range(whole.index(b', "crc32"') * 8):
        flipped = bytearray(whole)
        flipped[place // 8] ^= 1 << place % 8
        with pytest.raises(InputError, match="line 1"):
            seen.append(json_lines.parse_line(bytes(flipped[:-1]), path, 1))
    assert not seen


def test_lines_after_a_damaged_one_are_put_aside_and_made_anew(tmp_path):
    path = tmp_path / "x.jsonl"
    with json_lines.JsonLines(path) as lines:
        lines.append({"number": number} for number in range(6))
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"number": 3', b'"number": 7'))
    with pytest.warns(UserWarning, match=r"line 4 is damaged.*4 lines are computed again"):
        lines = json_lines.JsonLines(path, group=2, repair=True)
    assert lines.values == [{"number": 0}, {"number": 1}]
    lines.append({"number": number} for number in range(2, 6))
    lines.close()
    assert path.read_bytes() == content
    assert b'"number": 7' in (tmp_path / "x.jsonl.damaged").read_bytes()


def test_a_damaged_file_of_somebody_else_is_not_touched(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(json_lines.seal({"a": 1}).replace(b"1,", b"2,") + b"{}\n")
    before = path.read_bytes()
    with pytest.raises(InputError, match="line 1 is damaged"):
        json_lines.JsonLines(path)
    assert path.read_bytes() == before


def test_lines_without_checksums_are_read(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('{"a": 1}\n')
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with json_lines.JsonLines(path, repair=True) as lines:
            lines.append([{"a": 2}])
        assert json_lines.read_lines(path).values == [{"a": 1}, {"a": 2}]
    assert json.loads(path.read_text().splitlines()[1])["crc32"]


def _append_with_little_room(path):
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
    with json_lines.JsonLines(path) as lines:
        for number in range(25):
            lines.append([{"number": number}])
        with pytest.raises(OSError, match="too large") as caught:
            lines.append({"number": number} for number in range(25, 100))
    sys.exit(5 if caught.value.filename == str(path) else 1)


def test_a_full_disk_leaves_whole_lines_and_says_which_file(tmp_path):
    path = tmp_path / "x.jsonl"
    process = multiprocessing.get_context("spawn").Process(target=_append_with_little_room, args=(path,))
    process.start()
    process.join()
    assert process.exitcode == 5
    values, torn = json_lines.read_lines(path)
    assert values == [{"number": number} for number in range(len(values))]
    assert len(values) == 25
    assert torn == 0


def test_nobody_else_writes_meanwhile(tmp_path):
    with json_lines.JsonLines(tmp_path / "x.jsonl"), pytest.raises(InputError, match="another process"):
        json_lines.JsonLines(tmp_path / "x.jsonl")
