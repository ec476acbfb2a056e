"""The commands `train METHOD GAME`: a net learns before your eyes; the run folder is a player at every moment."""

from typing import Any, Protocol

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..games.interface.game import Game
from ..learn.context import column_net_torch
from ..learn.context import learner as context
from ..learn.curves import learning_curve
from ..learn.evolve import learner as evolve
from ..learn.network import learner as networks
from ..learn.nhb import learner as nhb
from ..learn.nhb.one_net import Cycle
from ..learn.outcome import learner as outcome
from ..learn.policy import learner as policy
from ..players.describe import plural
from ..storage.progress import Logbook
from .draw_curve import chart, spark
from .match import Rate
from .output import Show, stoppable
from .validate import given_game


class Watch(Protocol):
    """What people and programs are told of a training."""

    learner: Any
    things: str
    """What the bar counts."""
    total: int

    def see(self, event: Any) -> tuple[int, str]:
        """Return how many things are done, and how it goes."""

    def summary(self) -> list[str]:
        """Return the lines that tell people what was learned."""

    def advice(self) -> list[str]:
        """Return what to do next."""

    def result(self) -> dict[str, Any]:
        """Return what programs are told."""


class EvaluatorWatch:
    """What those that teach an evaluator have in common."""

    learner: Any

    def advice(self) -> list[str]:
        game, player = self.learner.game.spec, f"alphabeta:eval={self.learner.out}"
        measure = f"{player},nodes=500 alphabeta:nodes=500,eval=untrained"
        return [
            f"play against it:  fourfold play {game} --player {player}",
            f"measure it:       fourfold match {measure} --game {game}",
        ]


def run(method: str, game_spec: str, show: Show, **settings: Any) -> None:
    game = given_game(game_spec)
    settings["out"] = settings["out"] or f"runs/{method}-{game.name}"
    watch = WATCHES[method](**settings)
    with Logbook(settings["out"], watch.total, watch.things) as logbook:
        learn(game, watch, logbook, show)
        logbook.finish()
    for line in [*chart(learning_curve(logbook.folder)), *watch.summary(), *watch.advice()]:
        show.line(line)
    show.result({"out": str(watch.learner.out), **watch.result()})


def learn(game: Game, watch: Watch, logbook: Logbook, show: Show) -> None:
    """Let the learner learn; people see a bar and the course of the curve."""
    shown = (
        TextColumn("{task.description}"), TextColumn("{task.fields[curve]}"), BarColumn(), MofNCompleteColumn(),
        Rate(watch.things), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*shown, console=show.progress, disable=not show.progress.is_terminal) as bar:
        task = bar.add_task("compiling", total=watch.total, curve="")

        def update(event: Any) -> None:
            done, text = watch.see(event)
            bar.update(task, completed=done, description=text)
            if logbook.note(done, text) and show.progress.is_terminal:
                bar.update(task, curve=spark(learning_curve(logbook.folder).points))

        stoppable(show, watch.learner.fit, game, update)


class NhbWatch(EvaluatorWatch):
    """Counts matches of all nets."""

    things = "matches"

    def __init__(self, **settings: Any):
        self.learner = nhb.Learner(**settings)
        self.total = self.learner.matches

    def see(self, event: Cycle) -> tuple[int, str]:
        done = event.matches + sum(last.matches for last in self._last_cycles()[:-1])
        examples = event.proven + event.consistent + event.played
        met = event.wins + event.draws + event.losses
        score = f", +{event.wins} ={event.draws} -{event.losses} against untrained ones" if met else ""
        return done, f"net {event.net + 1} of {self.learner.nets}: {plural(examples, 'example')}{score}"

    def _last_cycles(self) -> list[Cycle]:
        """Return the last cycle of every net."""
        return list({cycle.net: cycle for cycle in self.learner.cycles_}.values())

    def summary(self) -> list[str]:
        learner, last = self.learner, self._last_cycles()
        examples = sum(cycle.proven + cycle.consistent + cycle.played for cycle in learner.cycles_)
        best = max(member.score for member in learner.members_)
        made = "a net" if len(last) == 1 else f"{len(last)} nets, the best joined into one"
        return [
            f"{sum(cycle.matches for cycle in last):,} matches of {learner.game.name} and"
            f" {plural(examples, 'example')} in {sum(cycle.seconds for cycle in last):.1f} s: {made} of"
            f" {plural(len(learner.weights_.biases), 'hidden unit')}",
            f"the best single net scored {best:.0%} in {nhb.TRIALS} trial matches against untrained ones",
        ]

    def result(self) -> dict[str, Any]:
        return {"cycles": [cycle._asdict() for cycle in self.learner.cycles_]}


