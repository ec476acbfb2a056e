"""Conformance checks: whether a game follows the contract of rules.py, on every state of random games.

Plain functions are checked first, and only rules that pass are compiled: compiled code that writes too many moves would
corrupt memory.
"""

import ctypes
import threading
from typing import Any, NamedTuple

import numpy as np

from ... import rules
from ...binding import hashing
from ...binding.bind import bind, typed
from ...errors import InputError
from ..interface.game import Game
from .compiled import Sample, check_compiled
from .contract import check_contract
from .extras import check_extras
from .inspection import SPARE, ContractError, Inspection
from .options import check_options, check_unfinished
from .score import check_points

MAX_STATES = 20_000
MAX_MOVES_MADE = 100_000
"""No new game starts after this many states, or after this many moves were made from them."""
MOST_IN_A_ROW = 1000
"""No side makes more moves in a row than this, rolls included."""
PATIENCE = 60.0
"""Seconds after which a call is abandoned; the longest ones compile a rule."""
CHECKS = {
    "contract": "State, MAX_MOVES and the functions are as rules.py describes them",
    "init_state": "either side can move first",
    "test_terminal": "returns ONGOING, -1, 0 or 1",
    "expand": "writes the same moves every time, and returns their number",
    "apply": "makes every move, and does not change the state before it",
    "moves_again": "says who is to move, and that it is who has rolled",
    "chance": "writes the same outcomes every time, whose probabilities add up to 1",
    "points": "stays within POINTS, and is not against the winner",
    "OPTIONS": "the game can be played with the smallest and the largest value of each",
    "end": "every game ends",
    "count_moves": "counts what expand writes",
    "pick_move": "finds every move that expand writes",
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
    "split_moves": "reads what join_moves writes",
    "routes": "lead to legal moves",
    "has_capture": "answers on every state",
    "compiled": "the same as plain",
}
"""The checks, and the message of each for a game that passes."""
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
        lambda: check_options(inspection),
    ]
    if compiled:
        stages.append(lambda: check_compiled(inspection, samples))
    try:
        for stage in stages:
            if not inspection.faults:
                inspection.attempt(stage)
    except Abandoned:
        pass


def check_start(inspection: Inspection) -> None:
    for inspection.player in (-1, 1):
        state = inspection.start()
        check_unfinished(inspection, state)
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
    while number < games and is_small(samples) and not inspection.faults:
        inspection.player, inspection.path = -1 if number % 2 else 1, []
        inspection.attempt(play, inspection, np.random.default_rng([seed, number]), max_plies, samples)
        longest = max(longest, len(inspection.path))
        number += 1
    inspection.notes["end"] = f"{number} games, {len(samples)} states, the longest game {longest} plies"


def is_small(samples: list[Sample]) -> bool:
    """Return whether there is time for another game."""
    return len(samples) < MAX_STATES and sum(len(sample.moves) for sample in samples) < MAX_MOVES_MADE


def play(inspection: Inspection, rng: np.random.Generator, max_plies: int, samples: list[Sample]) -> None:
    """Play a random game and check every state of it."""
    state, path, seen, side, in_a_row = inspection.start(), inspection.path, dict[tuple[int, int], list[int]](), 1, 0
    while len(path) <= max_plies:
        moves = check_state(inspection, state, samples)
        if not moves or is_drawn(inspection, state, side, seen):
            inspection.expect(True, "end", "")
            check_replay(inspection, state)
            return
        chosen, before = rng.integers(len(moves)), state
        state = samples[-1].children[chosen]
        inspection.check_again(before, moves[chosen], state)
        path.append(moves[chosen])
        again = inspection.moves_again(before, state)
        side, in_a_row = (side, in_a_row + 1) if again else (-side, 0)
        if in_a_row >= min(MOST_IN_A_ROW, max_plies):
            raise ContractError("end", f"the same side has moved {in_a_row} times in a row, and so it could for ever")
    fault = f"no end after {max_plies} plies; let test_terminal end long games, or set REPETITION = 3"
    raise ContractError("end", fault)


def check_state(inspection: Inspection, state: Any, samples: list[Sample]) -> list[int]:
    """Check a state, and add it to the samples; return its moves, or outcomes of chance."""
    outcome = inspection.outcome(state)
    moves, is_chance = choices_of(inspection, state, outcome)
    children = [inspection.child(state, move, is_chance) for move in moves]
    samples.append(Sample(inspection.player, inspection.path, len(inspection.path), state, moves, children, is_chance))
    check_extras(inspection, state, moves, is_chance)
    if inspection.defines("points"):
        inspection.attempt(check_points, inspection, state, outcome, moves)
    return moves


def choices_of(inspection: Inspection, state: Any, outcome: int) -> tuple[list[int], bool]:
    """Return the legal moves, or what may happen by chance, and which it is.

    In a drawn state, after which a record may continue, only check that expand works.
    """
    if outcome == 0:
        inspection.call("expand", state, np.zeros(inspection.module.MAX_MOVES + SPARE, np.int64))
    return inspection.choices(state) if outcome == rules.ONGOING else ([], False)


def is_drawn(inspection: Inspection, state: Any, side: int, seen: dict[tuple[int, int], list[int]]) -> bool:
    """Return whether the position occurs for the REPETITIONth time, so that a referee ends the game."""
    repetition = inspection.constant("REPETITION")
    if not repetition:
        return False
    inspection.asked = "position"
    key = int(bind(hashing, game=inspection.module, jit=False).position_key(state))
    plies = seen.setdefault((side, key), [])
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
        if inspection.defines("split_moves"):
            read = inspection.call("split_moves", line)
            inspection.expect(read == texts, "split_moves", "reads {} from {}, the moves {}", read, line, texts)
