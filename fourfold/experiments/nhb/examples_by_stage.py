"""What a net learns from, and how well it knows it, by stage of the game: Reversi, where every move adds a disc."""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from ...learn.nhb.examples import Examples, merge
from ...learn.nhb.one_net import OneNet, targets
from ...search.example_table import CONSISTENT, PLAYED, PROVEN

SOURCES = {PROVEN: "proven", CONSISTENT: "consistent", PLAYED: "played"}
FIRST_DISCS, STAGE_DISCS, STAGES = 4, 12, 5
UNSEEN = 0x5EE5
"""Starts the seeds of the matches, so that none of them was learned from."""


class StageExamples(NamedTuple):
    """Examples of one source in one stage, and what the net says of them, as sums, so that seeds can be added up."""

    stage: int
    source: str
    matches: int
    """In which they were collected."""
    examples: int
    squared_error: float
    """Of the net's values."""
    squared_value: float
    """Of the examples' own: the squared error of a net that says 0 everywhere."""
    right: int
    """Examples that are not drawn, with whose winner the net agrees."""
    decided: int
    """Examples that are not drawn."""

    @property
    def a_match(self) -> float:
        return self.examples / self.matches

    @property
    def error(self) -> float | None:
        """The root mean squared error; None without examples."""
        return sqrt(self.squared_error / self.examples) if self.examples else None

    @property
    def error_of_nothing(self) -> float | None:
        """The same of a net that says 0 everywhere."""
        return sqrt(self.squared_value / self.examples) if self.examples else None

    @property
    def right_share(self) -> float | None:
        return self.right / self.decided if self.decided else None


def stage_text(stage: int) -> str:
    """Return the numbers of discs on the board in a stage."""
    first = FIRST_DISCS + STAGE_DISCS * stage
    return f"{first} to {first + STAGE_DISCS - 1 + (stage == STAGES - 1)}"


def stage_of(inputs: np.ndarray) -> np.ndarray:
    """Return the stage of each row of inputs, 0 on empty squares."""
    return np.minimum((np.count_nonzero(inputs, axis=1) - FIRST_DISCS) // STAGE_DISCS, STAGES - 1)


def examine(learner: OneNet, cycles: int) -> list[StageExamples]:
    """Return the examples of so many cycles that the trained net would learn from next, by stage and source."""
    rng = np.random.default_rng([UNSEEN, learner.seed])
    played = [match for _ in range(cycles) for match in learner.play_matches(learner.recipe.cycle, rng)]
    examples = merge([match.examples for match in played])
    return sort_examples(examples, net_values(learner, examples), len(played))


def net_values(learner: OneNet, examples: Examples) -> np.ndarray:
    """Return the net's output for each example, before it is squashed."""
    assert learner.elm_ is not None
    return learner.elm_.predict(examples.inputs)


def sort_examples(examples: Examples, values: np.ndarray, matches: int) -> list[StageExamples]:
    """Return the sums of all stages and sources; values are the net's."""
    wanted, stages = targets(examples), stage_of(examples.inputs)
    found = []
    for stage in range(STAGES):
        for kind, source in SOURCES.items():
            own = (stages == stage) & (examples.kinds == kind)
            error, value, said = values[own] - wanted[own], wanted[own], values[own]
            agreed = int((np.sign(said) == np.sign(value))[value != 0].sum())
            squares = round(float(error @ error), 6), round(float(value @ value), 6)
            counts = agreed, int(np.count_nonzero(value))
            found.append(StageExamples(stage, source, matches, int(own.sum()), *squares, *counts))
    return found


def add_up(seeds: Iterable[Sequence[StageExamples]]) -> list[StageExamples]:
    """Return the sums of several examinations."""
    return [
        StageExamples(*each[0][:2], *(sum(column) for column in zip(*(one[2:] for one in each), strict=True)))
        for each in zip(*seeds, strict=True)
    ]
