"""docs/python.md is true: its examples run and print what stands behind them, and every public name has a section."""

import re

import pytest
from support import paths

import fourfold

PAGE = (paths.DOCS / "python.md").read_text()
SECTIONS = dict(re.findall(r"^## (.*)\n((?:(?!^## ).*\n)*)", PAGE, re.MULTILINE))


def code_of(section):
    """Return the Python blocks of a section as one program."""
    return "\n".join(re.findall(r"^```python\n(.*?)^```", section, re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize("heading", SECTIONS)
def test_the_examples_of_a_section_print_what_the_page_says(heading, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    code = code_of(SECTIONS[heading])
    assert code
    capsys.readouterr()
    exec(compile(code, heading, "exec"), {"__name__": "example"})
    expected = re.findall(r"^print\(.*\)  # (.*)$", code, re.MULTILINE)
    assert capsys.readouterr().out.splitlines() == expected


def test_every_public_name_has_a_section():
    named = {name for heading in SECTIONS for name in re.findall(r"`(\w+)`", heading)}
    assert set(fourfold.__all__) <= named
