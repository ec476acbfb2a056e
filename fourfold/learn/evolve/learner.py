"""Evolve nets that play each other, generation by generation (docs/draughts.md)."""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...errors import InputError
from ...evaluators import mlp, weights_file
from ...evaluators.weights_file import Model
from ...games.interface.game import Game
from ...players.describe import plural
from ..curves import Point, share_point
from ..games_between_nets import NODES, OUTCOME, PLIES, Contest, Contests
from ..learner import Learner
from ..settings import setting, with_changes
from ..yardstick import AgainstUntaught, Yardstick
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
"""Separate random streams for the initial population, the games, and the champion's games."""


@dataclass(frozen=True)
class Recipe:
    """All that can be chosen."""

    breeder: str
    form: str
    """Of `genome.FORMS`."""
    player: str
    """The search that uses the nets: a spec without an evaluator."""
    generations: int
    colours: int = 2
    """Games of a meeting: 2, with colours swapped, or 1."""
    opening_plies: int = 6
    """Random moves before each game."""
    max_plies: int = 160
    """A longer game is a draw."""
    rivals: int = 5
    """How many earlier champions a champion plays, to measure growth."""
    rival_games: int = 6
    """Games with each of them, half with either colour."""
    rival_opening_plies: int = 4
    spacing: int = 1
    """Generations between these champions, and between such meetings."""
    breeding: dict[str, Any] = field(default_factory=dict)
    """Settings of the breeder."""

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            raise InputError(f"no form named {self.form!r}; choose from {', '.join(FORMS)}")
        check_least(self, generations=1, colours=1, opening_plies=0, max_plies=1, rivals=0, rival_games=2)
        check_least(self, rival_opening_plies=0, spacing=1)
        if self.colours > 2 or self.rival_games % 2:
            raise InputError(f"colours={self.colours} must be 1 or 2, and rival_games={self.rival_games} even")


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
"""`best` is the strongest; `paper` is the genetic algorithm of the evolved-draughts paper, `repaired` the same with
another form, small weights, random openings and both colours; `blondie24` is that of Chellapilla and Fogel; `cma` is
CMA-ES."""


class Generation(NamedTuple):
    """The metrics of a generation."""

    generation: int
    games: int
    distinct: int
    """Distinct games: without random openings the same two nets repeat one game."""
    plies: float
    """Mean length of a game."""
    nodes: int
    decided: float
    """The share of games that were not drawn."""
    points: float | None
    """The champion's."""
    kind: str
    """The champion's origin."""
    growth: float | None
    """Mean of the champion's mean results against earlier champions, from -1 to 1; None if it played none."""
    seconds: float
    cpu_seconds: float


@dataclass(frozen=True)
class Settings:
    """The options of the command line; in Python, also any field of the Recipe."""

    generations: int | None = setting(None, "How many generations to evolve.", metavar="N", least=1)
    ply: int | None = setting(None, "Search depth of the players: alphabeta:depth=N.", metavar="N", least=1)
    player: str | None = setting(None, "The search that uses the nets, such as mcts:sims=100,cut=6.", metavar="SPEC")
    recipe: str = setting("best", "best, paper, blondie24, repaired or cma.", metavar="NAME")
    form: str | None = setting(None, "The net: mover, paper, blondie-1999, blondie24 or weights.", metavar="NAME")
    numbers: list[str] = setting(
        [], "Any other number in the recipe, such as population=30.", flag="--set", metavar="NAME=VALUE"
    )
    start: str | None = setting(None, "Start from this net.", metavar="MODEL")
    changes: dict[str, Any] = setting({}, "Other fields of the recipe.", flag="")

    def __post_init__(self) -> None:
        if self.recipe not in RECIPES:
            raise InputError(f"no recipe named {self.recipe!r}; choose from {', '.join(RECIPES)}")
        if self.ply is not None and self.player is not None:
            raise InputError("--ply and --player exclude each other; give one of them")

    def changed_recipe(self) -> Recipe:
        """Return the recipe with the chosen changes."""
        base, changes = RECIPES[self.recipe], read_changes(self.numbers, self.recipe)
        player = f"alphabeta:depth={self.ply}" if self.ply else self.player
        given = {"generations": self.generations, "player": player, "form": self.form}
        changes |= {name: value for name, value in given.items() if value is not None} | self.changes
        breeding = {**base.breeding, **changes.pop("breeding", {})}
        return replace(base, **changes, breeding=breeding)


