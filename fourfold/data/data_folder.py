"""The data folder: games, positions and players from elsewhere, not included with Fourfold."""

import os
from collections.abc import Sequence
from pathlib import Path

from ..errors import InputError

VARIABLE = "FOURFOLD_DATA"
SHOWN = 2
"""How many missing files are named."""


def find(files: Sequence[str], given: str | None = None, source: str = "") -> Path:
    """Return the given folder, or the one named by FOURFOLD_DATA, which must contain all files and folders.

    source says where such files are published.
    """
    named = given or os.environ.get(VARIABLE)
    missing = [file for file in files if not named or not (Path(named) / file).exists()]
    if not missing and named:
        return Path(named)
    more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
    where = f"{named} has no" if named else "no folder of data is named that has"
    hint = f"--data DIR or {VARIABLE} names the folder" + (f"; published at {source}" if source else "")
    raise InputError(f"{where} {', '.join(missing[:SHOWN])}{more}: {hint}")
