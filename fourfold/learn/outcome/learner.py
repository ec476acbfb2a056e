"""Learning from outcomes: a net plays itself, is fitted to how the games ended, and again; random nets begin."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Self

import numpy as np

from ...errors import InputError
from ...evaluators import mlp, slfn, weights_file
from ...games.interface.game import Game
from ...matches.openings import random_state
from ...parallel import interrupts
from ...parallel.ordered_map import Workers
from ...search.alphabeta import MAX_PLY
from ...storage import run_folder
from ...storage.array_files import MODEL, load_arrays, save_arrays
from ...storage.checkpoints import Checkpoint
from ..games_between_nets import Plan, Simulator
from ..nhb.examples import Examples, merge
from .gradient import fit, predict

NETS: dict[str, ModuleType] = {"mlp": mlp, "slfn": slfn}
"""Kinds of net: two hidden layers, or one."""
EXAMPLES = "examples"
NETS_SEED, GAMES_SEED = 0, 1
"""Keep what is random about nets and about games apart."""


class Round(NamedTuple):
    """What a round has done."""

    round: int
    matches: int
    """So far."""
    examples: int
    decided: float
    """Share of its matches that one side won."""
    error: float
    """Mean squared, of the net before the round on what the round brought."""
    seconds: float
    """So far."""


@dataclass(frozen=True)
class Settings:
    """All that can be chosen about the procedure."""

    rounds: int = 28
    """After the first one."""
    first_matches: int = 12_000
    matches: int = 4_000
    """In every other round."""
    nodes: int = 200
    """What a move of them may use."""
    opening_plies: int = 10
    """Matches begin after up to so many random moves."""
    window: int = 1_600_000
    """How many examples the net is fitted to, the newest, and up to a round more."""
    epochs: int = 4
    last_epochs: int = 12
    """After the last round: with more time to settle a net gets a little better."""
    rate: float = 1.5e-3
    net: str = "mlp"
    """Its kind: `mlp`, two hidden layers, or `slfn`, one."""
    start: str | None = None
    """A model that plays the first round, and goes on learning, instead of random nets."""
    max_plies: int = 160
    """A match that is longer is drawn."""

    def __post_init__(self) -> None:
        if self.net not in NETS:
            raise InputError(f"no kind of net named {self.net!r}; there are {', '.join(NETS)}")
        for name in ("rounds", "first_matches", "matches", "nodes", "window", "epochs", "last_epochs", "max_plies"):
            if getattr(self, name) < 1:
                raise InputError(f"{name}={getattr(self, name)} must be at least 1")
        if self.opening_plies < 0 or not 0.0 < self.rate < 1.0:
            raise InputError("opening_plies must not be negative, and rate lie between 0 and 1")


class Kept(NamedTuple):
    """The examples of a round that are still learned from, and the net that played it."""

    round: int
    teacher: Any
    inputs: np.ndarray
    values: np.ndarray


class Learner:
    """Teaches a net a game from its rules alone.

    The first round is played by nets with random weights, a new one for each match, which look a ply ahead; the others
    by the net against itself. Matches begin after random moves. Of each match the states are kept that a search would
    judge as they stand; their value is the outcome. After every round the net is fitted to what is in the window, the
    newest examples.

    With `out` a run folder keeps all of it; the same settings and folder go on where it stopped.
    """

    def __init__(self, seed: int = 0, workers: Workers = None, out: str | Path | None = None, **settings: Any) -> None:
        self.settings = Settings(**settings)
        self.seed = seed
        self.workers = workers
        self.out = None if out is None else Path(out)

    @property
    def matches(self) -> int:
        """How many matches will have been played."""
        return self.settings.first_matches + self.settings.rounds * self.settings.matches

    def fit(self, game: Game, progress: Callable[[Round], None] | None = None) -> Self:
        """Return self, having learned: `weights_` is the net, `rounds_` tells how it went."""
        self.game, self.rounds_ = game, list[Round]()
        self.weights_ = self._first_weights()
        self._kept: list[Kept] = []
        settings = self.settings
        simulator = Simulator(game, settings.max_plies, self.workers, evaluator=NETS[settings.net])
        with run_folder.open_run(self.out, self._config()) as run:
            if run.checkpoint:
                self._restore(run.checkpoint, run, simulator)
                self._save(run)
            for number in range(len(self.rounds_), settings.rounds + 1):
                self.rounds_.append(self._round(number, simulator))
                self._save_examples(run, number)
                self._save(run)
                if progress:
                    progress(self.rounds_[-1])
                interrupts.check()
        return self

    def _first_weights(self) -> Any:
        net, start = self.settings.net, self.settings.start
        if start is None:
            return NETS[net].random_weights(self.game.variables, [self.seed, NETS_SEED])
        model = weights_file.load_for(start, self.game)
        if model.evaluator != net:
            raise InputError(f"{start} is an {model.evaluator}, not an {net}: say --net {model.evaluator}")
        if net == "mlp" and model.weights.view[0] != mlp.MOVER:
            raise InputError(f"{start} does not see the board as the side to move does, and examples do")
        return model.weights

    def _round(self, number: int, simulator: Simulator) -> Round:
        """Play, and fit the net to what is known then."""
        begun, rng, teacher = time.perf_counter(), self._rng(number), self.weights_
        results = simulator.play(self._plans(number, teacher, rng))
        found = merge([result.examples for result in results])
        if not len(found.keys):
            raise InputError(f"no state of {len(results)} matches is quiet, so that there is nothing to learn from")
        error = float(np.mean((predict(self.weights_, found.inputs) - found.values) ** 2))
        self._keep(Kept(number, teacher, *narrowed(found)))
        X = np.concatenate([kept.inputs for kept in self._kept])
        y = np.concatenate([kept.values for kept in self._kept])
        settings = self.settings
        self.weights_ = fit(
            self.weights_, X, y, epochs=settings.last_epochs if number == settings.rounds else settings.epochs,
            rate=settings.rate, rng=rng, symmetries=self.game.symmetries,
            fixed=("view",) if settings.start else ("view", "link"),
        )  # fmt: skip
        before = self.rounds_[-1] if self.rounds_ else Round(0, 0, 0, 0.0, 0.0, 0.0)
        decided = float(np.mean([result.outcome != 0 for result in results]))
        seconds = round(before.seconds + time.perf_counter() - begun, 3)
        return Round(number, before.matches + len(results), len(found.keys), decided, error, seconds)

    def _rng(self, number: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, GAMES_SEED, number])

    def _plans(self, number: int, teacher: Any, rng: np.random.Generator) -> list[Plan]:
        settings = self.settings
        untaught = number == 0 and settings.start is None
        plans = []
        for _ in range(settings.first_matches if number == 0 else settings.matches):
            state = random_state(self.game, int(rng.integers(settings.opening_plies + 1)), rng)
            net = NETS[settings.net].random_weights(self.game.variables, rng) if untaught else teacher
            depth = 1 if untaught else MAX_PLY
            plans.append(Plan(net, net, state, settings.nodes, depth, growth=0.0, quiet=True))
        return plans

    def _keep(self, kept: "Kept") -> None:
        """Put examples into the window; those too old for it are dropped."""
        self._kept.append(kept)
        while sum(len(each.values) for each in self._kept[1:]) >= self.settings.window:
            del self._kept[0]

    def _config(self) -> dict[str, Any]:
        return {"method": "outcome", "game": self.game.spec, "seed": self.seed, **asdict(self.settings)}

    def _restore(self, checkpoint: Checkpoint, run: run_folder.Run, simulator: Simulator) -> None:
        """Take up what was learned; examples that are damaged are played for again."""
        self.rounds_ = [Round(**each) for each in checkpoint.notes["rounds"]]
        self.weights_ = self._weights(checkpoint, "net")
        for number in checkpoint.notes["kept"]:
            teacher = self._weights(checkpoint, f"teacher.{number}")
            try:
                assert run.folder is not None
                arrays, _ = load_arrays(_examples_path(run.folder, number))
                self._kept.append(Kept(number, teacher, arrays["inputs"], arrays["values"]))
            except (InputError, KeyError):
                results = simulator.play(self._plans(number, teacher, self._rng(number)))
                found = merge([result.examples for result in results])
                self._kept.append(Kept(number, teacher, *narrowed(found)))
                self._save_examples(run, number)

    def _weights(self, checkpoint: Checkpoint, name: str) -> Any:
        kind = type(self.weights_)
        return kind(*(checkpoint.arrays[f"{name}.{part}"] for part in kind._fields))

    def _save_examples(self, run: run_folder.Run, number: int) -> None:
        kept = self._kept[-1]
        if run.folder:
            (run.folder / EXAMPLES).mkdir(exist_ok=True)
            save_arrays(_examples_path(run.folder, number), {"inputs": kept.inputs, "values": kept.values}, {})

    def _save(self, run: run_folder.Run) -> None:
        """Write the net and what the run goes on from; examples that no checkpoint needs any more are deleted."""
        kept = [] if len(self.rounds_) > self.settings.rounds else self._kept
        rounds = [each._asdict() for each in self.rounds_]
        nets = {"net": self.weights_, **{f"teacher.{each.round}": each.teacher for each in kept}}
        arrays = {f"{name}.{part}": array for name, net in nets.items() for part, array in net._asdict().items()}
        run.write_metrics(rounds)
        if run.folder:
            notes = {"config": self._config(), "rounds": rounds}
            kind, name = self.settings.net, self.game.name
            weights_file.save(run.folder / MODEL, self.weights_, evaluator=kind, game=name, notes=notes)
        run.save(len(rounds), {"rounds": rounds, "kept": [each.round for each in kept]}, arrays)
        if run.folder:
            for number in range(kept[0].round if kept else len(rounds)):
                _examples_path(run.folder, number).unlink(missing_ok=True)
            run.sign()


def narrowed(found: Examples) -> tuple[np.ndarray, np.ndarray]:
    """Return inputs and values; half the digits do for inputs, where none gets lost."""
    narrow = found.inputs.astype(np.float16)
    return narrow if np.array_equal(narrow, found.inputs) else found.inputs, found.values


def _examples_path(folder: Path, number: int) -> Path:
    return folder / EXAMPLES / f"{number}.safetensors"
