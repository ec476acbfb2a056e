"""The commands `runs`: list, show, verify and resume run folders."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..learn import curves
from ..learn.status import RunStatus, find_runs, read_status
from ..players.describe import plural
from ..storage import checkpoints, resume_command
from ..storage.integrity import find_faults
from ..storage.run_folder import CONFIG, NOT_COMPARED, is_run, read_config, read_lines
from .draw_curve import chart, chart_of_lines, spark
from .output import Show


def list_runs(folder: str, show: Show) -> None:
    found = find_runs(Path(folder))
    rows = [[each.name, each.method, each.game, each.state, each.words, spark(each.curve.points)] for each in found]
    if rows:
        show.table(["run", "method", "game", "state", "how it goes", "curve"], rows)
    else:
        show.line(f"There are no runs in {folder}; fourfold train, match --out and reproduce create them.")
    show.result({"runs": [to_json(each) for each in found]})


def show_run(folder: str, reach: float | None, other: str | None, by: str | None, show: Show) -> None:
    from ..learn.earlier import find_earlier
    from ..learn.verdict import judge_run  # takes a while, and lists need none

    config, faults = read_config(_given(folder))
    status = _status(folder)
    if by and not other:
        raise InputError("--by is for two runs: add --with RUN")
    together = _compared(folder, other, by) if other else None
    show.line(f"{status.name}: {status.method} {status.game}, {status.state}. {status.words}".strip())
    learning = judge_run(Path(folder), status, reach)
    lines = chart(status.curve) if together is None else chart_of_lines(together)
    for line in [*lines, *(learning.words if learning else [])]:
        show.line(line)
    earlier = find_earlier(Path(folder))
    if earlier:
        named = ", ".join(f"{each.path} ({each.work.share:.0%})" for each in earlier)
        show.line(f"earlier nets, as models of a player: {named}")
    settings = {name: value for name, value in config.items() if name not in NOT_COMPARED}
    show.table(["setting", "value"], [[name, str(value)] for name, value in settings.items()])
    words = resume_command.of_run(config, folder)
    show.line(f"to resume: fourfold {shlex.join(words)}" if words else "made by a program, not by a command")
    kept = [{"model": str(each.path), **each.work._asdict()} for each in earlier]
    found = {"settings": settings, "command": words, "faults": faults, "earlier": kept}
    compared = {"compared": curves.to_json(together)} if together else {}
    show.result({**to_json(status), "learning": learning and learning.to_json(), **compared, **found})


def _status(folder: str) -> RunStatus:
    status = read_status(_given(folder))
    assert status, "it is a run"
    return status


def _compared(folder: str, other: str, by: str | None) -> curves.Curve:
    """Return the curves of two runs, which are called by their folders: names may be the same."""
    from ..learn.comparison import compare  # takes a while, and lists need none

    return compare(_status(folder)._replace(name=folder), _status(other)._replace(name=other), by)


def verify(folder: str, show: Show) -> int:
    """Print what is damaged in a run and in runs inside it; return the exit code."""
    runs = list(_with_inner(_given(folder)))
    faults = [fault for run in runs for fault in _faults(run)]
    for fault in faults:
        show.line(fault)
    show.line(f"{plural(len(runs), 'run folder')}: {plural(len(faults), 'fault') if faults else 'no damage'}")
    found = checkpoints.newest(Path(folder)).checkpoint
    if faults:
        where = f"checkpoint {found.number}" if found else "the files that are intact, or from the start"
        show.line(f"fourfold runs resume {shlex.quote(folder)} resumes from {where}")
    show.result({"runs": len(runs), "faults": faults, "checkpoint": found.number if found else None})
    return 1 if faults else 0


def _faults(run: Path) -> list[str]:
    try:
        faults = read_config(run).faults
    except InputError as error:
        faults = [str(error)]
    faults += find_faults(run)
    for path in run.glob("*.jsonl"):
        try:
            read_lines(path)
        except InputError as error:
            if not any(str(path) in fault for fault in faults):
                faults.append(str(error))
    return faults


def _with_inner(folder: Path) -> Iterator[Path]:
    yield from sorted({path.parent for path in folder.rglob(CONFIG)} | {folder})


def resume(folder: str, files: list[str], as_json: bool) -> list[str]:
    """Return the command that started a run, to resume it; it may name only the given Python files."""
    words = resume_command.of_run(read_config(_given(folder)).config, folder)
    if not words:
        raise InputError(f"{folder} was made by a program, not by a command; run that program again")
    resume_command.check_trust(words, files)
    return [*words, *(["--json"] if as_json and "--json" not in words else [])]


def _given(folder: str) -> Path:
    if not is_run(Path(folder)):
        raise InputError(f"{folder} is not a run folder")
    return Path(folder)


def to_json(status: RunStatus) -> dict[str, Any]:
    return {**status._asdict(), **curves.to_json(status.curve)}
