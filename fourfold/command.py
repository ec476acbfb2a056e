"""The command that this process carries out."""

import shlex

words: list[str] = []
"""What follows `fourfold`; empty if a program, and no command, does the work."""


def text() -> str:
    """Return the command as it can be typed again."""
    return shlex.join(["fourfold", *words])
