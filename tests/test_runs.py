import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold import runs
from fourfold.errors import InputError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def test_a_run_is_made_and_opened_again(tmp_path):
    config = {"games": 4, "pair": (1, 2)}
    folder = runs.open_run(tmp_path / "a" / "b", config)
    assert json.loads((folder / "config.json").read_text()) == {"games": 4, "pair": [1, 2]}
    assert runs.open_run(folder, config) == folder
    assert [path.name for path in folder.iterdir()] == ["config.json"]


@pytest.mark.parametrize("other", [{"games": 4, "seed": 1}, {"games": 4}, {"games": 4, "seed": 0, "more": 1}])
def test_other_settings_are_refused_by_name(tmp_path, other):
    runs.open_run(tmp_path, {"games": 4, "seed": 0})
    with pytest.raises(InputError, match="more" if "more" in other else "seed"):
        runs.open_run(tmp_path, other)


def test_a_file_is_no_run_folder(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="run folder"):
        runs.open_run(tmp_path / "file", {})
    (tmp_path / "config.json").write_text("[")
    with pytest.raises(InputError, match="not JSON"):
        runs.open_run(tmp_path, {})


def test_an_interrupted_write_leaves_the_old_text(tmp_path, monkeypatch):
    runs.write_json(tmp_path / "x.json", 1)
    monkeypatch.setattr(runs.os, "fsync", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        runs.write_json(tmp_path / "x.json", 2)
    assert runs.read_json(tmp_path / "x.json") == 1


@given(st.lists(VALUES))
def test_what_is_appended_is_read_again(tmp_path_factory, values):
    path = tmp_path_factory.mktemp("lines") / "x.jsonl"
    for part in (values[:1], values[1:]):
        with runs.JsonLines(path) as lines:
            lines.append(part)
    assert runs.read_lines(path) == (values, 0)


@given(st.lists(VALUES, min_size=1), st.data())
def test_a_file_cut_anywhere_keeps_its_whole_lines(tmp_path_factory, values, data):
    path = tmp_path_factory.mktemp("lines") / "x.jsonl"
    with runs.JsonLines(path) as lines:
        lines.append(values)
    text = path.read_bytes()
    cut = data.draw(st.integers(0, len(text)))
    path.write_bytes(text[:cut])
    whole = text[:cut].count(b"\n")
    with runs.JsonLines(path) as lines:
        assert lines.values == values[:whole]
        lines.append(["next"])
    assert runs.read_lines(path) == ([*values[:whole], "next"], 0)


def test_a_torn_last_line_is_counted(tmp_path):
    (tmp_path / "x.jsonl").write_text('{"a": 1}\n{"a"')
    assert runs.read_lines(tmp_path / "x.jsonl") == ([{"a": 1}], 1)


def test_a_line_is_whole_without_its_end(tmp_path):
    (tmp_path / "x.jsonl").write_text('{"a": 1}\n{"a": 2}')
    assert runs.read_lines(tmp_path / "x.jsonl") == ([{"a": 1}, {"a": 2}], 0)


@pytest.mark.parametrize("bad", [b"{", b"", b"\xff\xfe", b"[" * 100_000])
def test_any_other_malformed_line_is_named(tmp_path, bad):
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"1\n" + bad + b"\n3\n")
    for read in (runs.read_lines, runs.JsonLines):
        with pytest.raises(InputError, match=r"x\.jsonl, line 2: not JSON"):
            read(path)


def test_an_incomplete_group_is_removed(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text("1\n2\n3\n4")
    with runs.JsonLines(path, group=2) as lines:
        assert lines.values == [1, 2]
    assert path.read_text() == "1\n2\n"