class EvolveWatch(EvaluatorWatch):
    """Counts generations."""

    things = "gen."

    def __init__(self, **settings: Any):
        self.learner = evolve.Learner(**settings)
        self.total = self.learner.generations + 1
        self.growth = ""

    def see(self, event: evolve.Generation) -> tuple[int, str]:
        if event.growth is not None:
            self.growth = f", champion {event.growth:+.2f}"
        elif event.points is not None:
            self.growth = f", champion {event.points:+g}"
        rate = event.games / max(event.seconds, 1e-3)
        return event.generation + 1, f"{rate:,.0f} games/s{self.growth}"

    def summary(self) -> list[str]:
        made = self.learner.generations_
        games, seconds = sum(each.games for each in made), sum(each.seconds for each in made)
        nodes = sum(each.nodes for each in made)
        return [
            f"{plural(len(made) - 1, 'generation')} of {self.learner.game.name} nets, {games:,} games in"
            f" {seconds:.1f} s: {games / max(seconds, 1e-3):,.0f} games/s, {nodes / max(seconds, 1e-3):,.0f} nodes/s"
        ]

    def result(self) -> dict[str, Any]:
        return {"generations": [each._asdict() for each in self.learner.generations_]}


class OutcomeWatch(EvaluatorWatch):
    """Counts matches of all rounds."""

    things = "matches"

    def __init__(self, **settings: Any):
        self.learner = outcome.Learner(**settings)
        self.total = self.learner.matches

    def see(self, event: outcome.Round) -> tuple[int, str]:
        return event.matches, f"round {event.round}: {plural(event.examples, 'example')}, error {event.error:.3f}"

    def summary(self) -> list[str]:
        last = self.learner.rounds_[-1]
        examples = sum(each.examples for each in self.learner.rounds_)
        return [
            f"{last.matches:,} matches of {self.learner.game.name} and {plural(examples, 'example')}"
            f" in {last.seconds:.1f} s"
        ]

    def result(self) -> dict[str, Any]:
        return {"rounds": [each._asdict() for each in self.learner.rounds_]}


class ContextWatch:
    """Counts epochs."""

    things = "epochs"

    def __init__(self, system: str, **settings: Any):
        self.learner: Any
        if system == "best":
            self.learner = column_net_torch.ColumnLearner(**settings)
        else:
            self.learner = context.Learner(system=system, **settings)
        self.system, self.total = system, self.learner.epochs

    def see(self, event: Any) -> tuple[int, str]:
        return event.epoch, f"{self.system}: error {event.error:.4f}"

    def summary(self) -> list[str]:
        last = self.learner.epochs_[-1]
        return [f"{self.system}: {plural(last.epoch, 'epoch')} in {last.seconds:.1f} s, error {last.error:.4f}"]

    def advice(self) -> list[str]:
        game, out = self.learner.game.spec, self.learner.out
        return [
            f"play against it:  fourfold play {game} --player policy:model={out}",
            f"measure it:       fourfold accuracy {out} --data FILE, with positions that it has not seen",
        ]

    def result(self) -> dict[str, Any]:
        return {"epochs": [each._asdict() for each in self.learner.epochs_]}


class PolicyWatch:
    """Counts parts of a run."""

    things = "parts"

    def __init__(self, **settings: Any):
        self.learner = policy.Learner(**settings)
        self.total = self.learner.parts

    def see(self, event: policy.Part) -> tuple[int, str]:
        tests = "".join(f", {name} {share:.1%}" for name, share in event.tests.items())
        return event.part, f"{event.learner}: found {event.found:.1%}{tests}"

    def summary(self) -> list[str]:
        last = self.learner.parts_[-1]
        lines = [f"{last.examples:,} moves in {last.seconds:.1f} s, error {last.error:.4f}"]
        for name, share in self.learner.tests_.items():
            lines.append(f"of the moves of the test {name} it ranks first: {share:.2%}")
        return lines

    def advice(self) -> list[str]:
        return policy_advice(self.learner)

    def result(self) -> dict[str, Any]:
        return {"tests": self.learner.tests_, "parts": [each._asdict() for each in self.learner.parts_]}


class NetworkWatch:
    """Counts thousandths of the way."""

    things = "thousandths"
    total = 1000

    def __init__(self, **settings: Any):
        self.learner = networks.NetworkLearner(**settings)
        self.tests = ""

    def see(self, event: networks.Mark) -> tuple[int, str]:
        if event.tests:
            self.tests = "".join(f", {name} {test.accuracy:.1%}" for name, test in event.tests.items())
        text = f"epoch {event.epoch:.2f}, {event.speed:,.0f} examples/s, error {event.error:.3f}{self.tests}"
        return int(1000 * event.way), text

    def summary(self) -> list[str]:
        last = self.learner.marks_[-1]
        lines = [f"{last.examples:,} examples in {last.seconds:.1f} s, error {last.error:.4f}"]
        for name, test in (last.tests or {}).items():
            lines.append(f"of the moves of the test {name} it predicts: {test.accuracy:.2%}")
        return lines

    def advice(self) -> list[str]:
        return policy_advice(self.learner)

    def result(self) -> dict[str, Any]:
        return {"marks": [networks.mark_json(mark) for mark in self.learner.marks_]}


def policy_advice(learner: Any) -> list[str]:
    """Return what to do with a net that ranks the moves of Othello."""
    return [
        f"play against it:  fourfold play {learner.game.spec} --player policy:model={learner.out}",
        f"measure it:       fourfold accuracy {learner.out} --data DIR, with games that it has not seen",
    ]


WATCHES: dict[str, Any] = {
    "nhb": NhbWatch,
    "evolve": EvolveWatch,
    "outcome": OutcomeWatch,
    "context": ContextWatch,
    "policy": PolicyWatch,
    "network": NetworkWatch,
}
