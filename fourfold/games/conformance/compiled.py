"""Checks that the compiled rules give the same answers as the plain ones, which passed their checks before."""

import warnings
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from ...binding import hashing
from ...binding.bind import PlainPythonWarning, bind, why_plain
from .extras import shares
from .inspection import SPARE, UNTOUCHED, Inspection


class Sample(NamedTuple):
    """A state of a random game, and the answers of the plain rules."""

    player: int
    path: list[int]
    ply: int
    state: Any
    moves: list[int]
    """Legal moves or, where chance decides, its outcomes."""
    children: list[Any]
    is_chance: bool


def check_compiled(inspection: Inspection, samples: list[Sample]) -> None:
    module, inspection.asked = inspection.module, "compiled"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PlainPythonWarning)
        reason = why_plain(module)
    inspection.sound.add("compiled")
    if reason:
        inspection.notes["compiled"] = f"not compiled, runs as plain Python: {reason}"
        return
    plain, compiled = (bind(hashing, game=module, jit=jit) for jit in (False, True))
    for sample in samples:
        inspection.player, inspection.path = sample.player, sample.path[: sample.ply]
        Comparison(inspection, plain, compiled, sample).run()


class Comparison:
    """The plain and the compiled rules in one state."""

    def __init__(self, inspection: Inspection, plain: SimpleNamespace, compiled: SimpleNamespace, sample: Sample):
        self.inspection, self.plain, self.compiled, self.sample = inspection, plain, compiled, sample

    def run(self) -> None:
        """Check the outcome of the state, its keys and points, what may follow, and the states that it leads to."""
        for name in ("test_terminal", "key", "position_key", "reversible_plies"):
            self.ask_both(name, self.sample.state)
        if self.inspection.defines("points"):
            self.ask_both("points", self.sample.state)
        if self.inspection.defines("variables"):
            self.compare_variables()
        if self.sample.is_chance:
            self.compare_chances()
        elif self.sample.moves:
            self.compare_moves()
        for move, child in zip(self.sample.moves, self.sample.children, strict=True):
            self.compare_child(move, child)

    def ask_both(self, name: str, *arguments: Any) -> None:
        """Check a function that returns a number."""
        self.expect_same(name, *(int(getattr(bound, name)(*arguments)) for bound in (self.compiled, self.plain)))

    def expect_same(self, name: str, found: Any, expected: Any) -> None:
        self.inspection.calls += 1
        self.inspection.expect(found == expected, "compiled", name + " gives {}, as plain Python {}", found, expected)

    def compare_variables(self) -> None:
        rows = np.zeros((2, self.inspection.module.VARIABLES + SPARE))
        self.compiled.variables(self.sample.state, rows[0])
        self.plain.variables(self.sample.state, rows[1])
        self.expect_same("variables", rows[0].tolist(), rows[1].tolist())

    def compare_chances(self) -> None:
        room = self.inspection.module.CHANCES + SPARE
        answers = []
        for bound in (self.compiled, self.plain):
            outcomes, probabilities = np.full(room, UNTOUCHED), np.zeros(room)
            n = bound.chance(self.sample.state, outcomes, probabilities)
            answers.append([outcomes[:n].tolist(), probabilities[:n].tolist()])
        self.expect_same("chance", *answers)

    def compare_moves(self) -> None:
        buffer = np.full(self.inspection.module.MAX_MOVES + SPARE, UNTOUCHED)
        n = self.compiled.expand(self.sample.state, buffer)
        self.expect_same("expand", buffer[:n].tolist(), self.sample.moves)
        for name in ("count_moves", "is_quiet"):
            self.ask_both(name, self.sample.state)
        for _, share in shares(self.sample.moves) if self.inspection.defines("pick_move") else ():
            self.ask_both("pick_move", self.sample.state, share, buffer)

    def compare_child(self, move: int, child: Any) -> None:
        reached = self.compiled.apply(self.sample.state, np.int64(move))
        self.expect_same(f"apply of move {move}", tuple(map(int, reached)), tuple(map(int, child)))
        if self.inspection.defines("moves_again"):
            self.ask_both("moves_again", self.sample.state, child)
