"""Nets that evolve: generations of them play each other, and the next generation is made of how they played."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from ...errors import InputError
from ...evaluators import mlp, weights_file
from ...games.interface.game import Game
from ...parallel import interrupts
from ...parallel.ordered_map import Workers
from ...storage import run_folder
from ...storage.array_files import MODEL
from ...storage.checkpoints import Checkpoint
from ..games_between_nets import NODES, OUTCOME, PLIES, Contest, Contests
from .blondie24 import SelfAdaptive
from .breeder import Breeder, Champion, Meeting, check_least
from .cma_es import Covariance
from .evolution_strategy import Strategy
from .genetic_algorithm import Genetic
from .genome import FORMS, Layout

BREEDERS: dict[str, Any] = {
    "genetic": Genetic, "self-adaptive": SelfAdaptive, "strategy": Strategy, "covariance": Covariance,
}  # fmt: skip
GENERATIONS = "generations"
FIRST, GAMES, RIVALS = 0, 1, 2
"""Keep what is random about the first population, about games, and about the champion's games apart."""


@dataclass(frozen=True)
class Recipe:
    """All that can be chosen."""

    breeder: str
    form: str
    """Of `genome.FORMS`."""
    player: str
    """Who decides with the nets: a spec without an evaluator."""
    generations: int
    colours: int = 2
    """Games of a meeting: 2, with colours swapped, or 1."""
    opening_plies: int = 6
    """Games begin after so many random moves."""
    max_plies: int = 160
    """A game that is longer is drawn."""
    rivals: int = 5
    """How many earlier champions a champion meets, to see whether there is growth."""
    rival_games: int = 6
    """With each of them, half of them with either colour."""
    rival_opening_plies: int = 4
    spacing: int = 1
    """Generations between these champions, and between such meetings."""
    breeding: dict[str, Any] = field(default_factory=dict)
    """Settings of the breeder."""

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            raise InputError(f"no form named {self.form!r}; there are {', '.join(FORMS)}")
        check_least(self, generations=1, colours=1, opening_plies=0, max_plies=1, rivals=0, rival_games=2)
        check_least(self, rival_opening_plies=0, spacing=1)
        if self.colours > 2 or self.rival_games % 2:
            raise InputError(f"colours={self.colours} must be 1 or 2, rival_games={self.rival_games} even")


RECIPES = {
    "best": Recipe("strategy", "mover", "alphabeta:depth=4", 400, spacing=10),
    "paper": Recipe("genetic", "paper", "alphabeta:depth=6", 200, colours=1, opening_plies=0, max_plies=100),
    "blondie24": Recipe(
        "self-adaptive", "blondie24", "alphabeta:depth=4", 120, colours=1, opening_plies=0, max_plies=100
    ),
    "repaired": Recipe(
        "genetic",
        "mover",
        "alphabeta:depth=4",
        115,
        max_plies=120,
        breeding={"games": 15, "small": True, "strength": 10.0},
    ),
    "cma": Recipe("covariance", "mover", "alphabeta:depth=4", 200, max_plies=120, spacing=10),
}
"""`best` learns most; `paper` is the genetic algorithm to the letter, `repaired` the same with another form, small
weights, random openings and both colours; `blondie24` is that of Chellapilla and Fogel, `cma` the modern baseline."""


class Generation(NamedTuple):
    """What a generation has done."""

    generation: int
    games: int
    distinct: int
    """Of the games: without random openings the same two nets play the same game again."""
    plies: float
    """Of a game, on average."""
    nodes: int
    decided: float
    """Share of the games that one side won."""
    points: float | None
    """The champion's."""
    kind: str
    """How the champion came about."""
    growth: float | None
    """Mean of the means of the champion's games with earlier champions, from -1 to 1; None when it had none."""
    seconds: float
    cpu_seconds: float


