"""Reproduce a table of a paper: cell by cell, each stored as soon as it is measured."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...learn.settings import default_settings
from ...parallel import interrupts
from ...parallel.ordered_map import Workers, ordered_map
from ...storage.progress import ProgressWriter
from ...storage.run_folder import JsonLines, Run, open_run
from ..find import find_experiment
from . import plots
from .study import DataStudy, IndependentStudy, Report, Study

CELLS, PLOT = "cells.jsonl", "plot.svg"

Progress = Callable[[float, int, str], None]
"""Called with the cells done (fractions included), the total, and the current task."""


@dataclass(frozen=True)
class Reproduction:
    """A finished experiment."""

    study: Study
    folder: Path
    rows: Sequence[Any]

    def to_json(self) -> dict[str, Any]:
        return {
            "rows": [{**as_dict(row), "reproducible": not self.study.is_timed(row)} for row in self.rows],
            "paper": [as_dict(row) for row in self.study.paper],
            "findings": self.study.findings(self.rows),
            "out": str(self.folder),
        }


def as_dict(value: Any) -> dict[str, Any]:
    """Return the fields of a named tuple or dataclass."""
    to_dict = asdict if is_dataclass(value) else type(value)._asdict
    return dict(to_dict(value))


def find_study(name: str, scale: str, seed: int, data: str | None = None, **players: str) -> Study:
    """Return the experiment; players replace those that its scale names."""
    module = find_experiment(name).load()
    if scale not in module.SCALES:
        raise InputError(f"no scale named {scale!r}; choose from {', '.join(module.SCALES)}")
    study: Study = module.Experiment(_with_players(name, module.SCALES[scale], players), seed)
    if isinstance(study, DataStudy):
        study.find_data(data)
    elif data is not None:
        raise InputError(f"{name} reads no data; leave out --data")
    return study


def _with_players(name: str, scale: Any, players: dict[str, str]) -> Any:
    for role in players:
        if role not in (field.name for field in fields(scale)):
            raise InputError(f"{name} has no {role} to choose; leave out --{role}")
    return replace(scale, **players)


def reproduce(
    name: str,
    scale: str = "small",
    out: str | Path | None = None,
    seed: int = 0,
    workers: Workers = None,
    progress: Progress | None = None,
    data: str | None = None,
    plot: str | Path | None = None,
    **players: str,
) -> Reproduction:
    """Return the results of the experiment with that name.

    out is its run folder, `runs/NAME-SCALE` by default, from which it resumes after a kill. data is the folder of input
    files, which some experiments need, and players are the model and the opponent, where there is a choice. plot is
    the file, .svg or .png, for its plot.
    """
    study = find_study(name, scale, seed, data, **players)
    config = {"experiment": name, "scale": scale, "seed": seed, **study.config()}
    with open_run(out or default_folder(name, scale), config, default_settings(type(study.scale))) as run:
        assert run.folder is not None
        with JsonLines(run.folder / CELLS, repair=True) as file:
            results = [_stored_result(study, value, run.folder) for value in file.values]
            cells, begun = study.cells(), len(results)
            _report(progress, begun, len(cells))(0.0, "starting")
            measured = _side_by_side if isinstance(study, IndependentStudy) else _one_by_one
            with ProgressWriter(run.folder, len(cells), "cells") as writer:
                writer.note(begun, f"{begun} of {len(cells)} cells")
                for result in measured(study, cells, begun, run.folder, workers, progress):
                    results.append(result)
                    file.append([as_dict(result)])
                    writer.note(len(results), f"{len(results)} of {len(cells)} cells")
                    interrupts.check()
                writer.finish()
        found = Reproduction(study, run.folder, study.rows(results))
        if plot:
            _draw(found, run, Path(plot))
        return found


def default_folder(name: str, scale: str) -> Path:
    """Return the run folder of an experiment if none is given."""
    return Path(f"runs/{name}-{scale}")


def _draw(found: Reproduction, run: Run, path: Path) -> None:
    content = plots.render(lambda figure: found.study.draw(found.rows, figure, found.folder), path.suffix)
    run.write_product(path, content)


def _stored_result(study: Study, value: Any, folder: Path) -> Any:
    try:
        return study.result(**value)
    except (TypeError, KeyError, ValueError):
        raise InputError(f"{folder / CELLS} does not have the results of this experiment") from None


def _one_by_one(
    study: Any, cells: Sequence[Any], begun: int, folder: Path, workers: Workers, progress: Progress | None
) -> Iterator[Any]:
    """Yield the results of the remaining cells; each may use all workers."""
    for number in range(begun, len(cells)):
        yield study.measure(cells[number], folder, workers, _report(progress, number, len(cells)))


def _side_by_side(
    study: Any, cells: Sequence[Any], begun: int, folder: Path, workers: Workers, progress: Progress | None
) -> Iterator[Any]:
    """Yield the same, each measured by its own worker."""
    study.prepare(folder, workers, _report(progress, begun, len(cells)))
    _report(progress, begun, len(cells))(0.0, "cells side by side; the time left is known after the first")
    measure = partial(_measure_quietly, study, folder)
    for number, result in enumerate(ordered_map(measure, cells[begun:], workers), begun + 1):
        _report(progress, number, len(cells))(0.0, " ".join(map(str, cells[number - 1])))
        yield result


def _measure_quietly(study: Any, folder: Path, cell: Any) -> Any:
    return study.measure(cell, folder, 1, lambda share, text: None)


def _report(progress: Progress | None, done: int, wanted: int) -> Report:
    """Return the function that a cell calls with its progress."""
    return lambda share, text: progress(done + share, wanted, text) if progress else None
