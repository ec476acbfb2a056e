"""The command `train`: a net learns before your eyes; the run folder is a player at every moment."""

from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..learn.apprentice import Cycle
from ..learn.nhb import TRIALS, Learner
from ..training import check_method
from .given import given_game
from .match import Rate
from .show import Show
from .words import plural

COLUMNS = (
    TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate("matches"), TimeRemainingColumn(),
)  # fmt: skip


def run(method: str, game_spec: str, show: Show, **settings: Any) -> None:
    check_method(method)
    game = given_game(game_spec)
    settings["out"] = settings["out"] or f"runs/{method}-{game.name}"
    learner = Learner(**settings)
    with Progress(*COLUMNS, console=show.progress, disable=not show.progress.is_terminal) as bar:
        task = bar.add_task("compiling", total=learner.matches)

        def update(cycle: Cycle) -> None:
            done = cycle.matches + sum(last.matches for last in last_cycles(learner)[:-1])
            bar.update(task, completed=done, description=running_text(cycle, learner))

        learner.fit(game, update)
    for line in summary(learner):
        show.line(line)
    show.result({"out": str(learner.out), "cycles": [cycle._asdict() for cycle in learner.cycles_]})


def running_text(cycle: Cycle, learner: Learner) -> str:
    examples = cycle.proven + cycle.consistent + cycle.played
    met = cycle.wins + cycle.draws + cycle.losses
    score = f", +{cycle.wins} ={cycle.draws} -{cycle.losses} against untrained ones" if met else ""
    return f"net {cycle.net + 1} of {learner.nets}: {plural(examples, 'example')}{score}"


def last_cycles(learner: Learner) -> list[Cycle]:
    """Return the last cycle of every net."""
    return list({cycle.net: cycle for cycle in learner.cycles_}.values())


def summary(learner: Learner) -> list[str]:
    """Return the lines that tell people what was learned, and what to do with it."""
    game, last = learner.game, last_cycles(learner)
    examples = sum(cycle.proven + cycle.consistent + cycle.played for cycle in learner.cycles_)
    best = max(member.score for member in learner.members_)
    made = "a net" if len(last) == 1 else f"{len(last)} nets, the best joined into one"
    player = f"alphabeta:eval={learner.out}"
    return [
        f"{sum(cycle.matches for cycle in last):,} matches of {game.name} and {plural(examples, 'example')} in"
        f" {sum(cycle.seconds for cycle in last):.1f} s: {made} of"
        f" {plural(len(learner.weights_.biases), 'hidden unit')}",
        f"the best single net scored {best:.0%} in {TRIALS} trial matches against untrained ones",
        f"play against it:  fourfold play {game.spec} --player {player}",
        f"measure it:       fourfold match {player},nodes=500 alphabeta:nodes=500,eval=untrained --game {game.spec}",
    ]
