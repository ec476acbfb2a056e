"""Ratings: one number per player, from records of games, even if not all players met.

The model is Bradley and Terry's with draws after Davidson (1970): a game between players whose strengths differ by d is
won, drawn and lost in proportion to exp(d / 2), nu and exp(-d / 2). In Davidson's model strengths depend only on
points, as in Elo's, and its likelihood has a single peak, which Newton's method finds.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..errors import InputError
from ..parallel.ordered_map import ordered_map
from ..records.record import Record

PRIOR = np.array([1.0, 1.0, 1.0]) / 3.0
"""A prior: each player has one game, in these parts won, drawn and lost, against a player of strength 0."""
ELO = 400.0 / math.log(10.0)
NEWTON_STEPS = 100


class Rating(NamedTuple):
    """A player's rating, its 95 % interval, its number of games and its share of the points."""

    name: str
    elo: float
    low: float
    high: float
    games: int
    score: float


class Results(NamedTuple):
    """Results by unit: the games with the same opening and seed, such as a pair of a match."""

    names: list[str]
    players: np.ndarray
    """[units, 2]: the numbers of two players."""
    counts: np.ndarray
    """[units, 3]: games won, drawn and lost by the former."""


def rate(records: Iterable[Record], seed: int = 0, bootstrap: int = 200, anchor: str | None = None) -> list[Rating]:
    """Return the ratings of all players, the best first; their mean is 0, or else that of the player named anchor.

    Between players of similar strength, differences mean the same as in Elo. The intervals are from bootstrap samples
    of the units. A sample cannot contain what never happened, so the pool has a loss of every unbeaten player, and a
    win of every winless one, against a player of strength 0: otherwise their intervals would be points.
    """
    results = _collect(records)
    if bootstrap < 1:
        raise InputError(f"bootstrap={bootstrap} must be at least 1")
    if anchor is not None and anchor not in results.names:
        raise InputError(f"the anchor {anchor!r} is not one of the players {', '.join(results.names)}")
    table = _table(results)
    elos = _elos(results, np.ones(len(results.counts)), anchor)
    samples = _samples(_with_surprises(results, table), seed, bootstrap, anchor)
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    games, points = table.sum(axis=1), table @ [1.0, 0.5, 0.0]
    columns = np.column_stack([elos, np.minimum(low, elos), np.maximum(high, elos), games, points / games])
    rows = zip(results.names, columns.tolist(), strict=True)
    ratings = [Rating(name, elo, lower, upper, int(number), score) for name, (elo, lower, upper, number, score) in rows]
    return sorted(ratings, key=lambda rating: -rating.elo)


def _samples(pool: Results, seed: int, number: int, anchor: str | None) -> list[np.ndarray]:
    """Return the ratings in as many bootstrap samples of the pool."""
    random, units = np.random.default_rng(seed), len(pool.counts)
    weights = (random.multinomial(units, np.full(units, 1.0 / units)) for _ in range(number))
    return list(ordered_map(lambda each: _elos(pool, each, anchor), weights, threads=True))


def _collect(records: Iterable[Record]) -> Results:
    """Return the results of all games between different players; raise InputError unless they can be compared."""
    units: dict[tuple[str, ...], list[int]] = defaultdict(lambda: [0, 0, 0])
    games = set()
    for record in records:
        games.add(record.game)
        if record.first != record.second and not record.is_failure:
            former, latter = sorted((record.first, record.second))
            outcome = record.outcome if record.first == former else -record.outcome
            units[former, latter, record.opening, *record.opening_moves, str(sorted(record.seeds))][1 - outcome] += 1
    if not units:
        raise InputError("there are no games between different players to rate")
    if len(games) > 1:
        raise InputError(f"a rating is for one game, and these are records of {', '.join(sorted(games))}")
    names = sorted({name for unit in units for name in unit[:2]})
    numbers = {name: number for number, name in enumerate(names)}
    players = np.array([[numbers[unit[0]], numbers[unit[1]]] for unit in units])
    _check_connected(names, players)
    return Results(names, players, np.array(list(units.values())))


def _check_connected(names: list[str], players: np.ndarray) -> None:
    """Raise InputError if there are groups of players that never met."""
    group = np.arange(len(names))
    for former, latter in np.unique(players, axis=0):
        group[group == group[latter]] = group[former]
    groups = ["; ".join(names[i] for i in np.flatnonzero(group == number)) for number in np.unique(group)]
    if len(groups) > 1:
        listed = " and ".join(f"({group})" for group in groups)
        raise InputError(f"these groups of players never met, so they cannot be rated together: {listed}")


