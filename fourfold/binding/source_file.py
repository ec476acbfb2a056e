"""A user's own Python file, loaded as a module.

Only for files that the user names, on this command line, in Python or to `fourfold serve`: code never runs because a
record, a model, a run folder or a request names it.
"""

import ast
import hashlib
import importlib.util
import sys
import traceback
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

from ..errors import InputError
from ..spec import SUFFIX

PREFIX = "fourfold_file_"
"""Prefix of the module names of users' files."""


def is_loaded_file(module: ModuleType) -> bool:
    """Return whether a module is a user's own file."""
    return module.__name__.startswith(PREFIX)


def load_source_file(name: str) -> ModuleType:
    """Return the module of a file, loaded once per process; raise InputError with the reason if it cannot be."""
    return _load(Path(name).resolve(), name)


def load_defining(name: str, needed: Iterable[str], what: str, page: str) -> ModuleType:
    """Return the module of a file, which must define all needed names; page is the manual."""
    module = load_source_file(name)
    missing = [each for each in needed if not hasattr(module, each)]
    if missing:
        raise InputError(f"{name} is not a valid {what}: it does not define {', '.join(missing)} (see docs/{page})")
    return module


def first_line(name: str) -> str:
    """Return the first line of a file's docstring, without running the file."""
    try:
        text = ast.get_docstring(ast.parse(Path(name).read_text(encoding="utf-8"))) or ""
    except (OSError, ValueError, SyntaxError) as error:
        raise InputError(f"{name} cannot be read as Python: {getattr(error, 'strerror', None) or error}") from None
    return text.partition("\n")[0]


def fault_in(path: str, error: BaseException) -> str:
    """Return what went wrong, and the line of the file."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename) == Path(path).resolve()]
    return f"{type(error).__name__}: {error}" + (f" (line {lines[-1]})" if lines else "")


@cache
def _load(path: Path, name: str) -> ModuleType:
    if not path.is_file():
        raise InputError(f"there is no file {name}")
    if path.suffix != SUFFIX:  # Python would load compiled code from others, which nobody looks for in a spec
        raise InputError(f"{name} is not a Python file")
    # the same name in every process, for compiled kernels are stored under it
    module_name = f"{PREFIX}{hashlib.sha256(str(path).encode()).hexdigest()[:8]}_{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    if str(path.parent) not in sys.path:  # for modules beside the file; last, so that they hide nothing
        sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[module_name]
        raise InputError(f"{name} cannot be imported: {type(error).__name__}: {error}") from error
    return module