class EvolveLearner(Learner):
    """Evolves a player for a game; the run folder has the champion of every generation as a model."""

    Settings, Metrics = Settings, Generation
    metrics_name, unit = "generations", "gen."
    labels = "generations", "score against earlier champions"
    sizes = {"minute": {"generations": 60, "ply": 2}, "short": {"generations": 60}, "long": {}}
    title = "Evolution"
    about = "Nets play each other, and the winners have offspring. Works for any game, but learns more slowly."
    example = "draughts --generations 200 --ply 6 --out runs/evolved"
    uses_cluster = True

    def __init__(self, **settings: Any) -> None:
        super().__init__(**with_changes(settings, self.Settings, Recipe))
        self.recipe = self.settings.changed_recipe()

    def start(self) -> None:
        recipe = self.recipe
        self.layout = Layout(FORMS[recipe.form], self.game)
        self.champions_: dict[int, mlp.Weights] = {}
        limits = recipe.max_plies, self.workers
        self.contests = Contests(self.game, recipe.player, recipe.opening_plies, *limits)
        self.rival_contests = Contests(self.game, recipe.player, recipe.rival_opening_plies, *limits)
        self.breeder = self._first_breeder()

    @classmethod
    def endless(cls, game: Game) -> dict[str, Any]:
        return {"generations": 100_000, "player": "alphabeta:nodes=100"}

    def yardstick(self) -> Yardstick:
        return AgainstUntaught(self.game, self.rival_contests, self.model())

    def is_finished(self) -> bool:
        return len(self.metrics_) > self.recipe.generations

    def total(self) -> int:
        return self.recipe.generations + 1

    def progress(self) -> tuple[int, str]:
        last = self.metrics_[-1]
        text = f"{last.games / max(last.seconds, 1e-3):,.0f} games/s"
        growth = next((each.growth for each in reversed(self.metrics_) if each.growth is not None), None)
        if growth is not None:
            text += f", champion {growth:+.2f}"
        elif last.points is not None:
            text += f", champion {last.points:+g}"
        return last.generation + 1, text

    @classmethod
    def curve(cls, metrics: list[dict[str, Any]], config: dict[str, Any]) -> list[Point]:
        """Return what champions score against earlier ones, from 0 to 1."""
        games, rivals, spacing = config["rival_games"], config["rivals"], config["spacing"]
        return [
            share_point(
                each["generation"], (each["growth"] + 1) / 2, games * min(rivals, each["generation"] // spacing)
            )
            for each in metrics
            if each["growth"] is not None
        ]

    def summary(self) -> list[str]:
        made = self.metrics_
        games, seconds = sum(each.games for each in made), max(sum(each.seconds for each in made), 1e-3)
        nodes = sum(each.nodes for each in made)
        return [
            f"{plural(len(made) - 1, 'generation')} of {self.game.name} nets, {games:,} games in"
            f" {seconds:.1f} s: {games / seconds:,.0f} games/s, {nodes / seconds:,.0f} nodes/s"
        ]

    def model(self) -> Model:
        notes: dict[str, Any] = {"config": self.config()}
        if not self.metrics_:
            return Model(self.game.name, "mlp", notes, self.layout.express(self.breeder.genomes()[0]))
        notes["generation"] = self.metrics_[-1]._asdict()
        return Model(self.game.name, "mlp", notes, self.champions_[len(self.metrics_) - 1])

    def config(self) -> dict[str, Any]:
        """Return the settings that a run depends on; the number of generations is not one, so more can be added."""
        settings = self.settings
        chosen = {"recipe": settings.recipe, "start": settings.start, "seed": self.seed, **asdict(self.recipe)}
        del chosen["generations"]
        return {"method": "evolve", "game": self.game.spec, **chosen}

    def step(self) -> Generation:
        generation, champion = self._generation(len(self.metrics_))
        self.champions_[generation.generation] = self.layout.express(champion.genome)
        return generation

    def state(self) -> dict[str, np.ndarray]:
        """Return the breeder's arrays, and the champions that are still needed."""
        self.champions_ = {number: self.champions_[number] for number in self._needed()}
        arrays = dict(self.breeder.arrays())
        for number, champion in self.champions_.items():
            arrays |= {f"champion.{number}.{part}": array for part, array in champion._asdict().items()}
        return arrays

    def restore(self, arrays: dict[str, np.ndarray], notes: dict[str, Any]) -> None:
        for number in self._needed():
            parts = (arrays[f"champion.{number}.{part}"] for part in mlp.Weights._fields)
            self.champions_[number] = mlp.Weights(*parts)
        self.breeder.restore(arrays)

    def keep(self, folder: Path) -> None:
        """Write the champion of this generation as a model."""
        path = champion_path(folder, len(self.metrics_) - 1)
        path.parent.mkdir(exist_ok=True)
        weights_file.save_model(path, self.model())

    def _first_breeder(self) -> Breeder:
        given = self.settings.start
        start = None if given is None else self._start_genome(given)
        rng = np.random.default_rng([self.seed, FIRST])
        try:
            return BREEDERS[self.recipe.breeder](self.layout, rng, start, **self.recipe.breeding)
        except TypeError as error:
            raise InputError(f"breeding of {self.recipe.breeder}: {error}") from None

    def _start_genome(self, start: str) -> np.ndarray:
        """Return the genome of a model, which must have the form of this evolution."""
        model = weights_file.load_for(start, self.game)
        if model.evaluator != "mlp":
            raise InputError(f"{start} is an {model.evaluator}; only an mlp can evolve")
        if model.weights.second.shape != (self.layout.form.units, self.layout.form.few):
            raise InputError(f"{start} does not have the hidden units of the form {self.recipe.form}")
        genome = self.layout.genome_of(model.weights)
        again = self.layout.express(genome)
        if not all(np.allclose(*arrays, atol=1e-3) for arrays in zip(again, model.weights, strict=True)):
            raise InputError(f"{start} does not have the form {self.recipe.form}; give its own with --form")
        return genome

    def _generation(self, number: int) -> tuple[Generation, Champion]:
        breeder, begun, cpu_begun = self.breeder, time.perf_counter(), time.process_time()
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
        """Return whether the same two nets always repeat one game, because nothing is random."""
        return self.recipe.opening_plies == 0 and self.recipe.player.startswith("alphabeta")

    def _play(self, number: int, genomes: np.ndarray, meetings: list[Meeting]) -> np.ndarray:
        nets = [self.layout.express(genome) for genome in genomes]
        contests = [
            Contest(nets[first], nets[second], [self.seed, GAMES, number, 1 + meeting], self.recipe.colours)
            for meeting, (first, second) in enumerate(meetings)
        ]
        return self.contests.play(contests)

    def _growth(self, number: int, champion: Champion) -> float | None:
        """Return the mean of the champion's mean results against earlier ones; None if it plays none."""
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

    def _needed(self) -> set[int]:
        """Return the generations whose champions are still needed: the last, and future rivals."""
        last = len(self.metrics_) - 1
        return {last, *self._rivals(last - last % self.recipe.spacing)}

    def _rivals(self, last: int) -> range:
        """Return the generations of the rivals, the last one first."""
        return range(last, -1, -self.recipe.spacing)[: self.recipe.rivals]


def read_changes(texts: Sequence[str], recipe: str) -> dict[str, Any]:
    """Return the changes to a recipe, or to its breeding, in texts such as `population=30`."""
    if recipe not in RECIPES:
        raise InputError(f"no recipe named {recipe!r}; choose from {', '.join(RECIPES)}")
    numbers = {item.name: item.type for item in fields(Recipe) if item.type is int and item.name != "generations"}
    breeding = {item.name: item.type for item in fields(BREEDERS[RECIPES[recipe].breeder]) if item.type in (int, float)}
    found: dict[str, Any] = {"breeding": {}}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in numbers | breeding:
            raise InputError(f"{text!r} is not valid; {recipe} has the numbers {', '.join(numbers | breeding)}")
        try:
            (found if name in numbers else found["breeding"])[name] = (numbers | breeding)[name](value)
        except ValueError:
            raise InputError(f"{text!r} is not valid: {value!r} is not a number of the right type") from None
    return found


def champion_path(folder: Path, generation: int) -> Path:
    """Return the path of a generation's champion in a run folder."""
    return folder / GENERATIONS / f"{generation:04}.safetensors"
