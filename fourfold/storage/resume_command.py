"""The command that this process executes, and those that resume runs."""

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..spec import source_files

words: list[str] = []
"""What follows `fourfold`; empty if the work was started from Python rather than by a command."""
RESUMABLE = ("train", "match", "reproduce", "worth")
OUT = "--out"


def text() -> str:
    """Return the command as it can be typed."""
    return shlex.join(["fourfold", *words])


def of_run(config: dict[str, Any], folder: str | Path) -> list[str]:
    """Return the command that started a run, as words, with its present folder; none if it was started from Python."""
    began = config.get("command")
    if not isinstance(began, list) or not began or not all(isinstance(word, str) for word in began):
        return []
    kept: list[str] = []
    for number, word in enumerate(began):
        if word != OUT and not word.startswith(f"{OUT}=") and (number == 0 or began[number - 1] != OUT):
            kept.append(word)
    return [*kept, OUT, str(folder)]


def check_trust(began: list[str], trusted: Iterable[str] = ()) -> None:
    """Raise InputError for a command that would run what a folder, perhaps a stranger's, names.

    That is an engine, a cluster, whose answers are unpickled, or a Python file that is not among those trusted.
    """
    allowed = {Path(file).resolve() for file in trusted}
    files = [file for word in began for file in source_files(_value(word)) if Path(file).resolve() not in allowed]
    others = [word for word in began if "engine:" in word or "://" in word]
    if began[0] in RESUMABLE and not files and not others:
        return
    what = f"it names {[*others, *files][0]}" if others or files else f"{began[0]} makes no run"
    words = began if others or not files else ["runs", "resume", began[-1], *dict.fromkeys(files)]
    raise InputError(
        f"a run folder alone never runs code, and {what}; if you trust it, type fourfold {shlex.join(words)}"
    )


def _value(word: str) -> str:
    """Return what a word of a command says: `--game=./g.py` names a file as `--game ./g.py` does."""
    option, equals, value = word.partition("=")
    return value if equals and option.startswith("-") else word
