"""The contract of a course: how one kind of net learns the moves of games, part by part."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, NamedTuple

import numpy as np


class Learned(NamedTuple):
    """What a part of a course says of itself."""

    learner: str
    """The net that learned: a course may train several."""
    examples: int
    """Seen by this net so far."""
    found: float
    """The share of moves ranked first before they were learned from."""
    error: float
    """Mean of -log of the probability of the move played."""


class Course(ABC):
    """Moves to learn, tests, and the net that learns. The constructor takes the game, data, settings, seed, workers
    and whether to hold out moves for tests, and reads the data."""

    evaluator: ClassVar[str]
    """The module of its nets."""
    Settings: ClassVar[Any]
    examples: int
    """How many moves are learned from."""
    parts: int
    """After each of them it can be interrupted."""
    tests: dict[str, int]
    """The number of moves of each test."""
    tested: int
    """How many moves of the first test are ranked after every part."""

    @abstractmethod
    def learn(self, number: int) -> Learned:
        """Learn a part; all parts before it have been learned."""

    @abstractmethod
    def accuracy(self) -> dict[str, float]:
        """Return the share of some moves of each test that are ranked first."""

    @abstractmethod
    def final_accuracy(self) -> dict[str, float]:
        """Return the share of all moves of each test that are ranked first, by the net as it is stored."""

    @abstractmethod
    def packed(self) -> Any:
        """Return the weights as a model stores them."""

    @abstractmethod
    def weights(self) -> Any:
        """Return the weights as they are read from a model."""

    @abstractmethod
    def state(self) -> dict[str, np.ndarray]:
        """Return everything needed to resume."""

    @abstractmethod
    def restore(self, arrays: dict[str, np.ndarray]) -> None: ...
