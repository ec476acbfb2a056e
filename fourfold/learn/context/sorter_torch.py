"""Trains the sorter, a column net (evaluators/connect_four/column_net.py), on labelled positions by torch."""

from typing import Any, NamedTuple

import numpy as np

from ...binding.bind import bind
from ...data.connect_four.labelled_positions import NO_MOVE, Positions, best_columns
from ...errors import InputError
from ...evaluators.connect_four import column_net
from ...evaluators.connect_four.column_net import COLUMNS, EXTRAS, INPUTS, PLANES, REACH, ROWS
from ...evaluators.torch_othello.torch_import import import_torch
from ...games import connect_four
from ...parallel.ordered_map import Workers
from ..torch_training import arrays_of, one_cycle, take_up

NET = "column_net"
POINT = 0.7
"""Of what `near` shares out a column has less by e to this power for each point of score that it is worth less."""
RESULTS = 3
"""A column loses, draws or wins: an auxiliary target beside the ranking."""


class Options(NamedTuple):
    """The hyperparameters of the net and its training."""

    epochs: int = 30
    units: int = 96
    few: int = 64
    """Units of the head."""
    batch: int = 256
    rate: float = 3e-3
    """The peak of a one-cycle schedule."""
    decay: float = 1e-2
    dropout: float = 0.2
    results: float = 0.5
    """Weight of the result of each column in the loss."""
    centre: float = 0.25
    """Extra weight of the most central of several best columns."""
    near: float = 0.5
    """The part of the target that all columns share by their scores; only the best ones share the rest."""

    def check(self) -> None:
        for name in ("epochs", "units", "few", "batch"):
            if getattr(self, name) < 1:
                raise InputError(f"{name}={getattr(self, name)} must be at least 1")
        if not 0.0 < self.rate < 1.0 or not 0.0 <= self.dropout < 1.0:
            raise InputError("rate and dropout must be between 0 and 1")
        if not 0.0 <= self.centre <= 1.0 or not 0.0 <= self.near <= 1.0:
            raise InputError("centre and near must be between 0 and 1")


