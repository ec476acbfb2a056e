"""What section VIII of the expert-moves paper suggests, beside its own network of the same cost, Conv4.

Fully connected layers instead of convolutions, a network for each stage of the game, and who is to move as an input.
All see the same examples, of the split that keeps symmetric copies of tests out; they predict moves of games
held out, and play against the one-ply players of the League. And convolutional features for values: Conv4 learns from
its own games what moves are worth, once beginning with the layers that predict moves, and once with random ones.
Needs torch, the WThor database and the League's files.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ...data import data_folder
from ...data.othello import splits
from ...data.othello.expert_moves import BASE, FIRST, ExpertMoves, read_folder
from ...data.othello.prediction_quality import quality
from ...data.othello.splits import MoveSet, Split
from ...evaluators.torch_othello import architectures, predictor
from ...evaluators.torch_othello.predictor import Predictor
from ...evaluators.torch_othello.torch_import import import_torch
from ...learn.network import action_values, schedule
from ...learn.network.learner import STRICT
from ...learn.network.schedule import sample
from ...matches.statistics import wilson
from ...parallel.ordered_map import Workers
from ...spec import quote
from ..framework.plots import bounds, name_axes, show_percent
from ..framework.study import DataStudy, Report, Table
from ..framework.text import percent
from ..framework.winning_rates import WinningRate, play, rate
from . import predictors
from .league import FILES, OPENINGS, SOURCE
from .tables_2_to_6 import SCALES as TABLES
from .tables_2_to_6 import Scale as Training
from .tables_2_to_6 import microseconds, share, train

OWN = "Conv4"
"""The expert-moves paper's network, which the others are compared with."""
NETWORKS: dict[str, dict[str, Any]] = {
    OWN: {"net": "conv4"},
    "Full3": {"net": "full3"},
    "Full3+BN": {"net": "full3-bn"},
    "Conv4, side to move": {"net": "conv4", "encoding": "side"},
    "Conv4, three stages": {"net": "conv4", "stages": 3},
}
"""The settings of each network in which they differ; all make as many multiplications per position, within 3 %."""
VALUES, UNTAUGHT = "Conv4, action values", "Conv4, action values from nothing"
"""Networks that learn from their own games, the second without having learned to predict moves."""


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    training: Training
    """As in tables II to VI, of which it has the same share."""
    examples: tuple[int | None, ...]
    """Training examples, a network for each number; None: the whole set."""
    openings: int
    """Of the thousand, against each player of the League."""
    values: action_values.Settings


SCALES = {
    "tiny": Scale(TABLES["tiny"], (64, 128), 1, action_values.Settings(2, 4)),
    "small": Scale(TABLES["small"], (60_000, 2_000_000), 50, action_values.Settings(100, 250)),
    "paper": Scale(TABLES["paper"], (None,), 1000, action_values.Settings(1000, 1000)),
}


class ExtensionCell(NamedTuple):
    """A network, and how many examples it learns from."""

    name: str
    examples: int | None


class ExtensionResult(NamedTuple):
    """The measures of a network; shares are from 0 to 1."""

    name: str
    examples: int
    """Training examples, repetitions included; moves of experts, or of its own games."""
    games: float
    """Accuracy of the best legal move, on boards of held-out games that occur in no other game."""
    of_outputs: float
    """Accuracy of the highest of all outputs on them; of action values, those of illegal moves mean nothing."""
    paper_test: float
    """The same on the expert-moves paper's kind of test: symmetric copies may be trained on."""
    tested: int
    """Moves of held-out games."""
    parameters: int
    microseconds: float
    """CPU time per position, in batches of 256."""
    seconds: float
    """Of training."""
    points: list[int]
    """Of each opening, 0 to 4, against all players of the League."""


@dataclass(frozen=True)
class ExtensionRow:
    """A result with the interval of its accuracy, and its winning rate."""

    name: str
    examples: int
    accuracy: WinningRate
    """Of the best legal move, on held-out games."""
    of_outputs: float
    paper_test: float
    strength: WinningRate
    """Against the players of the League."""
    parameters: int
    microseconds: float
    seconds: float


