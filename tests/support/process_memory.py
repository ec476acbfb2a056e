"""How much memory a process and those it has started take, from Linux's /proc."""

import os
from pathlib import Path

PROC = Path("/proc")


def family(pid: int) -> list[int]:
    """Return a process and all that descend from it."""
    parents = {int(path.name): parent_of(path) for path in PROC.iterdir() if path.name.isdigit()}
    found = [pid]
    for each in found:  # it grows while it is walked
        found += [child for child, parent in parents.items() if parent == each]
    return found


def parent_of(path: Path) -> int:
    try:
        return int((path / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:  # it has ended
        return 0


def shared_out_megabytes(pid: int) -> dict[int, float]:
    """Return the proportional set size of a process and of each that descends from it."""
    return {each: megabytes_of(each) for each in family(pid)}


def megabytes_of(pid: int) -> float:
    try:
        lines = (PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


def own_megabytes() -> float:
    return megabytes_of(os.getpid())