def _table(results: Results) -> np.ndarray:
    """Return how many games every player won, drew and lost: [players, 3]."""
    table = np.zeros((len(results.names), 3), int)
    np.add.at(table, results.players[:, 0], results.counts)
    np.add.at(table, results.players[:, 1], results.counts[:, ::-1])
    return table


def _with_surprises(results: Results, table: np.ndarray) -> Results:
    """Return results with a loss (or win) of those without one against a player of strength 0, numbered last."""
    unbeaten, winless = np.flatnonzero(table[:, 2] == 0), np.flatnonzero(table[:, 0] == 0)
    players = np.concatenate([unbeaten, winless])
    met = np.column_stack([players, np.full(len(players), len(results.names))])
    counts = np.repeat([[0, 0, 1], [1, 0, 0]], [len(unbeaten), len(winless)], axis=0)
    return Results(results.names, np.vstack([results.players, met]), np.vstack([results.counts, counts]))


def _elos(results: Results, weights: np.ndarray, anchor: str | None) -> np.ndarray:
    """Return the ratings of all players when every unit counts weight times."""
    n = len(results.names)
    met, encounter = np.unique(results.players[:, 0] * (n + 1) + results.players[:, 1], return_inverse=True)
    counts = np.zeros((len(met), 3))
    np.add.at(counts, encounter, results.counts * weights[:, None])
    edges = np.vstack([np.column_stack(np.divmod(met, n + 1)), [[player, n] for player in range(n)]])
    strengths, draws = fit(edges, np.vstack([counts, np.tile(PRIOR, (n, 1))]), n)
    zero = strengths.mean() if anchor is None else strengths[results.names.index(anchor)]
    elos: np.ndarray = (strengths - zero) * ELO * 2.0 / (2.0 + draws)
    return elos


def fit(edges: np.ndarray, counts: np.ndarray, n: int) -> tuple[np.ndarray, float]:
    """Return the likeliest strengths of n players, and nu; edges [m, 2] may name a player n of strength 0.

    counts [m, 3] are the games won, drawn and lost by the former player of each edge: never all 0 in a column.
    """
    design = np.zeros((len(edges), n + 1))
    rows = np.arange(len(edges))
    design[rows, edges[:, 0]], design[rows, edges[:, 1]] = 1.0, -1.0
    design[:, n] = 0.0
    unknowns = np.zeros(n + 1)  # strengths, then the logarithm of nu
    likelihood, gradient, hessian = _expansion(unknowns, design, counts)
    for _ in range(NEWTON_STEPS):
        step = np.linalg.solve(hessian, gradient)
        if np.abs(step).max() < 1e-9:
            break
        while (reached := _expansion(unknowns + step, design, counts))[0] < likelihood - 1e-9:
            step /= 2.0
        unknowns = unknowns + step
        likelihood, gradient, hessian = reached
    return unknowns[:n], math.exp(unknowns[n])


def _expansion(unknowns: np.ndarray, design: np.ndarray, counts: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Return the log-likelihood, its gradient and its negative Hessian."""
    half = design @ unknowns / 2.0
    logits = np.column_stack([half, np.full_like(half, unknowns[-1]), -half])
    logs = logits - np.logaddexp.reduce(logits, axis=1, keepdims=True)
    (won, drawn, lost), games = np.exp(logs).T, counts.sum(axis=1)
    edge = (won - lost) / 2.0
    gradient = design.T @ ((counts[:, 0] - counts[:, 2]) / 2.0 - games * edge)
    gradient[-1] = counts[:, 1].sum() - games @ drawn
    hessian = design.T * (games * ((won + lost) / 4.0 - edge**2)) @ design
    hessian[-1, :] = hessian[:, -1] = design.T @ (-games * edge * drawn)
    hessian[-1, -1] = games @ (drawn * (1.0 - drawn))
    return float((counts * logs).sum()), gradient, hessian


def plot(ratings: Sequence[Rating], path: str | Path) -> None:
    """Plot ratings with their intervals to a .png or .svg file."""
    if Path(path).suffix.lower() not in (".png", ".svg"):
        raise InputError(f"{path} is not a .png or .svg file")
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("a plot needs matplotlib; run pip install 'fourfold[plot]'") from None
    figure = Figure(figsize=(8.0, 1.2 + 0.4 * len(ratings)), layout="constrained")
    axes = figure.subplots()
    elos = np.array([rating.elo for rating in ratings])
    errors = np.abs(np.array([[rating.low, rating.high] for rating in ratings]).T - elos)
    axes.errorbar(elos, range(len(ratings)), xerr=errors, fmt="o", capsize=4)
    axes.set_yticks(range(len(ratings)), [f"{rating.name}  ({rating.games} games)" for rating in ratings])
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.4)
    axes.set_xlabel("Elo, with 95 % interval")
    try:
        figure.savefig(path, dpi=150)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
