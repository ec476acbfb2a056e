"""Join searches, a game and an evaluator into functions that run: compiled by Numba, or as plain Python.

If a kernel takes functions as arguments or closes over them, Numba recompiles it in every process, because it knows
both only by a per-process id. It does cache a function whose callees are globals. So bind copies the kernels into one
namespace per game and evaluator, in which the stand-ins of rules.py and evaluation.py are the real functions, and names
each copy after the game, the evaluator and a digest of all sources: Numba itself notices changes only in a kernel's
file.
"""

import hashlib
import inspect
import sys
import warnings
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, get_type_hints

import numpy as np

from .. import evaluation, rules
from . import compiler, hashing, probe
from .compiler import NotCompiledError, copy_function, switched_off
from .definition import Definition
from .source_file import is_loaded_file
from .state_columns import state_reader

PACKAGE = Path(__file__).parents[1]
COMPILING = ((__name__, __file__), (compiler.__name__, compiler.__file__))
"""The files that say how kernels are compiled."""
MAY_JIT = ContextVar("may_jit", default=True)
OWN_GAMES = f"{__package__.partition('.')[0]}.games."
INTEGERS = (int, np.integer, np.bool_)


class PlainPythonWarning(UserWarning):
    """A game or evaluator cannot be compiled and runs as plain Python."""


def bind(
    *kernels: ModuleType,
    game: ModuleType,
    evaluator: ModuleType | None = None,
    roles: Mapping[ModuleType, ModuleType] | None = None,
    jit: bool = True,
) -> SimpleNamespace:
    """Return the functions of game, evaluator and kernels, each calling game's rules and evaluator's evaluate.

    roles are further stand-ins, each with the module that replaces it. With jit, functions are compiled at their
    first call; states must then have their declared types (`typed`). A game or a user's evaluator that Numba cannot
    compile gets plain functions and, once, a PlainPythonWarning.
    """
    jit = jit and MAY_JIT.get() and not why_plain(game) and not (evaluator and why_plain_evaluator(evaluator, game))
    taken = {rules: game, evaluation: evaluator or evaluation, **(roles or {})}
    return _bind(kernels, tuple(taken.items()), jit)


def plainly() -> AbstractContextManager[None]:
    """Bind everything as plain Python in this context, which is of one thread."""
    return switched_off(MAY_JIT)


def typed(state: Any) -> Any:
    """Return state with every integer of its declared type, so that a kernel is compiled for one signature only."""
    kinds = field_types(state.__class__)
    return type(state)(*(kind(value) if kind else value for kind, value in zip(kinds, state, strict=True)))


@cache
def why_plain(game: ModuleType) -> str:
    """Return in one line why Numba cannot compile game, and warn the first time; empty if it can."""
    reason = _compile_error(game)
    if reason:
        warnings.warn(
            f"{short_name(game)} runs as plain Python, not compiled: {reason}", PlainPythonWarning, stacklevel=3
        )
    return reason


@cache
def why_plain_evaluator(evaluator: ModuleType, game: ModuleType) -> str:
    """Return in one line why Numba cannot compile a user's evaluator, and warn; empty if it can."""
    if not is_loaded_file(evaluator):
        return ""
    defined = Definition(evaluator, evaluation)
    prepare = defined.get("make_ranker" if defined.defines("make_ranker") else "prepare")
    moves = np.zeros(game.MAX_MOVES, np.int64)
    try:
        _bind((probe,), ((rules, game), (evaluation, evaluator)), True).trial_value(
            prepare(defined.get("make_weights")(0)), typed(game.init_state()), moves
        )
    except NotCompiledError:
        raise
    except Exception as error:
        reason = _gist(str(error))
        message = f"{short_name(evaluator)} runs as plain Python, not compiled, and so does the search: {reason}"
        warnings.warn(message, PlainPythonWarning, stacklevel=3)
        return reason
    return ""