class Learner:
    """Evolves a player for a game; in every generation there is a champion, which the run folder keeps as a model.

    With `out` a run folder keeps all of it; the same settings and folder go on where it stopped.
    """

    def __init__(
        self,
        recipe: str = "best",
        start: str | None = None,
        seed: int = 0,
        workers: Workers = None,
        out: str | Path | None = None,
        breeding: dict[str, Any] | None = None,
        **changes: Any,
    ):
        """Take settings; start is a model to begin with, breeding and the other changes are to the recipe."""
        if recipe not in RECIPES:
            raise InputError(f"no recipe named {recipe!r}; there are {', '.join(RECIPES)}")
        base = RECIPES[recipe]
        self.recipe = replace(base, breeding={**base.breeding, **(breeding or {})}, **changes)
        self.name, self.start, self.seed, self.workers = recipe, start, seed, workers
        self.out = None if out is None else Path(out)

    @property
    def generations(self) -> int:
        return self.recipe.generations

    def fit(self, game: Game, progress: Callable[[Generation], None] | None = None) -> Self:
        """Return self, having evolved: `weights_` is the last champion, `generations_` tells how it went."""
        recipe = self.recipe
        self.game, self.layout = game, Layout(FORMS[recipe.form], game)
        self.generations_: list[Generation] = []
        self.champions_: dict[int, mlp.Weights] = {}
        settings = recipe.max_plies, self.workers
        self.contests = Contests(game, recipe.player, recipe.opening_plies, *settings)
        self.rival_contests = Contests(game, recipe.player, recipe.rival_opening_plies, *settings)
        breeder = self._first_breeder()
        with run_folder.open_run(self.out, self._config()) as run:
            if run.checkpoint:
                self._restore(run.checkpoint, breeder)
                self._save(run, breeder)
            for number in range(len(self.generations_), recipe.generations + 1):
                generation, champion = self._generation(number, breeder)
                self.generations_.append(generation)
                self.champions_[number] = self.layout.express(champion.genome)
                self._save(run, breeder)
                if progress:
                    progress(generation)
                interrupts.check()
        return self

    @property
    def weights_(self) -> mlp.Weights:
        return self.champions_[len(self.generations_) - 1]

    def _first_breeder(self) -> Breeder:
        start = None
        if self.start is not None:
            start = self._start_genome(self.start)
        rng = np.random.default_rng([self.seed, FIRST])
        try:
            return BREEDERS[self.recipe.breeder](self.layout, rng, start, **self.recipe.breeding)
        except TypeError as error:
            raise InputError(f"breeding of {self.recipe.breeder}: {error}") from None

    def _start_genome(self, start: str) -> np.ndarray:
        """Return the genome of a model that has the form of this evolution."""
        model = weights_file.load_for(start, self.game)
        if model.evaluator != "mlp":
            raise InputError(f"{start} is an {model.evaluator}, and what evolves is an mlp")
        if model.weights.second.shape != (self.layout.form.units, self.layout.form.few):
            raise InputError(f"{start} does not have the hidden units of the form {self.recipe.form}")
        genome = self.layout.genome_of(model.weights)
        again = self.layout.express(genome)
        if not all(np.allclose(*arrays, atol=1e-3) for arrays in zip(again, model.weights, strict=True)):
            raise InputError(f"{start} is a net of another form than {self.recipe.form}: give its own with --form")
        return genome

    def _generation(self, number: int, breeder: Breeder) -> tuple[Generation, Champion]:
        begun, cpu_begun = time.perf_counter(), time.process_time()
        rng = np.random.default_rng([self.seed, GAMES, number])
        meetings = breeder.meetings(rng)
        results = self._play(number, breeder.genomes(), meetings)
        champion = breeder.select(meetings, results[:, :, OUTCOME], rng)
        growth = self._growth(number, champion)
        games = results.reshape(-1, results.shape[-1])
        generation = Generation(
            generation=number,
            games=len(games),
            distinct=len(set(meetings)) * self.recipe.colours if self._repeats_games() else len(games),
            plies=round(float(games[:, PLIES].mean()), 2),
            nodes=int(games[:, NODES].sum()),
            decided=round(float((games[:, OUTCOME] != 0).mean()), 4),
            points=champion.points,
            kind=champion.kind,
            growth=growth,
            seconds=round(time.perf_counter() - begun, 3),
            cpu_seconds=round(time.process_time() - cpu_begun, 3),
        )
        return generation, champion

    def _repeats_games(self) -> bool:
        """Return whether the same two nets play the same game again: nothing about it is random."""
        return self.recipe.opening_plies == 0 and self.recipe.player.startswith("alphabeta")

    def _play(self, number: int, genomes: np.ndarray, meetings: list[Meeting]) -> np.ndarray:
        nets = [self.layout.express(genome) for genome in genomes]
        contests = [
            Contest(nets[first], nets[second], [self.seed, GAMES, number, 1 + meeting], self.recipe.colours)
            for meeting, (first, second) in enumerate(meetings)
        ]
        return self.contests.play(contests)

    def _growth(self, number: int, champion: Champion) -> float | None:
        """Return the mean of the means of what the champion makes against earlier ones; None if it meets none."""
        spacing, net = self.recipe.spacing, self.layout.express(champion.genome)
        if number % spacing or not number or not self.recipe.rivals:
            return None
        rivals = [self.champions_[each] for each in self._rivals(number - spacing)]
        contests = [
            Contest(net, rival, [self.seed, RIVALS, number, pair])
            for rival in rivals
            for pair in range(self.recipe.rival_games // 2)
        ]
        outcomes = self.rival_contests.play(contests)[:, :, OUTCOME]
        return round(float(outcomes.reshape(len(rivals), -1).mean(axis=1).mean()), 4)

    def _config(self) -> dict[str, Any]:
        """Return what decides the course of a run: how many generations it has does not, so that more can be added."""
        settings = {"recipe": self.name, "start": self.start, "seed": self.seed, **asdict(self.recipe)}
        del settings["generations"]
        return {"method": "evolve", "game": self.game.spec, **settings}

    def _restore(self, checkpoint: Checkpoint, breeder: Breeder) -> None:
        """Take up what a run has done. Of its champions only those are needed that others will meet, and the last."""
        arrays = checkpoint.arrays
        self.generations_ = [Generation(**each) for each in checkpoint.notes["generations"]]
        for number in self._needed():
            parts = (arrays[f"champion.{number}.{part}"] for part in mlp.Weights._fields)
            self.champions_[number] = mlp.Weights(*parts)
        breeder.restore(arrays)

    def _needed(self) -> set[int]:
        """Return the generations whose champions are still asked for: the last, and rivals of those to come."""
        last = len(self.generations_) - 1
        return {last, *self._rivals(last - last % self.recipe.spacing)}

    def _rivals(self, last: int) -> range:
        """Return the generations whose champions are met, from the last of them backwards."""
        return range(last, -1, -self.recipe.spacing)[: self.recipe.rivals]

    def _save(self, run: run_folder.Run, breeder: Breeder) -> None:
        """Write the champion and how it went, then what the run goes on from."""
        generations = [each._asdict() for each in self.generations_]
        arrays = dict(breeder.arrays())
        self.champions_ = {number: self.champions_[number] for number in self._needed()}
        for number, champion in self.champions_.items():
            arrays |= {f"champion.{number}.{part}": array for part, array in champion._asdict().items()}
        if run.folder:
            self._save_champion(run.folder)
        run.write_metrics(generations)
        run.save(len(generations), {"generations": generations}, arrays)

    def _save_champion(self, folder: Path) -> None:
        last = self.generations_[-1]
        notes = {"config": self._config(), "generation": last._asdict()}
        (folder / GENERATIONS).mkdir(exist_ok=True)
        for path in (champion_path(folder, last.generation), folder / MODEL):
            weights_file.save(path, self.weights_, evaluator="mlp", game=self.game.name, notes=notes)


def read_changes(texts: Sequence[str], recipe: str) -> dict[str, Any]:
    """Return the changes to a recipe, or to its breeding, that texts such as `population=30` ask for."""
    if recipe not in RECIPES:
        raise InputError(f"no recipe named {recipe!r}; there are {', '.join(RECIPES)}")
    numbers = {item.name: item.type for item in fields(Recipe) if item.type is int and item.name != "generations"}
    breeding = {item.name: item.type for item in fields(BREEDERS[RECIPES[recipe].breeder]) if item.type in (int, float)}
    found: dict[str, Any] = {"breeding": {}}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in numbers | breeding:
            raise InputError(f"{text!r} is not understood; numbers of {recipe}: {', '.join(numbers | breeding)}")
        try:
            (found if name in numbers else found["breeding"])[name] = (numbers | breeding)[name](value)
        except ValueError:
            raise InputError(f"{text!r} is not understood: {value!r} is no number of its kind") from None
    return found


def champion_path(folder: Path, generation: int) -> Path:
    """Return where a run keeps the champion of a generation: a model."""
    return folder / GENERATIONS / f"{generation:04}.safetensors"
