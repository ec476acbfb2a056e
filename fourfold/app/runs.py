"""The commands `runs`: which run folders there are, what is in one, whether it is whole, and how it goes on."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .. import checkpoints, locks
from ..damage import find_damage
from ..errors import InputError
from ..matches import GAMES, RESULT
from ..models import FILE as MODEL
from ..runs import CONFIG, NOT_COMPARED, read_config, read_lines
from .show import Show
from .words import plural

RESUMABLE = ("train", "match", "reproduce")
OUT = "--out"


class Row(NamedTuple):
    """What is to be said of a run in one line."""

    run: str
    kind: str
    game: str
    state: str
    """running, or stopped (which is also what one is that has reached its end)."""
    done: str


def list_runs(folder: str, show: Show) -> None:
    found = [_row(path) for path in sorted(Path(folder).glob("*")) if (path / CONFIG).exists()]
    if found:
        show.table(["run", "kind", "game", "state", "done"], [list(row) for row in found])
    else:
        show.line(f"There are no runs in {folder}: fourfold train, match --out and reproduce make them.")
    show.result({"runs": [row._asdict() for row in found]})


def _row(folder: Path) -> Row:
    state = "running" if locks.is_held(folder) else "stopped"
    try:
        config, faults = read_config(folder)
        state = "damaged" if faults else state
        return Row(str(folder), _kind(config), str(config.get("game", "")), state, _done(folder))
    except InputError:
        return Row(str(folder), "", "", "damaged", "")


def _kind(config: dict[str, Any]) -> str:
    return str(config.get("method") or config.get("experiment") or ("match" if "a" in config else ""))


def _done(folder: Path) -> str:
    """Return how far a run is, as its files tell."""
    if (folder / GAMES).exists():
        count = (folder / GAMES).read_bytes().count(b"\n")
        return plural(count, "game") + (", result" if (folder / RESULT).exists() else "")
    numbers = checkpoints.numbers(folder)
    model = ", model" if (folder / MODEL).exists() else ""
    return (f"checkpoint {numbers[0]}" if numbers else "no checkpoint") + model


def show_run(folder: str, show: Show) -> None:
    config, faults = read_config(_given(folder))
    row = _row(Path(folder))
    settings = {name: value for name, value in config.items() if name not in NOT_COMPARED}
    show.line(f"{folder}: {row.kind} {row.game}, {row.state}, {row.done}")
    show.table(["setting", "value"], [[name, str(value)] for name, value in settings.items()])
    words = _command(folder, config)
    show.line(f"it goes on with: fourfold {shlex.join(words)}" if words else "a program made it, not a command")
    for fault in faults:
        show.line(fault)
    show.result({**row._asdict(), "settings": settings, "command": words, "faults": faults})


def verify(folder: str, show: Show) -> int:
    """Say what is damaged in a run and in those inside it; return the exit code."""
    runs = list(_with_inner(_given(folder)))
    faults = [fault for run in runs for fault in _faults(run)]
    for fault in faults:
        show.line(fault)
    show.line(f"{plural(len(runs), 'run folder')}: {plural(len(faults), 'fault') if faults else 'all is whole'}")
    found = checkpoints.newest(Path(folder)).checkpoint
    if faults:
        where = f"checkpoint {found.number}" if found else "what is whole, or the beginning"
        show.line(f"fourfold runs resume {shlex.quote(folder)} goes on from {where}")
    show.result({"runs": len(runs), "faults": faults, "checkpoint": found.number if found else None})
    return 1 if faults else 0


def _faults(run: Path) -> list[str]:
    try:
        faults = read_config(run).faults
    except InputError as error:
        faults = [str(error)]
    faults += find_damage(run)
    for path in run.glob("*.jsonl"):
        try:
            read_lines(path)
        except InputError as error:
            if not any(str(path) in fault for fault in faults):
                faults.append(str(error))
    return faults


def _with_inner(folder: Path) -> Iterator[Path]:
    yield from sorted({path.parent for path in folder.rglob(CONFIG)} | {folder})


def resume(folder: str, as_json: bool) -> int:
    """Run the command that began a run; return its exit code."""
    from .cli import main

    words = _command(folder, read_config(_given(folder)).config)
    if not words:
        raise InputError(f"{folder} was made by a program, not by a command: run that program again")
    runs_foreign_code(words)
    return main([*words, *(["--json"] if as_json and "--json" not in words else [])])


def runs_foreign_code(words: list[str]) -> None:
    """Raise InputError for a command that would run what a file, perhaps a stranger's, names."""
    foreign = [word for word in words if "engine:" in word or word.endswith(".py")]
    if words[0] not in RESUMABLE or foreign:
        what = f"it runs {foreign[0]}" if foreign else f"{words[0]} makes no run"
        raise InputError(
            f"nothing is run just because a folder says so, and {what}: if you trust it, type fourfold"
            f" {shlex.join(words)}"
        )


def _command(folder: str, config: dict[str, Any]) -> list[str]:
    """Return the words of the command that began a run, with the folder as it is named now."""
    words = config.get("command")
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        return []
    kept: list[str] = []
    for number, word in enumerate(words):
        if word != OUT and not word.startswith(f"{OUT}=") and (number == 0 or words[number - 1] != OUT):
            kept.append(word)
    return [*kept, OUT, folder]


def _given(folder: str) -> Path:
    path = Path(folder)
    if not (path / CONFIG).exists() and not (path / "manifest.json").exists():
        raise InputError(f"{folder} is no run folder")
    return path