@cache
def field_types(state_type: Any) -> tuple[Callable[..., Any] | None, ...]:
    """Return the declared type of each field if it is an integer, else None: such a state cannot be compiled."""
    hints = [get_type_hints(state_type)[name] for name in state_type._fields]
    return tuple(hint if isinstance(hint, type) and issubclass(hint, INTEGERS) else None for hint in hints)


def short_name(module: ModuleType) -> str:
    return Path(module.__file__ or module.__name__).stem


@cache
def _bind(
    kernels: tuple[ModuleType, ...], taken: tuple[tuple[ModuleType, ModuleType], ...], jit: bool
) -> SimpleNamespace:
    roles = dict(taken)
    game, evaluator = roles[rules], roles[evaluation]
    modules = _reachable([*roles, *kernels, *roles.values()], [game, evaluator])
    tag = "_".join([*(short_name(actual) for role, actual in taken if actual is not role), _digest(modules)])
    scopes = {module: dict(vars(module)) for module in modules}
    for module in modules:
        plain, hints = _plain_names(module, roles), _hints(module, evaluator)
        for name, function in _own_functions(module):
            if jit and name in plain:  # as it stands: Python cannot call the parts of kernels
                continue
            copy = copy_function(function, scopes[module], f"{tag}.{name}")
            scopes[module][name] = compiler.make_part(copy, hints) if jit else copy
    reader = copy_function(state_reader(game.State), {"State": game.State}, f"{tag}.state_at")
    scopes[rules]["state_at"] = compiler.make_part(reader, {}) if jit else reader
    if jit:
        _put_compiled_versions(scopes)
    elif None in field_types(game.State):
        scopes[rules]["variables"] = rules.variables_of_objects
        if hashing in modules:
            scopes[hashing]["key"] = hashing.key_of_objects
    _link(scopes)
    for stand_in, actual in roles.items():  # what a game or evaluator leaves out keeps the stand-in's default
        own = Definition(actual, stand_in)
        scopes[stand_in] |= {name: scopes[actual][name] for name in vars(stand_in) if own.defines(name)}
    scopes[rules]["ALTERNATING"] = not Definition(game, rules).defines("moves_again")
    _link(scopes)  # again, now that the stand-ins are in place
    found = {name: scopes[module][name] for module in (rules, *kernels) for name, _ in _functions(module)}
    return compiler.Entries(found) if jit else SimpleNamespace(**found)


def _put_compiled_versions(scopes: dict[ModuleType, dict[str, Any]]) -> None:
    """Replace each function NAME by its compiled_NAME, which does the same in code that Numba supports."""
    for scope in scopes.values():
        scope |= {name.removeprefix("compiled_"): scope[name] for name in scope if name.startswith("compiled_")}
    scopes[rules]["each_field"] = compiler.numba().literal_unroll


def _compile_error(game: ModuleType) -> str:
    for name, kind in zip(game.State._fields, field_types(game.State), strict=True):
        if kind is None:
            return f"field {name!r} of State is not an integer"
    if compiler.numba().config.DISABLE_JIT:
        return "NUMBA_DISABLE_JIT is set"
    if game.__name__.startswith(OWN_GAMES):
        return ""  # tests see to that: no time is spent on it here
    state, moves = typed(game.init_state()), np.zeros(game.MAX_MOVES, np.int64)
    kernel = _bind((probe,), ((rules, game), (evaluation, evaluation)), True).trial
    try:
        kernel(state, moves)
    except NotCompiledError:
        raise
    except Exception as error:  # Numba stumbles with errors of its own, but not only: keyword-only defaults
        return _gist(str(error))
    (signature,) = kernel.nopython_signatures
    before, after = signature.args[0], signature.return_type
    if before == after:
        return ""
    if getattr(after, "fields", None) != before.fields:
        return f"apply returns {after}, not a State"
    changed = next(i for i in range(len(before.types)) if before.types[i] != after.types[i])
    return (
        f"apply returns field {before.fields[changed]!r} as {after.types[changed]}, State says {before.types[changed]}"
    )


