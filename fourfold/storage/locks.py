"""A lock on a folder: only one process writes into it. It is released when its owner ends, even by a kill."""

import os
import re
import socket
from pathlib import Path
from typing import Self

from ..errors import InputError

FILE = "run.lock"


class Lock:
    """Holds a folder until close; raises InputError that names the owner if another process holds it."""

    def __init__(self, folder: Path):
        self.file = (folder / FILE).open("a+", encoding="utf-8", errors="replace")
        if not try_lock(self.file.fileno()):
            self.file.seek(0)
            owner = self.file.read(200).strip() or "another process"
            self.file.close()
            raise InputError(f"{folder} is being written by {owner}: wait for it to end, or stop it")
        self.file.truncate(0)
        self.file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
        self.file.flush()

    def close(self) -> None:
        """Release the folder; the file stays, since another process may be about to lock it."""
        self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def is_held(folder: Path) -> bool:
    """Return whether a process holds the folder."""
    try:
        with (folder / FILE).open("rb") as file:
            return not try_lock(file.fileno(), shared=True)
    except OSError:
        return False


def owner(folder: Path) -> int | None:
    """Return the process of this machine that holds the folder; None if there is none."""
    try:
        text = (folder / FILE).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    found = re.fullmatch(r"process (\d+) on (.+)\n", text)
    return int(found[1]) if found and found[2] == socket.gethostname() and is_held(folder) else None


def try_lock(descriptor: int, shared: bool = False) -> bool:
    """Return whether an open file could be locked, until it is closed."""
    try:
        import fcntl
    except ImportError:  # Windows: there is no lock
        return True
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
