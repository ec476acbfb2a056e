"""A variant of a game: its file loaded once more, with other values of the constants that its OPTIONS name."""

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from ..errors import InputError
from ..rules import OPTIONS


def options_of(module: ModuleType) -> dict[str, range]:
    """Return the options of a game and their ranges."""
    return getattr(module, "OPTIONS", OPTIONS)


def check_options(module: ModuleType) -> None:
    """Raise InputError unless OPTIONS names constants of the file and ranges that hold their values."""
    known = options_of(module)
    if not isinstance(known, dict):
        raise InputError(f"OPTIONS = {known!r:.80} is not a dict such as {{'size': range(3, 14)}}")
    for option, values in known.items():
        if not isinstance(option, str) or not option.isidentifier() or not option.islower():
            raise InputError(f"OPTIONS has {option!r:.80}, which is not a name in small letters")
        if not isinstance(values, range) or not values:
            raise InputError(f"OPTIONS gives {option!r} {values!r:.80}, not a range with something in it")
        path = Path(module.__file__ or "")
        _assignment(ast.parse(path.read_text(encoding="utf-8"), str(path)), option.upper(), path)
        value = getattr(module, option.upper(), None)
        if type(value) is not int or value not in values:
            raise InputError(f"{option.upper()} = {value!r:.80} is not in {values}, where OPTIONS has it")


def chosen_options(module: ModuleType, given: dict[str, str], name: str) -> dict[str, int]:
    """Return the values that differ from the file's, in the order of its OPTIONS; InputError for one out of range."""
    known = options_of(module)
    unknown = [option for option in given if option not in known]
    if unknown:
        choices = ", ".join(f"{option}=" for option in known) or "none"
        raise InputError(f"{name} has no option {unknown[0]!r}; its options: {choices}")
    values = {option: _number(option, given[option], known[option], name) for option in known if option in given}
    return {option: value for option, value in values.items() if value != default(module, option)}


def default(module: ModuleType, option: str) -> int:
    """Return the value of an option that the file itself gives."""
    value: int = getattr(module, option.upper())
    return value


def _number(option: str, text: str, known: range, name: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = known.start - 1
    if value not in known:
        choices = f"from {known[0]} to {known[-1]}" + (f" in steps of {known.step}" if known.step > 1 else "")
        raise InputError(f"{name}:{option}={text} is not valid: {option} is a whole number {choices}")
    return value


def load_variant(module: ModuleType, chosen: dict[str, int]) -> ModuleType:
    """Return the module of the same file in which these options have these values.

    The assignments themselves are changed, so whatever the file computes from its constants follows.
    """
    path = Path(module.__file__ or "")
    name = "__".join([module.__name__, *(f"{option}_{value}" for option, value in chosen.items())])
    if name in sys.modules:
        return sys.modules[name]
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    for option, value in chosen.items():
        _assignment(tree, option.upper(), path).value = ast.Constant(value)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    variant = importlib.util.module_from_spec(spec)
    sys.modules[name] = variant
    try:
        exec(compile(ast.fix_missing_locations(tree), str(path), "exec"), vars(variant))
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        options = ",".join(f"{option}={value}" for option, value in chosen.items())
        raise InputError(f"{path.stem}:{options} cannot be loaded: {type(error).__name__}: {error}") from error
    return variant


def _assignment(tree: ast.Module, constant: str, path: Path) -> ast.Assign:
    """Return the statement of the file that gives a constant its value."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == [constant]:
            return node
    raise InputError(f"{path.name} has an option {constant.lower()!r} but no line {constant} = ...")
