"""Conformance checks: whether a game follows the contract of rules.py, on every state of random games.

Plain functions are checked first, and only rules that pass are compiled: compiled code that writes too many moves would
corrupt memory.
"""

import ctypes
import inspect
import threading
import warnings
from types import SimpleNamespace
from typing import Any, NamedTuple, get_type_hints

import numpy as np

from ... import rules
from ...binding import hashing
from ...binding.bind import PlainPythonWarning, bind, typed, why_plain
from ...errors import InputError
from ..interface.game import Game
from ..interface.style import Style
from .extras import check_extras
from .inspection import SPARE, UNTOUCHED, ContractError, Inspection

MAX_STATES = 20_000
"""No new game starts after this many states."""
PATIENCE = 60.0
"""Seconds after which a call is abandoned; the longest ones compile a rule."""
CHECKS = {
    "contract": "State, MAX_MOVES and the functions are as rules.py describes them",
    "init_state": "either side can move first",
    "test_terminal": "returns ONGOING, -1, 0 or 1",
    "expand": "writes the same moves every time, and returns their number",
    "apply": "makes every move, and does not change the state before it",
    "end": "every game ends",
    "count_moves": "counts what expand writes",
    "moves_played": "counts moves, except passes",
    "is_quiet": "answers on every state",
    "position": "has the same moves",
    "reversible_plies": "no repetition is older",
    "variables": "writes VARIABLES finite numbers",
    "SYMMETRIES": "permute the variables",
    "PLACES": "has a row and a column for each variable",
    "changes": "lists the variables that a move changes",
    "fixed_variables": "writes as many, and returns the side to move",
    "board": "has rows of equal length",
    "text": "is a text",
    "parse": "reads what text writes",
    "move_text": "is unique among the legal moves",
    "parse_move": "reads what move_text writes",
    "join_moves": "is a text",
    "routes": "lead to legal moves",
    "has_capture": "answers on every state",
    "compiled": "the same as plain",
}
"""The checks, and the message of each for a game that passes."""
PARAMETERS = {
    "init_state": 1, "expand": 2, "apply": 2, "test_terminal": 1, "count_moves": 1, "is_quiet": 1, "position": 1,
    "reversible_plies": 1, "variables": 2, "board": 1, "text": 1, "parse": 1, "move_text": 2, "parse_move": 2,
    "join_moves": 1, "changes": 3, "fixed_variables": 2, "moves_played": 1, "has_capture": 1, "routes": 1,
}  # fmt: skip
SIZES = {"MAX_MOVES": (1, 4095), "REPETITION": (0, 99), "VARIABLES": (0, 1 << 20), "FINISHED_LEAVES": (0, 1),
         "PASS": (-1, (1 << 63) - 1)}  # fmt: skip
FORMATS = ("moves", "digits", "transcript", "pdn", "fen")
NONSENSE = ("", "?", "0", "-1", "\u0663", "a b:c", "1-2-3", "x" * 99)


class Result(NamedTuple):
    name: str
    ok: bool
    message: str


class Report(list[Result]):
    """The results of all checks."""

    @property
    def ok(self) -> bool:
        return all(result.ok for result in self)

    def __str__(self) -> str:
        return "\n".join(f"{'ok  ' if ok else 'FAIL'}  {name:16}  {message}" for name, ok, message in self)


class Sample(NamedTuple):
    """A state of a random game, and the answers of the plain rules."""

    player: int
    path: list[int]
    ply: int
    state: Any
    moves: list[int]
    children: list[Any]


def check(game: Game, games: int = 50, seed: int = 0, max_plies: int = 10_000, compiled: bool = True) -> Report:
    """Return the report on game from random games of at most max_plies; whatever a broken game does is reported.

    Without compiled, which takes seconds, only the plain rules are checked.
    """
    if games < 1 or max_plies < 1 or seed < 0:
        raise InputError("a check needs games and max_plies of at least 1, and a seed of at least 0")
    inspection = Inspection(game.module)
    thread = threading.Thread(target=_run, args=(inspection, games, seed, max_plies, compiled), daemon=True)
    thread.start()
    while thread.is_alive():
        calls = inspection.calls
        thread.join(PATIENCE)
        if thread.is_alive() and inspection.calls == calls:
            inspection.note(ContractError(inspection.asked, f"no answer after {PATIENCE:g} seconds"))
            _abandon(thread)
            break
    return _report(inspection)


class Abandoned(BaseException):
    """Raised inside a call that never ends."""


