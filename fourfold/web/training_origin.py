"""The origin of a training run, stored in its folder, so that a later server knows who started it."""

import os
import socket
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from ..storage.atomic_files import read_json, write_json

FILE = "started.json"


class Origin(NamedTuple):
    """The request that started a training run, and the server that received it."""

    key: str
    """The client's id of its request, the same when it is repeated; empty if there is none."""
    server: int
    """Its process id."""
    host: str

    def is_orphaned(self) -> bool:
        """Return whether the server has ended: its process on this machine is gone, or its id is now our own."""
        is_gone = self.server == os.getpid() or not _is_alive(self.server)
        return self.host == socket.gethostname() and is_gone


def write_origin(folder: Path, key: str) -> None:
    """Record that this process starts the training run in a folder, which is created if necessary."""
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / FILE, Origin(key, os.getpid(), socket.gethostname())._asdict())


def read_origin(folder: Path) -> Origin | None:
    """Return the origin of a training run; None if no server started it."""
    try:
        found = read_json(folder / FILE)
        return Origin(str(found["key"]), int(found["server"]), str(found["host"]))
    except (InputError, KeyError, TypeError, ValueError):
        return None


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it is somebody else's
        pass
    return True
