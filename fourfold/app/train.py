"""The command `train`: a net learns before your eyes; the run folder is a player at every moment."""

from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..learn.nhb import Cycle, Learner
from ..training import check_method
from .given import given_game
from .match import Rate
from .show import Show, interruptible
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
            bar.update(task, completed=cycle.matches, description=running_text(cycle))

        interruptible(learner.fit, game, update)
    for line in summary(learner):
        show.line(line)
    show.result({"out": str(learner.out), "cycles": [cycle._asdict() for cycle in learner.cycles_]})


def running_text(cycle: Cycle) -> str:
    examples = cycle.proven + cycle.consistent + cycle.played
    score = f"+{cycle.wins} ={cycle.draws} -{cycle.losses}" if cycle.wins + cycle.draws + cycle.losses else "first ones"
    return f"against untrained nets {score}, {plural(examples, 'example')}"


def summary(learner: Learner) -> list[str]:
    """Return the lines that tell people what was learned, and what to do with it."""
    cycles, game = learner.cycles_, learner.game
    examples = sum(cycle.proven + cycle.consistent + cycle.played for cycle in cycles)
    half = cycles[len(cycles) // 2 :]
    wins, draws, losses = (sum(getattr(cycle, name) for cycle in half) for name in ("wins", "draws", "losses"))
    player = f"alphabeta:eval={learner.out}"
    return [
        f"{cycles[-1].matches:,} matches of {game.name} and {plural(examples, 'example')} in"
        f" {cycles[-1].seconds:.1f} s: a net of {plural(cycles[-1].hidden_units, 'hidden unit')}",
        f"second half of the training matches, against untrained nets: won {wins:,}, drew {draws:,}, lost {losses:,}",
        f"play against it:  fourfold play {game.spec} --player {player}",
        f"measure it:       fourfold match {player},nodes=500 alphabeta:nodes=500,eval=untrained --game {game.spec}",
    ]