class Experiment(DataStudy):
    """Every cell is a training run that can be resumed, and the games of its network."""

    result = ExtensionResult
    data = Path()

    def find_data(self, given: str | None) -> None:
        import_torch()
        self.data = data_folder.find([OPENINGS, *FILES.values(), f"{BASE}/{FIRST}"], given, SOURCE)

    def cells(self) -> list[ExtensionCell]:
        names = [*NETWORKS, VALUES, UNTAUGHT]
        return [ExtensionCell(name, examples) for examples in self.scale.examples for name in names]

    def measure(self, cell: ExtensionCell, folder: Path, workers: Workers, report: Report) -> ExtensionResult:
        run = folder_of(folder, cell)
        examples, seconds = (self.train if cell.name in NETWORKS else self.learn_values)(cell, folder, workers, report)
        members = predictor.load(str(run))
        together = Predictor(members)
        on_games, on_paper = (quality(together.outputs(moves.states), moves) for moves in self.tests)
        return ExtensionResult(
            cell.name, examples, on_games.among_legal, on_games.accuracy, on_paper.accuracy, self.tests[0].size,
            sum(each.numel() for member in members for each in member.net.parameters()),
            microseconds(together, self.tests[0]), round(seconds, 1), self.play(run, report),
        )  # fmt: skip

    def train(self, cell: ExtensionCell, folder: Path, workers: Workers, report: Report) -> tuple[int, float]:
        """Train a network to predict moves; return its examples and seconds."""
        last = train(
            self.scale.training, share(report, 0, 1, cell.name), data=self.split, set_name=STRICT, limit=cell.examples,
            seed=self.seed, out=folder_of(folder, cell), workers=workers, **NETWORKS[cell.name],
        )  # fmt: skip
        return last.examples, last.seconds

    def learn_values(self, cell: ExtensionCell, folder: Path, workers: Workers, report: Report) -> tuple[int, float]:
        """Let a network learn from its own games; return its examples and seconds."""
        torch = import_torch()
        if isinstance(workers, int):
            torch.set_num_threads(workers)
        scale, own = self.scale.training, ExtensionCell(OWN, cell.examples)
        (member,) = predictor.load(str(folder_of(folder, own)))
        seed = self.seed + (cell.examples or 0)
        if cell.name == UNTAUGHT:
            torch.manual_seed(seed)
            member = member._replace(net=architectures.make(member.plan))
        training = schedule.Settings(batch=scale.batch, rate=scale.rate, precision=scale.precision)
        return action_values.learn(
            member, self.scale.values, training, seed, folder_of(folder, cell),
            lambda done: report(done, f"{cell.name}: {done:.0%} of its games"),
        )  # fmt: skip

    def play(self, model: Path, report: Report) -> list[int]:
        """Return the points of a model against all players of the League."""
        points = list[int]()
        for name, file in FILES.items():
            report(1.0, f"{model.name} against {name}")
            opponent = f"greedy:eval={quote(str(self.data / file))}"
            spec, openings = predictors.spec(model), self.data / OPENINGS
            points += play(spec, opponent, openings, self.scale.openings, self.seed)
        return points

    @cached_property
    def whole(self) -> Split:
        """The split whose held-out games also measure the other predictors, whatever the seed of the networks."""
        return splits.strict_split(read_folder(self.data / BASE), predictors.SPLIT)

    @cached_property
    def tests(self) -> tuple[ExpertMoves, ExpertMoves]:
        """Moves of held-out games, and of the expert-moves paper's kind of test."""
        tested, tests = self.scale.training.tested, self.whole.tests
        return sample(tests["games"], tested), sample(tests["paper"], tested)

    @property
    def split(self) -> Split:
        return Split(self.whole.train, {"games": MoveSet.of(self.tests[0])})

    def rows(self, results: Sequence[ExtensionResult]) -> list[ExtensionRow]:
        return [
            ExtensionRow(
                each.name, each.examples, WinningRate(each.games, *wilson(each.games, each.tested)), each.of_outputs,
                each.paper_test, rate(each.points), each.parameters, each.microseconds, each.seconds,
            )
            for each in results
        ]  # fmt: skip

    def tables(self, rows: Sequence[ExtensionRow]) -> list[Table]:
        columns = ["network", ">accuracy", ">95 % interval", ">of all outputs", ">paper's test", ">winning rate",
                   ">95 % interval", ">parameters", ">µs a position", ">trained, s"]  # fmt: skip
        return [
            Table(f"{examples:,} examples; accuracy on games held out, winning rate against the League", columns, [
                [row.name, percent(row.accuracy.share), row.accuracy.interval(), percent(row.of_outputs),
                 percent(row.paper_test), percent(row.strength.share), row.strength.interval(),
                 f"{row.parameters:,}", f"{row.microseconds:,.0f}", f"{row.seconds:,.0f}"]
                for row in group
            ])
            for examples, group in by_examples(rows)
        ]  # fmt: skip

    def findings(self, rows: Sequence[ExtensionRow]) -> list[str]:
        found = []
        for examples, (own, *others) in by_examples(rows):
            gains = [gain_text(row, own) for row in others]
            found.append(f"After {examples:,} examples, compared with {own.name}: {'; '.join(gains)}.")
        return found

    def draw(self, rows: Sequence[ExtensionRow], figure: Any, folder: Path) -> None:
        groups = by_examples(rows)
        figure.set_size_inches(11.0, 4.6)
        panels = figure.subplots(1, 2, sharey=True)
        for axes, kind, below in zip(panels, ("accuracy", "strength"), ("accuracy", "winning rate"), strict=True):
            for number, (examples, group) in enumerate(groups):
                shares, places = (
                    [getattr(row, kind) for row in group],
                    [place + 0.15 * number for place in range(len(group))],
                )
                label, found = f"{examples:,} examples", [each.share for each in shares]
                axes.errorbar(found, places, xerr=bounds(shares), fmt="o", markersize=4, label=label)
            show_percent(axes.xaxis)
            name_axes(axes, f"{below}, 95 % interval")
        panels[0].set_yticks(range(len(groups[0][1])), [row.name for row in groups[0][1]])
        panels[0].invert_yaxis()


def folder_of(folder: Path, cell: ExtensionCell) -> Path:
    """Return the run folder of a network."""
    name = cell.name.lower().replace("+", "-").replace(", ", "-").replace(" ", "-")
    return folder / f"{name}-{cell.examples or 'all'}"


def by_examples(rows: Sequence[ExtensionRow]) -> list[tuple[int, list[ExtensionRow]]]:
    """Return the rows of every number of examples, of which there are as many as networks."""
    count = len(NETWORKS) + 2
    groups = [list(rows[first : first + count]) for first in range(0, len(rows), count)]
    return [(group[0].examples, group) for group in groups]


def gain_text(row: ExtensionRow, own: ExtensionRow) -> str:
    accuracy, strength = row.accuracy.share - own.accuracy.share, row.strength.share - own.strength.share
    return f"{row.name} {100.0 * accuracy:+.1f} points of accuracy, {100.0 * strength:+.1f} of the winning rate"
