"""The status of a run, read from its folder: its progress, its result, and whether it is running."""

from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError
from ..players.describe import plural
from ..storage import checkpoints, locks, resume_command
from ..storage.array_files import MODEL
from ..storage.progress import read_progress
from ..storage.run_folder import GAMES, METRICS, RESULT, is_run, read_config, read_json, read_lines
from .curves import FILE as CURVE
from .curves import NO_CURVE, Curve, read_curve
from .methods import method_names

OLD_NAMES = {"networks": "network"}
"""Methods by their names in runs of 0.1.0."""
MEMBERS = "members.json"
"""The file with the scores of nets in NHB runs of 0.1.0."""


class RunStatus(NamedTuple):
    """The status of a run."""

    name: str
    """Of its folder."""
    method: str
    """The learner; or match, or the name of an experiment."""
    game: str
    """Its spec."""
    state: str
    """running, stopped, finished or damaged."""
    words: str = ""
    """The current result, or what is damaged."""
    progress: float = 0.0
    """From 0 to 1, as far as known."""
    seconds_left: float | None = None
    rate: float | None = None
    """Units per second."""
    things: str = ""
    resumable: bool = False
    """Whether its folder has the command to resume it."""
    playable: bool = False
    curve: Curve = NO_CURVE
    seconds: float | None = None
    """Of learning until the last point of its curve, if known."""

    @property
    def is_training(self) -> bool:
        """Return whether this is a training run, as far as can be told."""
        is_method = OLD_NAMES.get(self.method, self.method) in method_names() or bool(self.curve.x_label)
        return is_method or (not self.method and self.state == "damaged")


def find_runs(folder: Path) -> list[RunStatus]:
    """Return the status of the run folders in folder, by name."""
    try:
        inside = sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError:
        return []
    return [status for path in inside if (status := read_status(path))]


def read_status(folder: Path) -> RunStatus | None:
    """Return the status of a run folder; None if it is not one."""
    if not is_run(folder):
        return None
    try:
        config, faults = read_config(folder)
        curve = learning_curve(folder, config)
    except InputError as error:
        return RunStatus(folder.name, "", "", "damaged", str(error))
    status = _status(folder, config, curve)
    return status._replace(state="damaged", words=faults[0], resumable=False) if faults else status


def _status(folder: Path, config: dict[str, Any], curve: Curve) -> RunStatus:
    method = str(config.get("method") or config.get("experiment") or ("match" if "a" in config else ""))
    entry, running = read_progress(folder), locks.is_held(folder)
    finished = entry.finished if entry else (folder / RESULT).exists()
    status = RunStatus(
        folder.name,
        method,
        str(config.get("game", "")),
        "running" if running else "finished" if finished else "stopped",
        (entry and entry.words) or _last_value(curve) or _done(folder),
        resumable=not running and not finished and bool(resume_command.of_run(config, folder)),
        playable=(folder / MODEL).is_file(),
        curve=curve,
    )
    if entry is None:
        return status
    status = status._replace(progress=entry.share, things=entry.things, seconds=entry.measured or None)
    return status._replace(seconds_left=entry.seconds_left, rate=entry.rate) if running else status


def _last_value(curve: Curve) -> str:
    if not curve.points:
        return ""
    last = curve.points[-1]
    return f"{curve.y_label} {last.y:.3f} after {last.x:,.0f} {curve.x_label}"


def _done(folder: Path) -> str:
    """Return the progress of a run without a progress file, from its other files."""
    if (folder / GAMES).exists():
        return plural((folder / GAMES).read_bytes().count(b"\n"), "game")
    numbers = checkpoints.numbers(folder)
    return f"checkpoint {numbers[0]}" if numbers else ""


def learning_curve(folder: Path, config: dict[str, Any]) -> Curve:
    """Return the curve of a run; runs of 0.1.0 do not keep theirs: it is drawn from their metrics."""
    method = OLD_NAMES.get(str(config.get("method")), str(config.get("method")))
    if (folder / CURVE).is_file() or method not in method_names():
        return read_curve(folder) or NO_CURVE
    from .find import find_learner  # takes a while

    kind = find_learner(method)
    try:
        lines = read_lines(folder / METRICS).values if (folder / METRICS).exists() else []
        members = read_json(folder / MEMBERS) if (folder / MEMBERS).exists() else {}
        return kind.old_curve(lines, {**config, "scores": members.get("scores", [])})
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError):
        raise InputError(f"{folder / METRICS} does not have the metrics of its run") from None
