"""Where a training comes from, as its folder tells: so a server knows what one before it has started, and for whom."""

import os
import socket
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from ..storage.atomic_files import read_json, write_json

FILE = "started.json"


class Origin(NamedTuple):
    """The request that started a training, and the server that answered it."""

    key: str
    """The client's word for its request, the same when it asks again; empty if it gave none."""
    server: int
    """The number of its process."""
    host: str

    def is_orphaned(self) -> bool:
        """Return whether the server has ended: one of this machine that lives no more, or had our own number."""
        is_gone = self.server == os.getpid() or not _is_alive(self.server)
        return self.host == socket.gethostname() and is_gone


def write_origin(folder: Path, key: str) -> None:
    """Say that this process starts the training of a folder, which is made if there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / FILE, Origin(key, os.getpid(), socket.gethostname())._asdict())


def read_origin(folder: Path) -> Origin | None:
    """Return where a training comes from; None if no server has started it."""
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
