"""Calls a game's functions without trusting them: every fault becomes one line that says how to reproduce it."""

import copy
import math
from collections.abc import Callable
from types import ModuleType, UnionType
from typing import Any, get_origin, get_type_hints

import numpy as np

from ... import rules
from ...binding.bind import INTEGERS, field_types, typed
from ...binding.definition import Definition

SPARE = 64
"""Places after the end of a buffer that must stay untouched."""
UNTOUCHED = np.iinfo(np.int64).min + 1
SHOWN_MOVES = 30
ROUNDING = 1e-9
"""How far from 1 the sum of probabilities may be."""


class ContractError(Exception):
    """What is wrong with one of the game's functions."""

    def __init__(self, function: str, fault: str):
        super().__init__(f"{function}: {fault}")
        self.function, self.fault = function, fault


class Inspection:
    """The game's functions with every answer checked, and the moves to the current state."""

    def __init__(self, module: ModuleType):
        self.module = module
        self._defined = Definition(module, rules)
        self.player, self.path = 1, list[int]()
        self.calls, self.asked = 0, "contract"
        self.faults: dict[str, str] = {}
        """The first fault of each function."""
        self.sound: set[str] = set()
        """The functions that were called; those not in faults are sound."""
        self.notes: dict[str, str] = {}
        """The message of a check that found no fault."""

    def attempt(self, step: Callable[..., None], *arguments: Any) -> None:
        """Run step; a fault is noted and does not stop other checks."""
        try:
            step(*arguments)
        except ContractError as fault:
            self.note(fault)
        except Exception as error:  # what a stranger returns may fail in any way when it is looked at
            self.note(ContractError(self.asked, f"cannot be checked: {describe(error)}"))

    def note(self, fault: ContractError) -> None:
        place = "" if fault.function == "contract" else f" ({self.where()})"
        self.faults.setdefault(fault.function, f"{fault}{place}")

    def where(self) -> str:
        """Return how to reach the current state."""
        start = f"init_state({self.player})"
        if not self.path:
            return f"in {start}"
        dots = f"(the last of {len(self.path)}) ... " if len(self.path) > SHOWN_MOVES else ""
        return f"after {start} and moves {dots}{' '.join(map(str, self.path[-SHOWN_MOVES:]))}"

    def expect(self, truth: Any, function: str, fault: str, *shown: Any) -> None:
        """Raise a ContractError unless truth holds; shown fills the {} in fault."""
        self.asked = function
        self.sound.add(function)
        if not truth:
            raise ContractError(function, fault.format(*map(short, shown)))

    def defines(self, *names: str) -> bool:
        return self._defined.defines(*names)

    def constant(self, name: str) -> Any:
        """Return the game's own constant, or the default of rules.py."""
        return self._defined.get(name)

    def call(self, function: str, *arguments: Any, allowed: tuple[type[Exception], ...] = ()) -> Any:
        """Return the function's answer, or None for an allowed exception; it must not change its first argument."""
        self.calls, self.asked = self.calls + 1, function
        before = copy.deepcopy(arguments[:1]) if self.holds_objects() else arguments[:1]
        try:
            answer = getattr(self.module, function)(*arguments)
        except allowed:
            return None
        except (Exception, SystemExit) as error:
            raise ContractError(function, f"raises {describe(error)}") from None
        self.expect(arguments[:1] == before, function, "changes what it is given, {}", *before)
        return answer

    def holds_objects(self) -> bool:
        """Return whether a field is not an integer, and so could be modified in place."""
        return None in field_types(self.module.State)

    def start(self) -> Any:
        """Return the initial state in which player moves first."""
        state = self.typed("init_state", self.call("init_state", self.player))
        self.check_side("init_state", state, self.player)
        return state

    def outcome(self, state: Any) -> int:
        outcome, again = self.call("test_terminal", state), self.call("test_terminal", state)
        known = isinstance(outcome, INTEGERS) and outcome in (rules.ONGOING, -1, 0, 1)
        self.expect(known, "test_terminal", "returns {}, not ONGOING, -1, 0 or 1", outcome)
        self.expect(outcome == again, "test_terminal", "returns {}, and {} when asked again", outcome, again)
        return int(outcome)

    def moves(self, state: Any) -> list[int]:
        """Return the legal moves of state, which is not terminal."""
        moves, again = self.written(state, np.int64), self.written(state, np.int64)
        self.expect(moves, "expand", "returns 0 while test_terminal returns ONGOING; a pass must be a move")
        self.expect(moves == again, "expand", "writes {}, and {} when asked again", moves, again)
        for move in self.written(state, object):
            good = isinstance(move, INTEGERS) and fits(np.int64, move)
            self.expect(good, "expand", "writes the move {}, which is not a 64-bit integer", move)
        return [int(move) for move in moves]

    def written(self, state: Any, kind: type) -> list[Any]:
        """Return the moves that expand writes into a buffer of this kind; one of objects keeps them unconverted."""
        most = self.module.MAX_MOVES
        buffer = np.full(most + SPARE, UNTOUCHED, kind)
        count = self.call("expand", state, buffer)
        good = isinstance(count, INTEGERS) and 0 <= count <= most
        self.expect(good, "expand", "returns {}, not an integer from 0 to MAX_MOVES = {}", count, most)
        used = 1 + int(max(np.flatnonzero(buffer != UNTOUCHED), default=-1))
        self.expect(used == count, "expand", "returns {} but writes {} moves", count, used)
        return list(buffer[:count])

    def choices(self, state: Any) -> tuple[list[int], bool]:
        """Return the legal moves of state, which is not terminal, or what chance may bring there; and which it is."""
        found = self.chances(state) if self.constant("CHANCES") else []
        return (found, True) if found else (self.moves(state), False)

    def chances(self, state: Any) -> list[int]:
        """Return what may happen by chance in state, which is not terminal; nothing if a player moves."""
        found = self.lots(state, np.int64)
        self.check_probabilities([probability for _, probability in found])
        again = self.lots(state, np.int64)
        self.expect(found == again, "chance", "writes {}, and {} when asked again", found, again)
        for outcome, _ in self.lots(state, object):
            good = isinstance(outcome, INTEGERS) and fits(np.int64, outcome)
            self.expect(good, "chance", "writes the outcome {}, which is not a 64-bit integer", outcome)
        outcomes = [outcome for outcome, _ in found]
        self.expect(len(set(outcomes)) == len(outcomes), "chance", "writes an outcome twice: {}", outcomes)
        return outcomes

    def check_probabilities(self, found: list[float]) -> None:
        good = all(0.0 < probability <= 1.0 for probability in found)
        self.expect(good, "chance", "writes the probabilities {}, not all above 0 and at most 1", found)
        total = math.fsum(found)
        good = not found or abs(total - 1.0) <= ROUNDING
        self.expect(good, "chance", f"writes probabilities that add up to {total:.12g}, not to 1")

    def lots(self, state: Any, kind: type) -> list[tuple[Any, float]]:
        """Return (outcome, probability) as chance writes them into buffers, that of outcomes of this kind."""
        most = self.module.CHANCES
        outcomes, probabilities = np.full(most + SPARE, UNTOUCHED, kind), np.full(most + SPARE, np.nan)
        count = self.call("chance", state, outcomes, probabilities)
        good = isinstance(count, INTEGERS) and 0 <= count <= most
        self.expect(good, "chance", "returns {}, not an integer from 0 to CHANCES = {}", count, most)
        beyond = (outcomes[count:] != UNTOUCHED).any() or not np.isnan(probabilities[count:]).all()
        self.expect(not beyond, "chance", "returns {} but writes more", count)
        self.expect((outcomes[:count] != UNTOUCHED).all(), "chance", "returns {} but writes fewer outcomes", count)
        return list(zip(outcomes[:count].tolist(), probabilities[:count].tolist(), strict=True))

    def child(self, state: Any, move: int, is_chance: bool = False) -> Any:
        """Return the state after move, passed as searches pass it."""
        child = self.typed("apply", self.call("apply", state, np.int64(move)))
        self.check_turn(state, move, child, is_chance)
        return child

    def check_turn(self, before: Any, move: int, after: Any, is_chance: bool) -> None:
        """Check who is to move after a move, by moves_again and by the field player, if there is one."""
        again = self.moves_again(before, after)
        if is_chance:
            fault = "is False after outcome {} of chance: who rolls is who then moves"
            self.expect(again, "moves_again", fault, move)
        if not hasattr(before, "player"):
            return
        if not self.defines("moves_again"):
            self.check_side("apply", after, -before.player)
            return
        agrees = after.player == (before.player if again else -before.player)
        fault = "returns {}, but field 'player' is {} before and {} after move {}"
        self.expect(agrees, "moves_again", fault, again, before.player, after.player, move)

    def moves_again(self, before: Any, after: Any) -> bool:
        """Return whether the side to move stays the same."""
        if not self.defines("moves_again"):
            return False
        answer, again = self.call("moves_again", before, after), self.call("moves_again", before, after)
        self.expect(isinstance(answer, INTEGERS), "moves_again", "returns {}, not True or False", answer)
        self.expect(answer == again, "moves_again", "returns {}, and {} when asked again", answer, again)
        return bool(answer)

    def check_again(self, state: Any, move: int, child: Any) -> None:
        """Check that apply gives the same state again, with the move as a Python int."""
        again = self.typed("apply", self.call("apply", state, move))
        self.expect(child == again, "apply", "move {} gives {}, then {}", move, child, again)

    def typed(self, function: str, state: Any) -> Any:
        """Return state, the result of function, with its declared types, which its values must fit."""
        state_type = self.module.State
        self.expect(type(state) is state_type, function, "returns {}, not a State", state)
        for name, kind, value in zip(state_type._fields, field_types(state_type), state, strict=True):
            good = isinstance(value, INTEGERS) and fits(kind, value) if kind else self.is_declared(name, value)
            self.expect(good, function, "gives field {} the value {}, not of its declared type", name, value)
        if self.holds_objects():
            self.expect(state == copy.deepcopy(state), function, "returns {}, not equal to its copy", state)
        return typed(state)

    def is_declared(self, name: str, value: Any) -> bool:
        """Return whether value fits the field name; a type that cannot be tested is trusted."""
        hint = get_type_hints(self.module.State)[name]
        kind = get_origin(hint) or hint
        if kind is float:
            return isinstance(value, (float, *INTEGERS))
        return kind is UnionType or not isinstance(kind, type) or isinstance(value, kind)

    def check_side(self, function: str, state: Any, player: int) -> None:
        side = getattr(state, "player", player)
        fault = "field 'player' is {}, not {}; the sides alternate unless moves_again says otherwise"
        self.expect(side == player, function, fault, side, player)


def fits(kind: Any, value: Any) -> bool:
    """Return whether the integer value fits kind; Python's int is compiled as 64 bits."""
    try:
        return int((np.int64 if kind is int else kind)(int(value))) == int(value)
    except OverflowError:
        return False


def describe(error: BaseException) -> str:
    return f"{type(error).__name__}: {short(str(error), str)}"


def short(value: Any, text: Callable[[Any], str] = repr) -> str:
    """Return value as one short line."""
    try:
        line = " ".join(text(value).split())
    except Exception:
        line = f"a {type(value).__name__} that cannot be shown"
    return line if len(line) <= 120 else f"{line[:117]}..."
