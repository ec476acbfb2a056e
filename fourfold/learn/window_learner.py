"""What learners share that play generation after generation and learn from the newest examples, the window."""

from abc import abstractmethod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..storage.array_files import load_arrays, save_arrays
from .learner import Learner

EXAMPLES = "examples"
"""The folder of their files, within that of the run."""
Arrays = dict[str, np.ndarray]
NO_END = 1_000_000_000
"""More games than are ever played: the time ends a run."""


class Kept(NamedTuple):
    """The examples of a generation, and the net that made them."""

    number: int
    teacher: Any
    examples: Arrays
    """By name; `values` has one number for each."""


class WindowLearner(Learner):
    """Keeps the window in files, so that an interrupted run resumes; examples whose file is damaged are made again.

    `self.net` is a NamedTuple of arrays, and the setting `window` says how many examples are wanted.
    """

    net: Any

    def start(self) -> None:
        self.window: list[Kept] = []

    @abstractmethod
    def make_again(self, number: int, teacher: Any) -> Arrays:
        """Return the examples that this net made in an earlier generation."""

    def remember(self, kept: Kept) -> None:
        """Add a generation to the window, and drop those that are too old."""
        self.window.append(kept)
        while sum(len(each.examples["values"]) for each in self.window[1:]) >= self.settings.window:
            del self.window[0]

    def share_done(self) -> float:
        """Return which part of the games has been played, or of the time has passed, whichever is more."""
        by_games = self.progress()[0] / self.total() if self.metrics_ else 0.0
        by_time = self.seconds_spent() / (60.0 * self.minutes) if self.minutes else 0.0
        return min(max(by_games, by_time), 1.0)

    def joined(self, name: str) -> np.ndarray:
        """Return an array of all examples in the window."""
        return np.concatenate([each.examples[name] for each in self.window])

    def state(self) -> Arrays:
        return {name: array for each in self._needed() for name, array in named(f"teacher.{each.number}", each.teacher)}

    def notes(self) -> dict[str, Any]:
        return {"kept": [each.number for each in self._needed()]}

    def _needed(self) -> list[Kept]:
        return [] if self.is_finished() else self.window

    def restore(self, arrays: Arrays, notes: dict[str, Any]) -> None:
        kind = type(self.net)
        self.window = [self._restored(number, net_of(arrays, f"teacher.{number}", kind)) for number in notes["kept"]]

    def _restored(self, number: int, teacher: Any) -> Kept:
        assert self.out is not None
        try:
            examples, _ = load_arrays(examples_path(self.out, number))
        except InputError:
            examples_path(self.out, number).unlink(missing_ok=True)
            examples = self.make_again(number, teacher)
        return Kept(number, teacher, examples)

    def keep(self, folder: Path) -> None:
        """Write the examples in the window, and delete the others."""
        (folder / EXAMPLES).mkdir(exist_ok=True)
        needed = {examples_path(folder, each.number): each for each in self._needed()}
        for path in (folder / EXAMPLES).glob("*.safetensors"):
            if path not in needed:
                path.unlink()
        for path, kept in needed.items():
            if not path.exists():
                save_arrays(path, kept.examples, {})


def named(name: str, net: Any) -> list[tuple[str, np.ndarray]]:
    """Return the arrays of a net with their names in a checkpoint."""
    return [(f"{name}.{part}", array) for part, array in net._asdict().items()]


def net_of(arrays: Arrays, name: str, kind: Any) -> Any:
    """Return the net, a NamedTuple of this kind, from the arrays with this prefix."""
    return kind(*(arrays[f"{name}.{part}"] for part in kind._fields))


def examples_path(folder: Path, number: int) -> Path:
    return folder / EXAMPLES / f"{number}.safetensors"
