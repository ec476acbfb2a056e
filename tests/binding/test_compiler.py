"""What is compiled, when, and what is said about it."""

import gc
import subprocess
import sys

import pytest

from fourfold.binding import compiler
from fourfold.binding.bind import bind
from fourfold.games import tic_tac_toe
from fourfold.search import alphabeta, perft

COUNTED = """
import gc
from fourfold.binding import compiler
from fourfold.binding.bind import bind
from fourfold.games import tic_tac_toe
from fourfold.search import perft

compiler.numba()
from numba.core.codegen import JITCodeLibrary
finished, finish = [], JITCodeLibrary._finalize_specific
JITCodeLibrary._finalize_specific = lambda library: finished.append(library.name) or finish(library)
ours = lambda: [name.rpartition(".")[2] for name in finished if name.startswith("tic_tac_toe")]
kernels = bind(perft, game=tic_tac_toe)
try:
    with compiler.from_disk_only():
        kernels.perft(tic_tac_toe.init_state(), 3)
except compiler.NotCompiledError:
    print(ours())
print(kernels.perft(tic_tac_toe.init_state(), 3), ours(), gc.isenabled())
"""


SET_UP_BY_THREADS = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from fourfold.binding import compiler

ready = Barrier(4)
with ThreadPoolExecutor(4) as pool:
    list(pool.map(lambda _: (ready.wait(), compiler.numba()), range(4)))
from numba.core import event
print(len(event._registered["numba:compile"]))
"""


def test_threads_that_need_numba_at_once_set_it_up_once():
    done = subprocess.run([sys.executable, "-c", SET_UP_BY_THREADS], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1"]


def test_machine_code_is_made_of_entries_alone_and_not_where_nothing_may_be_compiled(tmp_path, monkeypatch):
    monkeypatch.setenv("FOURFOLD_CACHE", str(tmp_path))
    done = subprocess.run([sys.executable, "-c", COUNTED], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "504 ['perft'] True"]
    assert done.stderr.count("compiling tic_tac_toe perft (once)") == 1


def test_numba_is_imported_without_what_it_does_not_need():
    code = f"""import sys; before = set(sys.modules)
from fourfold.binding import compiler; compiler.numba()
print([name for name in {compiler.NOT_NEEDED} if name in set(sys.modules) - before])
import numpy as np
print(compiler.numba().njit(lambda a, b: a @ b)(np.ones((2, 2)), np.ones(2)))"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "[2. 2.]"]


@pytest.fixture
def notice():
    return compiler._Notice("tic_tac_toe search", bind(alphabeta, game=tic_tac_toe).search)


def test_a_notice_says_how_far_it_is_and_how_long_it_takes(notice, capsys, monkeypatch):
    assert notice._progress() == "0%"
    parts = sorted(notice.sizes, key=lambda part: part.py_func.__name__)
    assert {"search", "negamax", "apply", "note_root"} <= {part.py_func.__name__ for part in parts}
    for part in parts[: len(parts) // 2]:
        notice.advance(part)
    monkeypatch.setattr(notice, "start", notice.start - 60)
    share, words = notice._progress().split(", ")
    assert 20 < int(share.removesuffix("%")) < 60
    assert 30 < int(words.removesuffix(" s left")) < 300


def test_a_terminal_sees_one_line_that_changes(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    notice = compiler._Notice("tic_tac_toe perft", bind(perft, game=tic_tac_toe).perft)
    notice.close()
    err = capsys.readouterr().err
    assert "compiling tic_tac_toe perft (once): 0%" in err
    assert "\n" not in err
    assert err.endswith("\r\x1b[K")


def test_a_progress_bar_shows_it_instead(monkeypatch, capsys):
    shown = []
    with compiler.shown_by(shown.append):
        compiler._Notice("tic_tac_toe perft", bind(perft, game=tic_tac_toe).perft).close()
    assert shown == ["compiling tic_tac_toe perft (once): 0%", ""]
    assert not capsys.readouterr().err


def test_nothing_is_said_where_another_display_is_shown(tmp_path, monkeypatch, capsys):
    begun = []
    monkeypatch.setattr(compiler, "_Notice", lambda *arguments: begun.append(arguments))
    compilation, kernel = compiler._Compilation(), bind(perft, game=tic_tac_toe).perft
    with compiler.quietly():
        compilation.begin(kernel)
        assert not gc.isenabled()
        compilation.end(kernel)
    assert gc.isenabled()
    assert not begun
