"""The course of a run, as its folder tells it: how far it is, how it fares, and whether it goes on."""

from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError
from ..matches.match import GAMES, RESULT
from ..players.describe import plural
from ..storage import checkpoints, locks, resume_command
from ..storage.array_files import MODEL
from ..storage.progress import read_entry
from ..storage.run_folder import is_run, read_config
from .curves import KINDS, Curve, learning_curve

NO_CURVE = Curve("", "", [])


class Course(NamedTuple):
    """How a run stands."""

    name: str
    """Of its folder."""
    method: str
    """The way of learning; or match, or the name of an experiment."""
    game: str
    """Its spec."""
    state: str
    """running, stopped, finished or damaged."""
    words: str = ""
    """How it goes, or what is damaged."""
    progress: float = 0.0
    """From 0 to 1, as far as it is known."""
    seconds_left: float | None = None
    rate: float | None = None
    """Things a second."""
    things: str = ""
    resumable: bool = False
    """Whether its folder says by which command it goes on."""
    playable: bool = False
    curve: Curve = NO_CURVE

    @property
    def is_training(self) -> bool:
        """Return whether a net learns, as far as can be told."""
        return self.method in KINDS or (not self.method and self.state == "damaged")


def find_courses(folder: Path) -> list[Course]:
    """Return the courses of the run folders in folder, by name."""
    try:
        inside = sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError:
        return []
    return [course for path in inside if (course := read_course(path))]


def read_course(folder: Path) -> Course | None:
    """Return the course of a run folder; None if it is none."""
    if not is_run(folder):
        return None
    try:
        config, faults = read_config(folder)
        curve = learning_curve(folder)
    except InputError as error:
        return Course(folder.name, "", "", "damaged", str(error))
    course = _course(folder, config, curve)
    return course._replace(state="damaged", words=faults[0], resumable=False) if faults else course


def _course(folder: Path, config: dict[str, Any], curve: Curve) -> Course:
    method = str(config.get("method") or config.get("experiment") or ("match" if "a" in config else ""))
    entry, running = read_entry(folder), locks.is_held(folder)
    finished = entry.finished if entry else (folder / RESULT).exists()
    course = Course(
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
        return course
    course = course._replace(progress=entry.share, things=entry.things)
    return course._replace(seconds_left=entry.seconds_left, rate=entry.rate) if running else course


def _last_value(curve: Curve) -> str:
    if not curve.points:
        return ""
    last = curve.points[-1]
    return f"{curve.y_label} {last.y:.3f} after {last.x:,.0f} {curve.x_label}"


def _done(folder: Path) -> str:
    """Return how far a run is that keeps no logbook, as its files tell."""
    if (folder / GAMES).exists():
        return plural((folder / GAMES).read_bytes().count(b"\n"), "game")
    numbers = checkpoints.numbers(folder)
    return f"checkpoint {numbers[0]}" if numbers else ""
