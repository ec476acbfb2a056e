"""A net as evolution sees it: a vector of numbers. Its form says what they mean."""

from dataclasses import dataclass

import numpy as np

from ...errors import InputError
from ...evaluators import mlp
from ...games.interface.game import Game

SMALLEST = 3
"""Rows and columns of the smallest sub-squares."""


@dataclass(frozen=True)
class Form:
    """The shape of a net with two hidden layers."""

    inputs: str = "subsquares"
    """Its inputs: `subsquares`, the sums over all sub-squares; or `squares`, the variables themselves."""
    units: int = 40
    few: int = 10
    """Units of the second layer."""
    link: bool = False
    """Whether the sum of the variables, in draughts the piece difference, is added to the output."""
    view: str = "fixed"
    """The view of the net: `fixed`, that of the first player, or `mover`, that of the side to move."""


FORMS = {
    "paper": Form(),
    "blondie-1999": Form(inputs="squares", link=True),
    "blondie24": Form(link=True),
    "mover": Form(inputs="squares", link=True, view="mover"),
    "weights": Form(inputs="squares", units=1, few=1, view="mover"),
}
"""By name: the evolved-draughts paper's 91-40-10-1; Chellapilla and Fogel's 32-40-10-1, then 91-40-10-1; the view of
the side to move; and a weighted piece counter."""


SCALES = {
    "first": (0.2, 0.35),
    "first_biases": (0.2, 0.0),
    "second": (0.2, 0.3),
    "second_biases": (0.2, 0.0),
    "outputs": (0.03, 0.03),
    "bias": (0.015, 0.0),
    "link": (0.03, 0.0),
}
"""By kind of weight: the step that makes a small change in play, and the size of initial weights."""


class Layout:
    """Which numbers of a genome are which weights, for a form and a game."""

    def __init__(self, form: Form, game: Game):
        self.form = form
        self.sums = input_sums(form.inputs, game)
        inputs, units, few = len(self.sums), form.units, form.few
        shapes = {
            "first": (units, inputs),
            "first_biases": (units,),
            "second": (few, units),
            "second_biases": (few,),
            "outputs": (few,),
            "bias": (1,),
            "link": (1,) if form.link else (0,),
        }
        ends = np.cumsum([int(np.prod(shape)) for shape in shapes.values()])
        self.size = int(ends[-1])
        numbers = np.split(np.arange(self.size), ends[:-1])
        self.places = {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), numbers, strict=True)}

        covered = np.sqrt(self.sums.sum(axis=0).mean())  # by how many inputs a square is seen, about
        self.scales = np.empty(self.size)
        self.first_scales = np.zeros(self.size)
        for name, (change, first) in SCALES.items():
            parts = covered if name == "first" else 1.0
            self.scales[self.places[name]] = change / parts
            self.first_scales[self.places[name]] = first / parts

    def small_genome(self, rng: np.random.Generator) -> np.ndarray:
        """Return a random net whose units are not saturated."""
        return rng.standard_normal(self.size) * self.first_scales

    def hidden_node(self, number: int) -> np.ndarray:
        """Return the places of the weights and the bias of a hidden unit; those of the first layer come first."""
        layer, biases = ("first", "first_biases") if number < self.form.units else ("second", "second_biases")
        unit = number if number < self.form.units else number - self.form.units
        return np.append(self.places[layer][unit], self.places[biases][unit])

    def express(self, genome: np.ndarray) -> mlp.Weights:
        """Return the net of a genome; sums over sub-squares are linear, so they are folded into the first layer."""
        parts = {name: genome[place] for name, place in self.places.items()}
        link = parts["link"] if self.form.link else np.zeros(1)
        arrays = {
            **parts,
            "first": (parts["first"] @ self.sums).T,
            "second": parts["second"].T,
            "link": link,
            "view": np.array([mlp.FIXED if self.form.view == "fixed" else mlp.MOVER]),
        }
        return mlp.Weights(**{name: np.ascontiguousarray(array, np.float32) for name, array in arrays.items()})

    def genome_of(self, weights: mlp.Weights) -> np.ndarray:
        """Return the smallest genome that gives these weights."""
        genome = np.zeros(self.size)
        genome[self.places["first"]] = weights.first.T @ np.linalg.pinv(self.sums)
        genome[self.places["second"]] = weights.second.T
        for name in ("first_biases", "second_biases", "outputs", "bias", *(["link"] if self.form.link else [])):
            genome[self.places[name]] = getattr(weights, name)
        return genome


def input_sums(inputs: str, game: Game) -> np.ndarray:
    """Return [input, variable]: which variables add up to each input."""
    if inputs == "squares":
        return np.eye(game.variables)
    places = game.places
    if inputs != "subsquares" or not places:
        known = "subsquares or squares" if places else f"squares: {game.name} does not define PLACES"
        raise InputError(f"inputs {inputs!r} are not available; choose from {known}")
    return subsquares(np.array(places))


def subsquares(places: np.ndarray) -> np.ndarray:
    """Return which variables, at [row, column], are in each sub-square of the board, the smallest first."""
    rows, columns = places.max(axis=0) + 1
    return np.array(
        [
            np.all((places >= (top, left)) & (places < (top + size, left + size)), axis=1)
            for size in range(SMALLEST, min(rows, columns) + 1)
            for top in range(rows - size + 1)
            for left in range(columns - size + 1)
        ],
        float,
    )
