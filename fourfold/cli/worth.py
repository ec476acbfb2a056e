"""The command `worth`: what it will take, a progress bar for each match, and what the player is worth."""

import math
from typing import Any

from rich.progress import Progress

from ..games.interface.game import Game
from ..matches.tally import MatchResult
from ..matches.worth import (
    Budget,
    Rung,
    Worth,
    budget_of,
    find_worth,
    mean_plies,
    opponent_with,
    read_budget,
    seconds_for,
)
from ..parallel.ordered_map import Workers, worker_count
from ..players.describe import duration
from ..players.specs import parse_spec
from .match import COLUMNS, running_score, silent_workers
from .output import Show, compiling_shown, stoppable
from .validate import given_game

UNITS = {"seconds": "thinking time", "nodes": "nodes", "sims": "simulations"}


def run(
    game_spec: str,
    player: str,
    against: str | None,
    budget_text: str | None,
    workers: Workers,
    show: Show,
    **settings: Any,
) -> None:
    game = given_game(game_spec)
    parse_spec(player)
    budget = read_budget(budget_text) if budget_text else budget_of(player)
    opponent = opponent_with(game, against, budget.text())
    given = budget_of(opponent)  # nodes of the player may be simulations of the opponent
    show.note(f"{player} against {opponent} with more and more {UNITS[given.unit]}")
    show.note(cost(game, given, settings["games"], settings["most"], workers))
    with Progress(*COLUMNS, console=show.progress, transient=True, disable=not show.progress.is_terminal) as bar:
        task = bar.add_task("starting", total=settings["games"])

        def update(times: float, done: int, total: int, result: MatchResult) -> None:
            text = f"{times_text(times)} times: {running_score(result)}"
            bar.update(task, completed=done, total=total, description=text)

        with silent_workers(), compiling_shown(bar, task):
            found = stoppable(
                show, find_worth, player, game, against, budget, workers=workers, progress=update, **settings
            )
    show.table([">times", "opponent", ">score", "95 % interval"], [row(rung) for rung in found.rungs])
    show.line(summary(found))
    show.result(found.to_json())


def cost(game: Game, budget: Budget, games: int, most: int, workers: Workers) -> str:
    """Return what the matches may take, before they begin."""
    doublings = math.floor(math.log2(most))
    text = f"at most {2 * doublings + 1} matches of {games} games, with up to {most} times the {UNITS[budget.unit]}"
    if budget.unit != "seconds":
        return text
    count, plies = 1 if isinstance(workers, str) else worker_count(workers), mean_plies(game)
    times = [seconds_for(2.0**step, budget, games, plies, count) for step in range(-doublings, doublings + 1)]
    first, all_of_them = duration(times[doublings]), duration(sum(times))
    return f"{text}; about {first} for the first and {all_of_them} for all, by the length of random games"


def row(rung: Rung) -> list[str]:
    score, low, high = (100.0 * share for share in (rung.score, rung.low, rung.high))
    return [times_text(rung.times), rung.opponent, f"{score:.1f} %", f"{low:.1f} to {high:.1f}"]


def times_text(times: float) -> str:
    """Return a factor with two digits; that of a rung below the first as a fraction."""
    is_fraction = times < 1.0 and (1.0 / times).is_integer()
    return f"1/{1.0 / times:g}" if is_fraction else f"{float(f'{times:.2g}'):,g}"


def summary(found: Worth) -> str:
    """Return what a player is worth, as far as the ladder shows it."""
    budget, kind, most = budget_of(found.opponent), parse_spec(found.opponent).name, found.rungs[-1].times
    unit = UNITS[budget.unit]
    if found.low == 0.0:
        return f"worth less than {times_text(found.high)} times the {unit} of {kind}"
    if found.high == math.inf:
        known = f"worth at least {times_text(found.low)} times the {unit} of {kind}"
        return f"{known}: it still scores one half or more against {times_text(most)} times (--most goes on)"
    times, low, high = map(times_text, (found.times, found.low, found.high))
    equal = f"about one half against {kind} with {budget.text(float(f'{found.times:.2g}'))}"
    return f"worth {times} times ({low} to {high}) the {unit} of {kind}: {equal}"
