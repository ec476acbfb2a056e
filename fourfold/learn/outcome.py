"""Learning from outcomes: a net plays itself, is fitted to how the games ended, and again; random nets begin."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Self

import numpy as np

from .. import models, runs
from ..errors import InputError
from ..files import write_whole
from ..nets import mlp, slfn
from ..openings import random_state
from ..rulebook import Game
from ..search.alphabeta import MAX_PLY
from .backpropagation import fit, predict
from .examples import merge
from .simulator import Plan, Simulator

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


class Learner:
    """Teaches a net a game from its rules alone.

    The first round is played by nets with random weights, a new one for each match, which look a ply ahead; the others
    by the net against itself. Matches begin after random moves. Of each match the states are kept that a search would
    judge as they stand; their value is the outcome. After every round the net is fitted to what is in the window, the
    newest examples.

    With `out` a run folder keeps all of it; the same settings and folder go on where it stopped.
    """

    def __init__(
        self, seed: int = 0, workers: int | None = None, out: str | Path | None = None, **settings: Any
    ) -> None:
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
        self._kept: list[tuple[np.ndarray, np.ndarray]] = []
        if self.out:
            self._open_run(self.out)
            if self.rounds_:
                self._save(self.out)  # a kill may have come in the middle of it
        settings = self.settings
        simulator = Simulator(game, settings.max_plies, self.workers, evaluator=NETS[settings.net])
        for number in range(len(self.rounds_), settings.rounds + 1):
            self.rounds_.append(self._round(number, simulator))
            if self.out:
                self._save_examples(self.out)
                self._save(self.out)
            if progress:
                progress(self.rounds_[-1])
        return self

    def _first_weights(self) -> Any:
        net, start = self.settings.net, self.settings.start
        if start is None:
            return NETS[net].random_weights(self.game.variables, [self.seed, NETS_SEED])
        model = models.load_for(start, self.game)
        if model.evaluator != net:
            raise InputError(f"{start} is an {model.evaluator}, not an {net}: say --net {model.evaluator}")
        if net == "mlp" and model.weights.view[0] != mlp.MOVER:
            raise InputError(f"{start} does not see the board as the side to move does, and examples do")
        return model.weights

    def _round(self, number: int, simulator: Simulator) -> Round:
        """Play, and fit the net to what is known then."""
        begun, rng = time.perf_counter(), np.random.default_rng([self.seed, GAMES_SEED, number])
        results = simulator.play(self._plans(number, rng))
        found = merge([result.examples for result in results])
        if not len(found.keys):
            raise InputError(f"no state of {len(results)} matches is quiet, so that there is nothing to learn from")
        error = float(np.mean((predict(self.weights_, found.inputs) - found.values) ** 2))
        self._keep(found.inputs, found.values)
        X, y = (np.concatenate(columns) for columns in zip(*self._kept, strict=True))
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

    def _plans(self, number: int, rng: np.random.Generator) -> list[Plan]:
        settings = self.settings
        untaught = number == 0 and settings.start is None
        plans = []
        for _ in range(settings.first_matches if number == 0 else settings.matches):
            state = random_state(self.game, int(rng.integers(settings.opening_plies + 1)), rng)
            net = NETS[settings.net].random_weights(self.game.variables, rng) if untaught else self.weights_
            depth = 1 if untaught else MAX_PLY
            plans.append(Plan(net, net, state, settings.nodes, depth, growth=0.0, quiet=True))
        return plans

    def _keep(self, inputs: np.ndarray, values: np.ndarray) -> None:
        """Put examples into the window; those too old for it are dropped. Half the digits do, where none gets lost."""
        narrow = inputs.astype(np.float16)
        self._kept.append((narrow if np.array_equal(narrow, inputs) else inputs, values))
        while sum(len(y) for _, y in self._kept[1:]) >= self.settings.window:
            del self._kept[0]

    def _config(self) -> dict[str, Any]:
        return {"method": "outcome", "game": self.game.spec, "seed": self.seed, **asdict(self.settings)}

    def _open_run(self, folder: Path) -> None:
        """Make the run folder, or take up what is in it."""
        runs.open_run(folder, self._config())
        if not (folder / models.FILE).exists():
            return
        model = models.load_for(str(folder), self.game)
        self.weights_ = model.weights
        try:
            self.rounds_ = [Round(**each) for each in model.notes["rounds"]]
            for number in range(len(self.rounds_) - model.notes["kept"], len(self.rounds_)):
                arrays, _ = models.load_arrays(_examples_path(folder, number))
                self._kept.append((arrays["inputs"], arrays["values"]))
        except (KeyError, TypeError):
            raise InputError(f"{folder / models.FILE} does not say how far its run had come") from None

    def _save_examples(self, folder: Path) -> None:
        from safetensors.numpy import save

        inputs, values = self._kept[-1]
        (folder / EXAMPLES).mkdir(exist_ok=True)
        write_whole(_examples_path(folder, len(self.rounds_) - 1), save({"inputs": inputs, "values": values}))

    def _save(self, folder: Path) -> None:
        """Write the net, which tells that the round is done; examples that nobody needs any more are deleted."""
        kept = 0 if len(self.rounds_) > self.settings.rounds else len(self._kept)
        rounds = [each._asdict() for each in self.rounds_]
        notes = {"config": self._config(), "rounds": rounds, "kept": kept}
        models.save(folder / models.FILE, self.weights_, evaluator=self.settings.net, game=self.game.name, notes=notes)
        write_whole(folder / runs.METRICS, "".join(json.dumps(each) + "\n" for each in rounds))
        for number in range(len(rounds) - kept):
            _examples_path(folder, number).unlink(missing_ok=True)


def _examples_path(folder: Path, number: int) -> Path:
    return folder / EXAMPLES / f"{number}.safetensors"
