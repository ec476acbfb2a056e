"""Files that are whole at every moment."""

import os
from pathlib import Path


def write_whole(path: str | Path, content: bytes | str) -> None:
    """Write content so that path holds the old or the new one, never a part of it, whatever happens meanwhile."""
    path = Path(path)
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode("utf-8", "replace"))
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
