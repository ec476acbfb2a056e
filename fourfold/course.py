"""The course of a training, as its run folder tells it: how far it is, how it fares, and whether it goes on."""

import time
from pathlib import Path
from typing import NamedTuple

from .curves import Curve, learning_curve
from .errors import InputError
from .logbook import is_running, read_entry
from .models import FILE as MODEL
from .runs import CONFIG, METRICS, read_json

FRESH = 30.0
"""A run without a logbook is taken to be alive for so many seconds after it has written."""
NO_CURVE = Curve("", "", [])


class Course(NamedTuple):
    """How a training stands."""

    name: str
    """Of its folder."""
    method: str
    game: str
    """Its spec."""
    state: str
    """running, stopped, finished or damaged."""
    words: str
    """How it goes, or what is damaged."""
    progress: float
    """From 0 to 1, as far as it is known."""
    seconds_left: float | None
    rate: float | None
    """Things a second."""
    things: str
    resumable: bool
    """Whether its folder says with which settings it goes on."""
    playable: bool
    curve: Curve


def find_courses(folder: Path) -> list[Course]:
    """Return the courses of the run folders in folder, by name."""
    try:
        inside = sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError:
        return []
    return [course for path in inside if (course := read_course(path))]


def read_course(folder: Path) -> Course | None:
    """Return the course of a run folder; None if it is none."""
    if not (folder / CONFIG).is_file():
        return None
    try:
        config = read_json(folder / CONFIG)
        method, game = config["method"], config["game"]
        curve = learning_curve(folder)
    except InputError as error:
        return _damaged(folder, str(error))
    except (KeyError, TypeError, IndexError):
        return None  # a match, say, or an experiment
    return _course(folder, str(method), str(game), curve)


def _course(folder: Path, method: str, game: str, curve: Curve) -> Course:
    entry = read_entry(folder)
    running = is_running(folder) or (entry is None and _is_fresh(folder))
    playable = (folder / MODEL).is_file()
    if entry is None:
        words = _last_value(curve)
        return Course(folder.name, method, game, "running" if running else "stopped", words, 0.0, None, None, "",
                      False, playable, curve)  # fmt: skip
    state = "finished" if entry.finished else "running" if running else "stopped"
    left, rate = (entry.seconds_left, entry.rate) if state == "running" else (None, None)
    done = entry.done / entry.total if entry.total else 0.0
    return Course(folder.name, method, game, state, entry.words, min(max(done, 0.0), 1.0), left, rate, entry.things,
                  state == "stopped", playable, curve)  # fmt: skip


def _last_value(curve: Curve) -> str:
    if not curve.points:
        return ""
    last = curve.points[-1]
    return f"{curve.y_label} {last.y:.3f} after {last.x:,.0f} {curve.x_label}"


def _is_fresh(folder: Path) -> bool:
    try:
        return time.time() - (folder / METRICS).stat().st_mtime < FRESH
    except OSError:
        return False


def _damaged(folder: Path, reason: str) -> Course:
    return Course(folder.name, "", "", "damaged", reason, 0.0, None, None, "", False, False, NO_CURVE)