def _abandon(thread: threading.Thread) -> None:
    """End a thread that loops in Python, which would slow down this process forever."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(Abandoned))


def _report(inspection: Inspection) -> Report:
    results = []
    for name, promise in CHECKS.items():
        if name in inspection.faults:
            results.append(Result(name, False, inspection.faults[name]))
        elif name in inspection.sound:
            results.append(Result(name, True, inspection.notes.get(name, promise)))
    return Report(results)


def _run(inspection: Inspection, games: int, seed: int, max_plies: int, compiled: bool) -> None:
    """Run all checks, each kind only if the previous ones found no fault."""
    samples: list[Sample] = []
    stages = [
        lambda: check_contract(inspection),
        lambda: check_start(inspection),
        lambda: play_games(inspection, games, seed, max_plies, samples),
    ]
    if compiled:
        stages.append(lambda: check_compiled(inspection, samples))
    try:
        for stage in stages:
            if not inspection.faults:
                inspection.attempt(stage)
    except Abandoned:
        pass


def check_contract(inspection: Inspection) -> None:
    module = inspection.module
    state_type = module.State
    is_tuple = isinstance(state_type, type) and issubclass(state_type, tuple) and hasattr(state_type, "_fields")
    inspection.expect(is_tuple and state_type._fields, "contract", "State is not a typing.NamedTuple with fields")
    untyped = set(state_type._fields) - set(get_type_hints(state_type))
    inspection.expect(not untyped, "contract", f"State declares no type for {', '.join(sorted(untyped))}")
    for name, (low, high) in SIZES.items():
        size = inspection.constant(name)
        good = type(size) is int and low <= size <= high
        inspection.expect(good, "contract", f"{name} = {{}} is not an integer from {low} to {high}", size)
    for name in filter(inspection.defines, PARAMETERS):
        check_parameters(inspection, name)
    both = bool(inspection.constant("VARIABLES")) == inspection.defines("variables")
    inspection.expect(both, "contract", "the number VARIABLES and the function variables need each other")
    check_looks(inspection)


def check_looks(inspection: Inspection) -> None:
    """Check title, style and notation."""
    title, style, formats = (inspection.constant(name) for name in ("TITLE", "STYLE", "FORMATS"))
    inspection.expect(isinstance(title, str), "contract", "TITLE = {} is not a text", title)
    unknown = sorted(set(style) - set(Style._fields)) if isinstance(style, dict) else [style]
    inspection.expect(not unknown, "contract", f"STYLE has {{}}, and may have {', '.join(Style._fields)}", unknown)
    good = isinstance(formats, tuple) and formats and set(formats) <= set(FORMATS)
    inspection.expect(good, "contract", f"FORMATS = {{}} is not a tuple of {', '.join(FORMATS)}", formats)


def check_parameters(inspection: Inspection, name: str) -> None:
    function = getattr(inspection.module, name)
    fault = f"{name} is not a plain function; write it with def, without a decorator"
    inspection.expect(inspect.isfunction(function), "contract", fault)
    for count in {PARAMETERS[name], 0 if name == "init_state" else PARAMETERS[name]}:
        try:
            inspect.signature(function).bind(*range(count))
        except TypeError:
            raise ContractError("contract", f"{name} cannot be called with {count} arguments") from None


def check_start(inspection: Inspection) -> None:
    for inspection.player in (-1, 1):
        state = inspection.start()
        over = inspection.outcome(state) != rules.ONGOING
        inspection.expect(not over, "init_state", "the game is over before it begins")
    default = inspection.typed("init_state", inspection.call("init_state"))
    inspection.expect(default == state, "init_state", "without an argument it is not init_state(1)")
    for text in NONSENSE:  # what cannot be read is a ValueError, of which people see one line
        for function, arguments in (("parse", (text,)), ("parse_move", (state, text))):
            if inspection.defines(function):
                inspection.attempt(ask_nonsense, inspection, function, arguments)


def ask_nonsense(inspection: Inspection, function: str, arguments: tuple) -> None:
    try:
        inspection.call(function, *arguments, allowed=(ValueError,))
    except ContractError as fault:
        raise ContractError(
            function, f"{fault.fault} for {arguments[-1]!r}; raise a ValueError that says what is wrong"
        ) from None


def play_games(inspection: Inspection, games: int, seed: int, max_plies: int, samples: list[Sample]) -> None:
    longest = number = 0
    while number < games and len(samples) < MAX_STATES and not inspection.faults:
        inspection.player, inspection.path = -1 if number % 2 else 1, []
        inspection.attempt(play, inspection, np.random.default_rng([seed, number]), max_plies, samples)
        longest = max(longest, len(inspection.path))
        number += 1
    inspection.notes["end"] = f"{number} games, {len(samples)} states, the longest game {longest} plies"


def play(inspection: Inspection, rng: np.random.Generator, max_plies: int, samples: list[Sample]) -> None:
    """Play a random game and check every state of it."""
    state, path, seen = inspection.start(), inspection.path, dict[int, list[int]]()
    while len(path) <= max_plies:
        moves = moves_of(inspection, state, inspection.outcome(state))
        children = [inspection.child(state, move) for move in moves]
        samples.append(Sample(inspection.player, path, len(path), state, moves, children))
        check_extras(inspection, state, moves)
        if not moves or is_drawn(inspection, state, seen):
            inspection.expect(True, "end", "")
            check_replay(inspection, state)
            return
        chosen = rng.integers(len(moves))
        inspection.check_again(state, moves[chosen], children[chosen])
        path.append(moves[chosen])
        state = children[chosen]
    fault = f"no end after {max_plies} plies; let test_terminal end long games, or set REPETITION = 3"
    raise ContractError("end", fault)


def moves_of(inspection: Inspection, state: Any, outcome: int) -> list[int]:
    """Return the legal moves; in a drawn state, after which a record may continue, only check that expand works."""
    if outcome == 0:
        inspection.call("expand", state, np.zeros(inspection.module.MAX_MOVES + SPARE, np.int64))
    return inspection.moves(state) if outcome == rules.ONGOING else []


def is_drawn(inspection: Inspection, state: Any, seen: dict[int, list[int]]) -> bool:
    """Return whether the position occurs for the REPETITIONth time, so that a referee ends the game."""
    repetition = inspection.constant("REPETITION")
    if not repetition:
        return False
    inspection.asked = "position"
    plies = seen.setdefault(int(bind(hashing, game=inspection.module, jit=False).position_key(state)), [])
    if plies and inspection.defines("reversible_plies"):
        ago, most = len(inspection.path) - plies[-1], inspection.call("reversible_plies", state)
        inspection.expect(
            ago <= most, "reversible_plies", "returns {}, but the position stood there {} plies before", most, ago
        )
    plies.append(len(inspection.path))
    return len(plies) >= repetition


def check_replay(inspection: Inspection, last: Any) -> None:
    """Check that the same moves lead to the same state: nothing is remembered outside it."""
    state, texts = inspection.start(), []
    for move in inspection.path:
        if inspection.defines("move_text", "join_moves"):
            texts.append(inspection.call("move_text", state, move))
        state = typed(inspection.call("apply", state, move))
    inspection.expect(state == last, "apply", "the same moves give {}, then {}", last, state)
    if inspection.defines("join_moves"):
        line = inspection.call("join_moves", texts)
        inspection.expect(isinstance(line, str), "join_moves", "returns {}, not a text", line)


def check_compiled(inspection: Inspection, samples: list[Sample]) -> None:
    """Check that the compiled rules give the same answers as the plain ones."""
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
        compare(inspection, plain, compiled, sample)


def compare(inspection: Inspection, plain: SimpleNamespace, compiled: SimpleNamespace, sample: Sample) -> None:
    """Check one state: its outcome, its keys, its moves and the states they lead to."""

    def expect_same(name: str, found: Any, expected: Any) -> None:
        inspection.calls += 1
        inspection.expect(found == expected, "compiled", name + " gives {}, as plain Python {}", found, expected)

    state = sample.state
    for name in ("test_terminal", "key", "position_key", "reversible_plies"):
        expect_same(name, int(getattr(compiled, name)(state)), int(getattr(plain, name)(state)))
    if inspection.defines("variables"):
        rows = np.zeros((2, inspection.module.VARIABLES + SPARE))
        compiled.variables(state, rows[0])
        plain.variables(state, rows[1])
        expect_same("variables", rows[0].tolist(), rows[1].tolist())
    if not sample.moves:
        return
    buffer = np.full(inspection.module.MAX_MOVES + SPARE, UNTOUCHED)
    expect_same("expand", buffer[: compiled.expand(state, buffer)].tolist(), sample.moves)
    for name in ("count_moves", "is_quiet"):
        expect_same(name, int(getattr(compiled, name)(state)), int(getattr(plain, name)(state)))
    for move, child in zip(sample.moves, sample.children, strict=True):
        reached = compiled.apply(state, np.int64(move))
        expect_same(f"apply of move {move}", tuple(map(int, reached)), tuple(map(int, child)))
