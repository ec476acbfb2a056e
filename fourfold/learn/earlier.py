"""Earlier nets of a run: models of what it knew after some shares of its work, to play against.

`eval=RUN/earlier/10.safetensors` is the net after a tenth. They are products like the model: written before the next
checkpoint, they are ahead of it after a kill and are then written again.
"""

from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from ..evaluators import weights_file
from ..evaluators.weights_file import Model

FOLDER = "earlier"
PERCENT = (0, 1, 3, 10, 30)
"""Of the work after which the net is kept: it changes most in the beginning."""
NOTE = "earlier"
"""Where the notes of such a model say how much work was done."""


class Work(NamedTuple):
    """How much a run had done when a net was kept."""

    done: int
    total: int
    """What it was to do in all."""
    things: str
    """What is counted."""

    @property
    def share(self) -> float:
        return min(max(self.done / self.total, 0.0), 1.0) if self.total else 0.0


class Earlier(NamedTuple):
    """An earlier net of a run."""

    mark: int
    """The share in percent that was reached: one of PERCENT. Where steps are large, more was done."""
    work: Work
    path: Path


def due(before: float, reached: float, total: float) -> int | None:
    """Return the mark, a share in percent, that was reached since; of several the last: all would be the same net."""
    passed = [percent for percent in PERCENT if before < percent / 100.0 * total <= reached]
    return max(passed, default=None)


def keep(run: Path, mark: int, work: Work, model: Model) -> None:
    """Keep a model that values positions; others rank moves, and may be large."""
    if not _is_kept(model.evaluator):
        return
    (run / FOLDER).mkdir(exist_ok=True)
    weights_file.save_model(path_of(run, mark), model._replace(notes={**model.notes, NOTE: work._asdict()}))


def _is_kept(evaluator: str) -> bool:
    try:
        return weights_file.values_positions(evaluator)
    except InputError:  # a user's learner may call its models as it likes
        return False


def path_of(run: Path, mark: int) -> Path:
    return run / FOLDER / f"{mark}.safetensors"


def find_earlier(run: Path) -> list[Earlier]:
    """Return the earlier nets of a run, the first one first; those that cannot be read are left out."""
    found = ((mark, path_of(run, mark)) for mark in PERCENT)
    return [Earlier(mark, work, path) for mark, path in found if (work := _work(path))]


def _work(path: Path) -> Work | None:
    try:
        note = weights_file.head_of(path).notes[NOTE]
        return Work(int(note["done"]), int(note["total"]), str(note["things"]))
    except (InputError, KeyError, TypeError, ValueError, OverflowError):
        return None
