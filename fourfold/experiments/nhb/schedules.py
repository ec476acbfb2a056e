"""Training schedules with checkpoints at which the net is tested."""

from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from ...games.interface.game import Game
from ...learn.learner import Progress
from ...learn.nhb.one_net import PAPER, OneNet
from ...parallel.ordered_map import Workers
from ...players.base import Budget
from ...storage import checkpoints
from ..framework.study import Report, Study


@dataclass(frozen=True)
class TrainingSchedule:
    """Training with the NHB paper's recipe and this budget per move."""

    budget: Budget
    checkpoints: tuple[int, ...]
    """Training matches after which the net is tested."""
    paper: str | None = None
    """The corresponding series of the NHB paper."""
    changes: dict[str, Any] = field(default_factory=dict)
    """Of the recipe."""

    @property
    def name(self) -> str:
        return budget_text(self.budget)

    def before(self, matches: int) -> int:
        """Return the checkpoint before the one at this number of matches; 0 for the first."""
        return max((earlier for earlier in self.checkpoints if earlier < matches), default=0)

    def total(self, matches: int) -> float:
        """Return the cost of this number of matches, ignoring their length."""
        return matches * amount(self.budget)


def even_schedule(
    budget: Budget, step: int, cells: int = 10, paper: str | None = None, **changes: Any
) -> TrainingSchedule:
    """Return a schedule with a checkpoint every step matches."""
    recipe = {"first_matches": step, "cycle": min(step, PAPER.cycle), "consistent_after": step * cells // 2}
    return TrainingSchedule(budget, tuple(range(step, step * cells + 1, step)), paper, {**recipe, **changes})


@dataclass(frozen=True)
class Scale:
    """The size of an experiment."""

    schedules: tuple[TrainingSchedule, ...]
    games: int
    """Test games per cell."""
    test: Budget
    """Per move of a test game, the same for both players."""
    seeds: int = 1

    def schedule(self, series: str) -> TrainingSchedule:
        return next(schedule for schedule in self.schedules if schedule.name == series)

    def training_share(self, schedule: TrainingSchedule, matches: int) -> float:
        """Return the share of training in the work of a cell."""
        training = schedule.total(matches) - schedule.total(schedule.before(matches))
        return training / (training + self.games * amount(self.test))

    @property
    def seeds_text(self) -> str:
        """The number of seeds, as the end of a title; empty for a single seed."""
        return f", {self.seeds} seeds" if self.seeds > 1 else ""


class ScheduledStudy(Study):
    """An experiment in which nets train by schedules, with every seed."""

    scale: Scale

    def config(self) -> dict[str, Any]:
        """Return the settings under their names of version 0.1.0, so that its run folders can be resumed."""
        settings = super().config()
        return {"courses": settings.pop("schedules"), **settings}

    def is_timed(self, row: Any) -> bool:
        budgets = self.scale.test, *(schedule.budget for schedule in self.scale.schedules)
        return any(budget.seconds for budget in budgets)

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.scale.seeds)


def amount(budget: Budget) -> float:
    """Return the nodes of a budget, or its seconds."""
    return float(budget.seconds or budget.nodes or 0)


def unit(budget: Budget) -> str:
    return "s" if budget.seconds else "nodes"


def budget_text(budget: Budget) -> str:
    return f"{amount(budget):g} {unit(budget)}"


def budget_option(budget: Budget) -> str:
    """Return a budget as an option of a player's spec."""
    return f"seconds={budget.seconds:g}" if budget.seconds else f"nodes={budget.nodes}"


def run_folder(folder: Path, seed: int, schedule: TrainingSchedule, matches: int) -> Path:
    """Return the run folder of a checkpoint."""
    return folder / f"seed-{seed}" / schedule.name.replace(" ", "-") / f"{matches}-matches"


def learn(
    schedule: TrainingSchedule, matches: int, game: Game, seed: int, folder: Path, workers: Workers, report: Report,
    kind: type[OneNet] = OneNet,
) -> OneNet:  # fmt: skip
    """Return the net at a checkpoint of the schedule, trained on from the previous checkpoint.

    Every checkpoint has its own run folder, which starts as a copy of the previous one, so that a kill never leaves a
    later net where an earlier one should be tested.
    """
    here, before = run_folder(folder, seed, schedule, matches), schedule.before(matches)
    if before:
        checkpoints.copy_newest(run_folder(folder, seed, schedule, before), here)
    limits = {name: limit for name, limit in asdict(schedule.budget).items() if limit and name != "depth"}
    recipe = replace(PAPER, **schedule.changes)
    learner = kind(recipe=recipe, matches=matches, seed=seed, workers=workers, out=here, **limits)
    text = f"{schedule.name}, {matches} matches: training"

    def update(reached: Progress) -> None:
        report((reached.done - before) / (matches - before), text)

    report(0.0, text)
    return learner.fit(game, update)
