"""What a player is worth: how many times its own thinking time another needs to score one half against it.

The other player climbs a ladder, with 1, 2, 4, ... times the budget, until the score is below one half beyond chance,
and goes down it, with 1/2, 1/4, ..., until it is above; a match is played on each rung. Where the score is one half is
read off the curve

    log(score / (1 - score)) = slope * (log2(worth) - log2(times)),

of all worths and slopes on a grid, weighed by how well they explain the matches; no worth is preferred beforehand, and
no slope on a logarithmic scale.
"""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..parallel.ordered_map import Workers
from ..players.specs import parse_spec
from ..players.untrained import best_untrained
from ..storage.run_folder import RESULT, open_run, write_json
from .match import match
from .statistics import games_of
from .tally import MatchResult

MOST = 64
"""Times the budget, and the same fraction of it, where the ladder ends."""
BUDGETS = ("seconds", "nodes", "sims")
TREES = ("mcts", "alphazero")
"""Players whose nodes are simulations."""
SLOPES = np.geomspace(0.05, 3.0, 30)
"""Of the score, in natural units, for each doubling: from 9 to 520 Elo."""
BEYOND, STEP = 8.0, 0.05
"""Doublings beyond the ladder that are still considered, and how finely."""
SAMPLE_GAMES, MAX_PLIES = 10, 400
"""Random games by whose lengths times are estimated, and where they end."""

Update = Callable[[float, int, int, MatchResult], None]
"""Called with the rung, the games played, the games wanted and the result so far."""


class Budget(NamedTuple):
    """What a move may use."""

    unit: str
    amount: float

    def text(self, times: float = 1.0) -> str:
        amount = self.amount * times
        return f"{self.unit}={amount:.6g}" if self.unit == "seconds" else f"{self.unit}={max(round(amount), 1)}"


class Rung(NamedTuple):
    """A match against the other with so many times the budget."""

    times: float
    opponent: str
    score: float
    low: float
    high: float


class Worth(NamedTuple):
    """How many times the thinking time of the opponent a player is worth, with a 95 % interval."""

    player: str
    opponent: str
    """With one time the budget."""
    budget: Budget
    times: float
    low: float
    high: float
    """0 and infinite where the ladder ends before it is known."""
    rungs: list[Rung]

    def to_json(self) -> dict[str, Any]:
        low, high = (value if math.isfinite(value) else None for value in (self.low, self.high))
        rungs = [rung._asdict() for rung in self.rungs]
        return {**self._asdict(), "budget": self.budget.text(), "low": low, "high": high, "rungs": rungs}


def budget_of(player: str) -> Budget:
    """Return what a move of a player may use, by its spec; InputError if it does not say."""
    options = parse_spec(player).options
    unit = next((unit for unit in BUDGETS if unit in options), None)
    if unit is None:
        raise InputError(
            f"{player} has no budget to compare: give it seconds= (or nodes= or sims=), or say --budget seconds=0.1"
        )
    return read_budget(f"{unit}={options[unit]}")


def read_budget(text: str) -> Budget:
    """Return the budget of a text such as `seconds=0.1`."""
    unit, _, amount = text.partition("=")
    try:
        found = Budget(unit, float(amount))
    except ValueError:
        found = Budget("", 0.0)
    if found.unit not in BUDGETS or not 0.0 < found.amount < math.inf:
        raise InputError(f"{text} is not a budget, such as seconds=0.1, nodes=1000 or sims=200")
    return found


def opponent_with(game: Game, opponent: str | None, budget: str) -> str:
    """Return the spec of the opponent with a budget; by default it is the best that learned nothing."""
    if opponent is None:
        return best_untrained(game, budget.replace("sims", "nodes"))
    kind, options = parse_spec(opponent)
    if any(unit in options for unit in (*BUDGETS, "depth")):
        raise InputError(f"{opponent} has a budget; its thinking time is what is looked for, so leave that out")
    unit, _, amount = budget.partition("=")
    name = unit if unit == "seconds" else "sims" if kind in TREES else "nodes"
    return f"{opponent}{',' if ':' in opponent else ':'}{name}={amount}"


