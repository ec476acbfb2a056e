"""Figure 4 of the expert-moves paper, with predictors that have been trained: their winning rates by their accuracy.

The predictors are given, separated by commas: models, and run folders with models in them, such as those of the tables
II to VI, VII and VIII, and of the extensions. None given: `wthor`, and those of these experiments' usual run folders.
Nothing is trained here. Opponents, openings and the held-out games that measure accuracy are those of tables VII and
VIII.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...data.othello.expert_moves import BASE, read_folder
from ...errors import InputError
from ...evaluators import weights_file
from ...evaluators.torch_othello.torch_import import import_torch
from ...games.interface.find import find_game
from ...learn.network.schedule import sample
from ...parallel.ordered_map import Workers
from ...players import policy
from ...storage.array_files import MODEL as MODEL_FILE
from ..framework.linear_fit import fit_line
from ..framework.reproduce import default_folder
from ..framework.study import Report, Table
from ..framework.text import percent
from . import predictors, tables_7_and_8
from .predictors import GRADE, MODEL, SEARCH
from .tables_7_and_8 import PredictorCell, PredictorResult, PredictorRow, paper_points

MAKERS = ("tables-2-to-6", "tables-7-and-8", "extensions")
"""The experiments of the expert-moves paper that train predictors."""
LEAST = 3
"""Two points always lie on a line."""


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    name: str
    openings: int
    """Of the thousand."""
    positions: int
    """Moves of held-out games on which accuracy is measured."""
    model: str = ""
    """The predictors, separated by commas."""
    opponent: str = SEARCH


SCALES = {
    "tiny": Scale("tiny", 1, 200),
    "small": Scale("small", 25, 20_000),
    "paper": Scale("paper", 1000, 1_000_000),
}


class Experiment(tables_7_and_8.Experiment):
    """Given predictors against the League; each pair is a cell."""

    def __init__(self, scale: Scale, seed: int):
        super().__init__(scale, seed)
        self.models: dict[str, str] = {}

    def find_data(self, given: str | None) -> None:
        super().find_data(given)
        self.models = find_models(self.scale.model.split(",") if self.scale.model else usual(self.scale.name))

    def config(self) -> dict[str, Any]:
        return {**super().config(), "models": self.models}

    def nets(self) -> list[str]:
        return list(self.models)

    def label(self, net: str) -> str:
        return net

    def model_of(self, net: str, folder: Path) -> str:
        return self.models[net]

    def prepare(self, folder: Path, workers: Workers, report: Report) -> None:
        """Measure the accuracy of all predictors, after checking that they and their opponents can play."""
        left = [net for net in self.models if not (predictors.folder_of(folder, net) / GRADE).exists()]
        for net in left:
            policy.load(self.models[net], find_game("othello"))
        self.check_opponents()
        if left:
            test = sample(predictors.held_out(read_folder(self.data / BASE)), self.scale.positions)
        for net in left:
            report(0.0, f"accuracy of {net}")
            predictors.grade_model(self.models[net], test, predictors.folder_of(folder, net))

    def measure(self, cell: PredictorCell, folder: Path, workers: Workers, report: Report) -> PredictorResult:
        file = weights_file.file_of(str(policy.model_path(self.models[cell.net], find_game("othello"))))
        if weights_file.evaluator_of(file) == weights_file.NETWORK:
            import_torch().set_num_threads(
                1
            )  # cells are measured side by side, and threads of torch wait for each other
        return super().measure(cell, folder, workers, report)

    def tables(self, rows: Sequence[PredictorRow]) -> list[Table]:
        return [self.strength_table(rows)]

    def findings(self, rows: Sequence[PredictorRow]) -> list[str]:
        points = paper_points("average")
        line, least = fit_line(*zip(*points, strict=True)), min(points)[0]
        assert line is not None
        published = f"A line through the {len(points)} pairs of accuracy and winning rate that the expert-moves paper"
        published += f" prints has a slope of {line.slope:.2f} (r2 {line.r2:.3f})."
        return [*super().findings(rows), published, *alike([row for row in rows if row.accuracy >= least], least)]


def alike(rows: Sequence[PredictorRow], least: float) -> list[str]:
    """Return the line of predictors as accurate as the published ones, if there are enough: others may have another."""
    line = fit_line([row.accuracy for row in rows], [row.average.share for row in rows]) if len(rows) >= LEAST else None
    if line is None:
        return []
    slope = f"{line.slope:.2f} points of the winning rate (r2 {line.r2:.3f})"
    return [f"Of our {len(rows)} predictors with at least {percent(least)}, as all published ones have: {slope}."]


def usual(scale: str) -> list[str]:
    """Return `wthor`, and the run folders in which experiments leave their predictors, as far as they are there."""
    folders = [default_folder(f"expert-moves-{maker}", scale) for maker in MAKERS]
    return [MODEL, *(str(folder) for folder in folders if folder.is_dir())]


def find_models(given: Sequence[str]) -> dict[str, str]:
    """Return the models that are given or in given folders, by the names they have in the figure."""
    found = dict[str, str]()
    for name in given:
        path = Path(name)
        if path.is_dir() and not (path / MODEL_FILE).exists():
            models = [model.parent for model in sorted(path.rglob(MODEL_FILE)) if is_predictor(model.parent)]
            found |= {str(Path(path.name) / model.relative_to(path)): str(model) for model in models}
        else:
            found[name] = name
    if len(found) < LEAST:
        commands = ", ".join(f"expert-moves-{maker}" for maker in MAKERS)
        raise InputError(f"figure 4 needs {LEAST} predictors, not {len(found)}: --model A,B,... or first {commands}")
    return found


def is_predictor(folder: Path) -> bool:
    """Return whether a model is neither of action values nor one of those that another, beside it, joins."""
    name, _, number = folder.name.rpartition("-")
    is_bagged = number.isdigit() and (folder.parent / name / MODEL_FILE).exists()
    return not is_bagged and "action-values" not in folder.name
