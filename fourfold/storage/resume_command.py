"""The command that this process executes, and those that resume runs."""

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..errors import InputError

words: list[str] = []
"""What follows `fourfold`; empty if the work was started from Python rather than by a command."""
RESUMABLE = ("train", "match", "reproduce")
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

    That is an engine, a Python file, be it inside a spec, or a cluster, whose answers are unpickled.
    """
    named = [word for word in began if "engine:" in word or "://" in word or ".py" in word]
    foreign = [word for word in named if word not in trusted]
    if began[0] not in RESUMABLE or foreign:
        what = f"it names {foreign[0]}" if foreign else f"{began[0]} makes no run"
        raise InputError(
            f"nothing is run just because a folder says so, and {what}: if you trust it, type fourfold"
            f" {shlex.join(began)}"
        )