class SorterTraining:
    """The positions as inputs, the net in training, and its optimizer."""

    def __init__(self, data: Positions, settings: Options, seed: int, workers: Workers):
        torch = import_torch()
        if isinstance(workers, int):
            torch.set_num_threads(workers)
        if len(data) < settings.batch:
            raise InputError(f"{len(data)} positions are too few; at least {settings.batch} are needed")
        torch.manual_seed(seed)
        self.seed = seed
        self.size, self.settings = len(data), settings
        self.planes = torch.from_numpy(planes_of(data))
        shares, is_open = targets(data.scores, settings.centre, settings.near)
        self.shares, self.open = torch.from_numpy(shares), torch.from_numpy(is_open)
        self.results = torch.from_numpy((np.sign(data.scores) + 1).astype(np.int64))
        self.net = make_net(settings)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=settings.rate, weight_decay=settings.decay)
        self.steps = settings.epochs * (self.size // settings.batch)

    def learn(self, epoch: int) -> float:
        """Make one pass over the positions, half of the batches mirrored; return the mean error."""
        torch = import_torch()
        torch.manual_seed(self.seed + 1_000_003 * (epoch + 1))
        self.net.train()
        order, total = torch.randperm(self.size), 0.0
        batch, rate = self.settings.batch, self.settings.rate
        count = self.size // batch
        for number in range(count):
            self.optimizer.param_groups[0]["lr"] = rate * one_cycle((epoch * count + number) / self.steps)
            error = self._error(order[number * batch : (number + 1) * batch], (number + epoch) % 2 == 1)
            self.optimizer.zero_grad(set_to_none=True)
            error.backward()
            self.optimizer.step()
            total += error.item()
        return total / count

    def _error(self, rows: Any, mirrored: bool) -> Any:
        torch = import_torch()
        shown = self.planes[rows], self.shares[rows], self.open[rows], self.results[rows]
        planes, shares, is_open, results = (part.flip(-1) for part in shown) if mirrored else shown
        ranking, said = self.net(planes)
        likelihoods = torch.log_softmax(ranking.masked_fill(~is_open, -30.0), 1)
        error = -(shares * likelihoods).sum(1).mean()
        return error + self.settings.results * torch.nn.functional.cross_entropy(said[is_open], results[is_open])

    def state(self) -> dict[str, np.ndarray]:
        return arrays_of(self.net, self.optimizer)

    def restore(self, arrays: dict[str, np.ndarray]) -> None:
        take_up(self.net, self.optimizer, arrays)

    def weights(self) -> column_net.Weights:
        return self.net.weights()


def planes_of(data: Positions) -> np.ndarray:
    """Return [position, plane, row, column]."""
    kernels = bind(column_net, game=connect_four)
    planes = np.zeros((len(data), PLANES, column_net.SQUARES), np.uint8)
    kernels.write_planes_of(data.own, data.stones, np.zeros(column_net.SQUARES, np.int64), planes)
    return planes.reshape(len(data), PLANES, ROWS, COLUMNS)


def targets(scores: np.ndarray, centre: float, near: float) -> tuple[np.ndarray, np.ndarray]:
    """Return [position, column]: target probabilities, and which columns are open."""
    most, is_open = scores.max(axis=1, keepdims=True), scores != NO_MOVE
    best = scores == most
    shares = (1.0 - centre) * best / best.sum(axis=1, keepdims=True)
    shares[np.arange(len(scores)), best_columns(scores)] += centre
    by_score = is_open * np.exp(POINT * (scores - most))
    shares = (1.0 - near) * shares + near * by_score / by_score.sum(axis=1, keepdims=True)
    return shares.astype(np.float32), is_open


def make_net(settings: Options) -> Any:
    """Return the torch net; once trained, it is folded into the weights of the kernel."""
    torch = import_torch()
    nn = torch.nn

    class ColumnNet(nn.Module):  # type: ignore[name-defined]
        def __init__(self) -> None:
            super().__init__()
            units = settings.units
            self.register_buffer("scales", torch.from_numpy(column_net.SCALES).view(1, -1, 1, 1), persistent=False)
            self.first = nn.Conv1d(INPUTS, units, REACH, padding=REACH // 2, bias=False)
            self.first_norm = nn.BatchNorm1d(units)
            self.second = nn.Conv1d(units, units, REACH, padding=REACH // 2, bias=False)
            self.second_norm = nn.BatchNorm1d(units)
            self.head = nn.Conv1d(2 * units, settings.few, 1)
            self.output = nn.Conv1d(settings.few, 1 + RESULTS, 1, bias=False)
            self.drop, self.drop_half = nn.Dropout(settings.dropout), nn.Dropout(settings.dropout / 2)

        def forward(self, planes: Any) -> tuple[Any, Any]:
            """Return the scores of the columns, and the predictions of their results."""
            units = torch.relu(self.first_norm(self.first(show(planes, self.scales))))
            units = torch.relu(units + self.second_norm(self.second(self.drop_half(units))))
            both = torch.cat([units, units.amax(2, keepdim=True).expand_as(units)], 1)
            said = self.output(self.drop(torch.relu(self.head(self.drop_half(both))))).transpose(1, 2)
            return said[..., 0], said[..., 1:]

        def weights(self) -> column_net.Weights:
            first, first_biases = _folded(self.first, self.first_norm)
            second, second_biases = _folded(self.second, self.second_norm)
            first[: 2 * PLANES * ROWS] *= np.tile(np.repeat(column_net.SCALES, ROWS), 2)[:, None, None]
            arrays = (
                first, first_biases, second, second_biases, self.head.weight[:, :, 0].T, self.head.bias,
                self.output.weight[0, :, 0],
            )  # fmt: skip
            plain = [each if isinstance(each, np.ndarray) else each.detach().numpy() for each in arrays]
            return column_net.Weights(*(np.ascontiguousarray(each, np.float32) for each in plain))

    return ColumnNet()


def show(planes: Any, scales: Any) -> Any:
    """Return [position, input, column] as column_net.show_column does: as it stands, from below, and the extras."""
    torch = import_torch()
    shown = planes.float() * scales
    heights = (planes[:, column_net.OWN] + planes[:, column_net.OTHER]).sum(1)
    rows = torch.arange(ROWS).view(1, ROWS, 1) + heights[:, None]
    inside = (rows < ROWS)[:, None]
    above = shown.gather(2, rows.clamp(max=ROWS - 1)[:, None].expand(-1, PLANES, -1, -1)) * inside
    begins = (heights.sum(1) % 2 == 0).float()[:, None, None].expand(-1, 1, COLUMNS)
    standing = torch.nn.functional.one_hot(heights, ROWS + 1).transpose(1, 2).float()
    extras = torch.cat([torch.ones_like(begins), begins, standing], 1)
    assert extras.shape[1] == EXTRAS
    return torch.cat([shown.flatten(1, 2), above.flatten(1, 2), extras], 1)


def _folded(layer: Any, norm: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights [input, reach, unit] and biases of a layer with its normalisation folded in.

    A unit sees the column j - 3 to its right through tap j; a column is spread to the unit j - 3 to its right.
    """
    scale = (norm.weight / (norm.running_var + norm.eps).sqrt()).detach().numpy()
    biases = norm.bias.detach().numpy() - norm.running_mean.numpy() * scale
    weights = layer.weight.detach().numpy() * scale[:, None, None]
    return weights.transpose(1, 2, 0)[:, ::-1].copy(), biases
