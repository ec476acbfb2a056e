"""Compiling by Numba. This is the only file that imports it, and only when needed: the import takes half a second.

A kernel is a compiled function. The kernels that Python calls are entries: each is cached on disk together with
everything it calls. All others are parts of entries: neither cached nor callable from Python.
"""

import gc
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

MAKING_ENTRY = threading.Lock()
"""Numba's cache folder is set globally while an entry is made, so only one thread may do that at a time."""
SETTING_UP = threading.Lock()
"""Several threads may be the first to need Numba; what listens to it must do so once."""
NOT_NEEDED = ("scipy.linalg.cython_blas", "coverage")
"""What Numba imports with itself if it can, in 0.15 s. It asks for BLAS again when a kernel needs it."""
MAY_COMPILE = ContextVar("may_compile", default=True)
REPORTS = ContextVar("reports", default=True)
DISPLAYS: list[Callable[[str], None]] = []
"""What shows the progress of compiling instead of the terminal: the last one does."""
FINAL = 0.25
"""The share of the time that the optimiser and machine code take, after all functions have been translated."""


class NotCompiledError(Exception):
    """A kernel is not on disk, and may not be compiled in this context."""


class Entries(SimpleNamespace):
    """Compiled kernels; each becomes an entry when first used, since that reads the cache folder."""

    def __init__(self, kernels: dict[str, Any]):
        super().__init__()
        self._kernels = kernels

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._kernels:
            raise AttributeError(f"no kernel named {name!r}")
        with MAKING_ENTRY:
            if name not in vars(self):  # another thread may have been faster
                kernel = self._kernels[name]
                setattr(self, name, make_entry(kernel.py_func) if is_kernel(kernel) else kernel)
        return vars(self)[name]


@contextmanager
def switched_off(switch: ContextVar[bool]) -> Iterator[None]:
    token = switch.set(False)
    try:
        yield
    finally:
        switch.reset(token)


def from_disk_only() -> AbstractContextManager[None]:
    """Compile nothing in this context: a kernel that is not on disk raises NotCompiledError."""
    return switched_off(MAY_COMPILE)


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Collect no garbage: nearly all objects that are made by importing and compiling stay."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def quietly() -> AbstractContextManager[None]:
    """Report nothing of what is compiled in this context."""
    return switched_off(REPORTS)


@contextmanager
def shown_by(display: Callable[[str], None]) -> Iterator[None]:
    """Call display with the progress of compiling, once a second, for there is a progress bar on the terminal."""
    DISPLAYS.append(display)
    try:
        yield
    finally:
        DISPLAYS.remove(display)


def cache_folder() -> Path:
    """Return the folder of compiled kernels: $FOURFOLD_CACHE, or the user's cache folder."""
    given = os.environ.get("FOURFOLD_CACHE")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fourfold"


def clear_cache() -> int:
    """Delete all compiled kernels; return how many files there were."""
    files = [path for path in cache_folder().rglob("*.nb[ic]") if path.is_file()]
    for folder in {path.parent for path in files}:
        shutil.rmtree(folder)
    return len(files)


def make_part(function: FunctionType, hints: dict[str, Any]) -> Any:
    """Return function as called from other kernels."""
    return _compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **hints)


def make_entry(function: FunctionType) -> Any:
    """Return function as called from Python: compiled and cached on disk together with everything it calls.

    Only entries are cached. A cached kernel that calls itself crashes the process when another kernel that calls it is
    compiled later (numba #6061), which happens if a process is killed in between, or two compile the same at once.
    """
    config = numba().config
    given, config.CACHE_DIR = config.CACHE_DIR, config.CACHE_DIR or str(cache_folder())
    try:
        return _compiled(copy_function(function, function.__globals__, function.__qualname__), cache=True)
    finally:
        config.CACHE_DIR = given


def is_kernel(value: Any) -> bool:
    return hasattr(value, "py_func")


def copy_function(function: FunctionType, scope: dict[str, Any], qualname: str) -> FunctionType:
    """Return function with its global names looked up in scope."""
    copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)
    copy.__module__, copy.__qualname__, copy.__kwdefaults__ = function.__module__, qualname, function.__kwdefaults__
    return copy


def _compiled(function: FunctionType, **hints: Any) -> Any:
    # a division by zero gives inf, as in NumPy: Python's check would keep loops from being vectorised
    return numba().njit(nogil=True, error_model="numpy", **hints)(function)


def numba() -> ModuleType:
    """Return Numba, set up to report what it compiles and to compile faster."""
    with SETTING_UP:
        return _set_up()


@cache
def _set_up() -> ModuleType:
    with _without(NOT_NEEDED):
        import numba
        import numba.np.arraymath
        from numba.core import event

    register: Callable[..., None] = event.register  # which has no types
    compilation = _Compilation()
    register("numba:compile", _listener(event.Listener, compilation.begin, compilation.end))
    _finish_entries_only(compilation)
    return numba


@contextmanager
def _without(modules: tuple[str, ...]) -> Iterator[None]:
    """Act as if these modules, unless they are imported already, were not installed."""
    absent = {name: None for name in modules if name not in sys.modules}
    sys.modules.update(absent)  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in absent:
            del sys.modules[name]