def _gist(message: str) -> str:
    """Return the line of a Numba error that names the cause."""
    lines = [line.strip() for line in message.splitlines()]
    noise = ("Failed in", "During:", "File ", "<source", ">>>", "There are", "-", "^")
    return next((line for line in lines if line and not line.startswith(noise)), "unknown reason")[:160]


def _reachable(modules: list[ModuleType], named: list[ModuleType]) -> list[ModuleType]:
    """Return modules and those whose functions they import: the package's own, and files next to the named modules."""
    folders = {PACKAGE, *(Path(inspect.getfile(module)).parent for module in named)}
    found: list[ModuleType] = []
    while modules:
        module = modules.pop(0)
        if module not in found:
            found.append(module)
            homes = [sys.modules[function.__module__] for _, function in _functions(module)]
            modules += [home for home in homes if folders & set(Path(home.__file__ or "").parents)]
    return found


def _functions(module: ModuleType) -> list[tuple[str, FunctionType]]:
    return [(name, value) for name, value in vars(module).items() if inspect.isfunction(value)]


def _own_functions(module: ModuleType) -> list[tuple[str, FunctionType]]:
    return [(name, function) for name, function in _functions(module) if function.__module__ == module.__name__]


def _plain_names(module: ModuleType, roles: dict[ModuleType, ModuleType]) -> set[str]:
    """Return the names of a contract that stay plain Python, in the contract and in the module that implements it."""
    kept = [contract for contract, actual in roles.items() if module in (contract, actual)]
    return {name for contract in kept for name in vars(contract) if name not in contract.COMPILED}


def _link(scopes: dict[ModuleType, dict[str, Any]]) -> None:
    """Point every imported name, a function or a constant of the stand-ins, to the definition in its own module."""
    homes = {function: (home, name) for home in scopes for name, function in _own_functions(home)}
    for module, scope in scopes.items():
        for name, value in vars(module).items():
            if inspect.isfunction(value) and value in homes:
                home, original = homes[value]
                scope[name] = scopes[home][original]
            for stand_in in (rules, evaluation):
                is_constant = name.isupper() and name in stand_in.COMPILED
                if is_constant and module is not stand_in and vars(stand_in)[name] is value:
                    scope[name] = scopes[stand_in][name]


def _digest(modules: list[ModuleType]) -> str:
    """Digest of all sources, and of constants, since a module's may be changed after import (in a test, say)."""
    parts = [(module.__name__, Path(inspect.getfile(module)).read_text(), _constants(module)) for module in modules]
    parts += [(name, Path(file).read_text(), []) for name, file in COMPILING]
    return hashlib.sha256(repr(sorted(parts)).encode()).hexdigest()[:10]


def _constants(module: ModuleType) -> list[tuple[str, str]]:
    """Return the values that Numba freezes into kernels; for an array all its content, which its repr abbreviates."""
    kinds = (int, float, str, tuple, np.generic, np.ndarray)
    values = [(name, value) for name, value in vars(module).items() if isinstance(value, kinds)]
    return sorted((name, repr(value.tolist() if isinstance(value, np.ndarray) else value)) for name, value in values)


def _hints(module: ModuleType, evaluator: ModuleType) -> dict[str, Any]:
    """Return the compiler options of a module, from its flags."""
    hints: dict[str, Any] = {}
    if Definition(module, evaluation).get("FUSED_MULTIPLY_ADD"):
        # a product may be added in one instruction; more freedom would make values depend on how a kernel happens to
        # be compiled: what was compiled just now and what was loaded from disk would not agree
        hints |= {"fastmath": {"contract"}, "forceinline": True}
    called = [evaluator] if is_loaded_file(evaluator) else []  # a search calls it: no array there either
    if all(Definition(each, evaluation).get("NO_ALLOCATION") for each in [module, *called]):
        hints["_nrt"] = False  # nobody need count who holds an array
    return hints