def find_worth(
    player: str,
    game: Game | str,
    opponent: str | None = None,
    budget: Budget | None = None,
    games: int = 100,
    most: int = MOST,
    openings: str | None = "random:4",
    seed: int = 0,
    workers: Workers = None,
    out: str | Path | None = None,
    progress: Update | None = None,
) -> Worth:
    """Return what a player is worth against an opponent without a budget, by matches of so many games.

    budget is the opponent's on the first rung, by default the player's own. out is a run folder: each rung is a match
    in a folder of its own there, from which an interrupted ladder goes on.
    """
    game = find_game(game) if isinstance(game, str) else game
    budget = budget or budget_of(player)
    if most < 1:
        raise InputError(f"the ladder cannot end at {most} times the budget; it must be at least 1")
    config = {
        "experiment": "worth", "player": player, "game": game.spec, "opponent": opponent, "budget": budget.text(),
        "games": games, "most": most, "openings": openings, "seed": seed,
    }  # fmt: skip
    with open_run(out, config) as run:

        def play(times: float) -> Rung:
            other = opponent_with(game, opponent, budget.text(times))
            result = match(
                player, other, game, games, openings, seed, workers,
                out=run.folder and run.folder / f"times-{times:g}",
                progress=progress and (lambda done, wanted, found: progress(times, done, wanted, found)),
            )  # fmt: skip
            return Rung(times, other, result.score, result.low, result.high)

        rungs = climb(play, most)
        first = opponent_with(game, opponent, budget.text())
        worth = Worth(player, first, budget, *crossing(rungs, most), rungs)
        if run.folder:
            write_json(run.folder / RESULT, worth.to_json())
    return worth


def climb(play: Callable[[float], Rung], most: float) -> list[Rung]:
    """Return the rungs that were played, from below: from a score above one half, beyond chance, to one below it.

    The ladder ends before at most times the budget, or this fraction of it.
    """
    rungs = [play(1.0)]
    while rungs[-1].high >= 0.5 and 2.0 * rungs[-1].times <= most:
        rungs.append(play(2.0 * rungs[-1].times))
    while rungs[0].low <= 0.5 and rungs[0].times / 2.0 >= 1.0 / most:
        rungs.insert(0, play(rungs[0].times / 2.0))
    return rungs


def crossing(rungs: Sequence[Rung], most: float) -> tuple[float, float, float]:
    """Return how many times the budget gives a score of one half, and its 95 % interval.

    It is open, from 0 or to infinity, where the ladder ended before one half was passed.
    """
    end = math.log2(most) + BEYOND
    worths = np.arange(-end, end + STEP / 2.0, STEP)
    likelihood = np.zeros((worths.size, SLOPES.size))
    for rung in rungs:
        strength = np.outer(worths - math.log2(rung.times), SLOPES)
        surprise = rung.score * np.logaddexp(0.0, -strength) + (1.0 - rung.score) * np.logaddexp(0.0, strength)
        likelihood -= games_of(rung.score, rung.low, rung.high) * surprise
    weights = np.exp(likelihood - likelihood.max()).sum(axis=1)
    shares = np.cumsum(weights) / weights.sum()
    low, value, high = (2.0 ** float(worths[np.searchsorted(shares, share)]) for share in (0.025, 0.5, 0.975))
    return value, 0.0 if rungs[0].score < 0.5 else low, math.inf if rungs[-1].score >= 0.5 else high


def mean_plies(game: Game, seed: int = 0) -> float:
    """Return the mean length of random games, in plies."""
    played = match("random", "random", game, SAMPLE_GAMES, seed=seed, workers=1, max_plies=MAX_PLIES).records
    return float(np.mean([len(record.opening_moves) + len(record.moves) for record in played]))


def seconds_for(times: float, budget: Budget, games: int, plies: float, workers: int) -> float:
    """Return about how long the match of a rung takes; the budget is time, and the player has as much."""
    return games * plies / 2.0 * budget.amount * (1.0 + times) / workers
