"""The commands `runs`: the trainings in a folder, how one of them fares, and how it goes on."""

from pathlib import Path
from typing import Any

from ..course import Course, find_courses, read_course
from ..errors import InputError
from ..logbook import read_entry
from . import train
from .chart import chart, spark
from .show import Show


def list_runs(folder: str, show: Show) -> None:
    found = find_courses(Path(folder))
    rows = [[each.name, each.method, each.game, each.state, each.words, spark(each.curve.points)] for each in found]
    if rows:
        show.table(["run", "method", "game", "state", "how it goes", "curve"], rows)
    else:
        show.line(f"No trainings in {folder}/ yet: fourfold train begins one.")
    show.result({"runs": [to_json(each) for each in found]})


def show_run(folder: str, show: Show) -> None:
    course = given_course(folder)
    show.line(f"{course.name}: {course.method} {course.game}, {course.state}. {course.words}".strip())
    for line in chart(course.curve):
        show.line(line)
    show.result(to_json(course))


def resume(folder: str, show: Show) -> None:
    """Let a training go on with the settings that it had."""
    given_course(folder)
    entry = read_entry(Path(folder))
    if entry is None:
        raise InputError(f"{folder} does not say how it was trained: repeat its fourfold train command")
    if entry.method not in train.WATCHES:
        raise InputError(f"{folder} was trained by {entry.method!r}, which is no way of learning")
    train.run(entry.method, entry.game, show, **{**entry.settings, "out": folder})


def given_course(folder: str) -> Course:
    course = read_course(Path(folder))
    if course is None:
        raise InputError(f"{folder} is no run folder")
    return course


def to_json(course: Course) -> dict[str, Any]:
    curve = course.curve
    return {
        **course._asdict(),
        "curve": [point._asdict() for point in curve.points],
        "labels": {"x": curve.x_label, "y": curve.y_label},
    }
