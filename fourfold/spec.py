"""Specs: how games, players, evaluators and learners are named, on the command line, in Python and inside each other.

    SPEC    = NAME | NAME:OPTIONS           alphabeta      hex:size=7      ./my_player.py:level=3
    OPTIONS = NAME=VALUE,NAME=VALUE,...     depth=6,eval=positional        each name once
    VALUE   = TEXT | 'TEXT' | "TEXT"        nodes=9        cmd='program --level 3, please'

A NAME is a word, or the path of a Python file, which ends in `.py`. A VALUE without quotes ends at the next comma; one
in quotes ends at the quote before a comma or the end, and may contain commas and the other kind of quote. It may be
a spec itself: `alphabeta:eval=./my_eval.py,nodes=9`, `hybrid:moves=46-60,inside='alphabeta:depth=5',outside=random`.

A file runs only if a user names it; `source_files` finds the files that a command from elsewhere would run.
"""

import re
from collections.abc import Collection
from typing import NamedTuple

from .errors import InputError

SUFFIX = ".py"
NAME = re.compile(r"(?![A-Za-z]:[\\/])[\w-]*(?=:|\Z)|.*?\.py(?=:|\Z)|[^:]*", re.DOTALL)
"""A word (not the drive of a path), or else the path of a Python file, or else everything before a colon."""
OPTION = re.compile(r"""([^=,]*)(?:(=)(?:'(.*?)'(?=,|$)|"(.*?)"(?=,|$)|([^,]*)))?(?:,|$)""", re.DOTALL)
"""An option: its name, `=`, and its value in single quotes, in double quotes or in none."""


class Spec(NamedTuple):
    """A name and its options."""

    name: str
    options: dict[str, str]


def parse(text: str, what: str = "spec", known: Collection[str] | None = None) -> Spec:
    """Return the parts of a spec; its options must be among known, if given."""
    name = name_of(text)
    options: dict[str, str] = {}
    for item in OPTION.finditer(text[len(name) + 1 :]):
        option, equals, *values = item.groups()
        if not item[0].strip(","):
            continue
        if not equals or option in options or (known is not None and option not in known):
            raise InputError(_fault(item[0].removesuffix(","), text, what, known))
        options[option] = next(value for value in values if value is not None)
    return Spec(name, options)


def _fault(item: str, text: str, what: str, known: Collection[str] | None) -> str:
    rule = "an option is NAME=VALUE, each name once"
    if known is not None:
        rule = f"options of {name_of(text)}: {', '.join(f'{option}=' for option in known) or 'none'}"
    return f"{item!r} in {what} {text!r} is not valid; {rule}"


def name_of(text: str) -> str:
    """Return the name at the start of a spec."""
    found = NAME.match(text)
    assert found, "its last alternative matches anything"
    return found[0]


def quote(value: str) -> str:
    """Return a value, such as a player's spec inside a hybrid's, in quotes of a kind that it does not contain."""
    mark = next((mark for mark in "'\"" if mark not in value), None)
    if mark is None:
        raise InputError(f"{value} has both kinds of quotes, so it cannot be quoted")
    return f"{mark}{value}{mark}"


def is_source_file(text: str) -> bool:
    """Return whether text is the path of a Python file, without options."""
    return text.endswith(SUFFIX) and name_of(text) == text


def source_files(text: str) -> list[str]:
    """Return every Python file that a spec names, also in its options; a text that is not a spec counts as a path."""
    try:
        name, options = parse(text)
    except InputError:
        return [text] if SUFFIX in text else []
    inside = [file for value in options.values() for file in source_files(value)]
    return [name, *inside] if is_source_file(name) else inside