class _Compilation:
    """The kernels being compiled: an entry, and the parts of it that are compiled first."""

    def __init__(self) -> None:
        self.waiting: list[Any] = []
        self.notice: _Notice | None = None
        self.pause = ExitStack()

    def begin(self, kernel: Any) -> None:
        self.waiting.append(kernel)
        if not MAY_COMPILE.get():
            raise NotCompiledError(kernel.py_func.__qualname__)
        if len(self.waiting) > 1:
            return
        self.pause.enter_context(without_garbage_collection())
        tag, _, name = kernel.py_func.__qualname__.partition(".")
        if name and "<" not in name and REPORTS.get():
            self.notice = _Notice(f"{tag.rpartition('_')[0]} {name}", kernel)

    def end(self, kernel: Any) -> None:
        self.waiting.pop()
        if self.notice:
            self.notice.advance(kernel)
        if self.waiting:
            return
        if self.notice:
            self.notice.close()
        self.notice = None
        self.pause.close()

    def is_part(self) -> bool:
        """Return whether the kernel being compiled is only called from other kernels."""
        return len(self.waiting) > 1 and bool(self.waiting[-1].targetoptions.get("no_cpython_wrapper"))


class _Notice:
    """Reports on standard error what is being compiled, since it takes seconds; on a terminal with the time left."""

    def __init__(self, name: str, entry: Any):
        self.name = name
        self.start = time.perf_counter()
        self.sizes = {part: len(part.py_func.__code__.co_code) for part in _all_parts(entry)}
        self.total = sum(self.sizes.values()) / (1 - FINAL)
        self.done = 0
        self.over = threading.Event()
        self.ticker = threading.Thread(target=self._tick, daemon=True)
        if DISPLAYS or sys.stderr.isatty():
            self.ticker.start()
        else:
            print(f"compiling {name} (once) ...", file=sys.stderr, flush=True)

    def advance(self, part: Any) -> None:
        self.done += self.sizes.pop(part, 0)

    def close(self) -> None:
        self.over.set()
        if self.ticker.is_alive():
            self.ticker.join()  # what is printed next must not be erased

    def _tick(self) -> None:
        """Update the line every second, and erase it at the end."""
        display = DISPLAYS[-1] if DISPLAYS else write_on_terminal
        display(f"compiling {self.name} (once): {self._progress()}")
        while not self.over.wait(1):
            display(f"compiling {self.name} (once): {self._progress()}")
        display("")

    def _progress(self) -> str:
        share, elapsed = self.done / self.total, time.perf_counter() - self.start
        if share < 0.05:  # too early to tell
            return f"{share:.0%}"
        return f"{share:.0%}, {max(elapsed / share - elapsed, 1):.0f} s left"


def write_on_terminal(line: str) -> None:
    """Replace the last line of the terminal."""
    sys.stderr.write(f"\r\x1b[K{line}")
    sys.stderr.flush()


def _all_parts(entry: Any) -> set[Any]:
    """Return entry and all kernels that it calls, directly or not."""
    found: set[Any] = set()
    waiting = [entry]
    while waiting:
        kernel = waiting.pop()
        if kernel not in found:
            found.add(kernel)
            scope = kernel.py_func.__globals__
            waiting += [scope[name] for name in kernel.py_func.__code__.co_names if is_kernel(scope.get(name))]
    return found


def _listener(base: Any, begin: Callable[[Any], None], end: Callable[[Any], None]) -> Any:
    class Listener(base):
        def on_start(self, event: Any) -> None:
            begin(event.data["dispatcher"])

        def on_end(self, event: Any) -> None:
            end(event.data["dispatcher"])

    return Listener()


def _finish_entries_only(compilation: _Compilation) -> None:
    """Make Numba optimise each entry once, together with its parts, and generate machine code for entries only.

    By default it does both for every function together with its callees: a function deep inside a search is optimised
    again at every level above it, and machine code is generated that is never run. That took half of the time.
    """
    from numba import _dynfunc  # type: ignore[attr-defined]
    from numba.core import codegen, cpu

    Library: Any = codegen.JITCodeLibrary
    Context: Any = cpu.CPUContext
    optimise, finish = Library._optimize_final_module, Library._finalize_final_module
    make_executable = Context.get_executable

    def optimise_entry(library: Any) -> None:
        if not compilation.is_part():
            optimise(library)

    def finish_entry(library: Any) -> None:
        if compilation.is_part():
            library._finalize_dynamic_globals()
            library._finalized = True
        else:
            finish(library)

    def executable(context: Any, library: Any, function: Any, environment: Any) -> Any:
        if not compilation.is_part():
            return make_executable(context, library, function, environment)
        library._ensure_finalized()  # now: later it would be finished with the entry's
        name, nowhere = function.qualname.split(".")[-1], 0  # as Numba does for functions without a wrapper
        return _dynfunc.make_function(function.lookup_module(), name, "", nowhere, environment, (library,))

    Library._optimize_final_module, Library._finalize_final_module = optimise_entry, finish_entry
    Context.get_executable = executable
