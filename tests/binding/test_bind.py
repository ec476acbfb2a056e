"""bind: the disk cache hits, an edit is noticed, games never mix, and what cannot be compiled still runs."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from fourfold.binding import bind as binding
from fourfold.binding import compiler
from fourfold.binding.bind import PlainPythonWarning, bind, typed
from fourfold.games.interface.find import find_game
from fourfold.search import perft

COUNT = """
import sys
import fourfold
from fourfold.binding.bind import bind
from fourfold.search import perft
for path in sys.argv[2:]:
    game = fourfold.game(path)
    kernel = bind(perft, game=game.module).perft
    counts = [int(kernel(game.init_state(), depth)) for depth in range(1, int(sys.argv[1]) + 1)]
    print(*counts, sum(kernel.stats.cache_misses.values()), len(kernel.signatures))
"""
SEARCH = """
import sys, fourfold
player = fourfold.player("alphabeta:nodes=2000,eval=random", sys.argv[1])
decision = player.choose(fourfold.game(sys.argv[1]).init_state())
print(decision.move, decision.nodes, sum(player.kernels.search.stats.cache_misses.values()))
"""
NIM = """
from typing import NamedTuple
from fourfold.rules import ONGOING
MAX_MOVES = 3
class State(NamedTuple):
    heap: int
    player: int
def init_state(player=1):
    return State({heap}, player)
def expand(state, moves):
    n = 0
    for take in range(1, {most} + 1):
        if take <= state.heap:
            moves[n] = take
            n += 1
    return n
def apply(state, move):
    return State(state.heap - move, -state.player)
def test_terminal(state):
    return -1 if state.heap == 0 else ONGOING
"""


def run(code: str, *arguments: str, cache: Path, **environment: str) -> list[list[int]]:
    settings = {**os.environ, "FOURFOLD_CACHE": str(cache), **environment}
    settings.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run([sys.executable, "-c", code, *arguments], env=settings, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [[int(word) for word in line.split()] for line in done.stdout.splitlines()]


def write_nim(path: Path, heap: int = 9, most: int = 3) -> str:
    path.write_text(NIM.replace("{heap}", str(heap)).replace("{most}", str(most)))
    return str(path)


def nim_leaves(heap: int, most: int, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(nim_leaves(heap - take, most, depth - 1) for take in range(1, most + 1) if take <= heap)


@pytest.mark.parametrize("game", ["connect_four", pytest.param("draughts", marks=pytest.mark.slow)])
def test_a_second_process_compiles_nothing_and_finds_the_same(game, tmp_path):
    first, second, third = (run(SEARCH, game, cache=tmp_path)[0] for _ in range(3))
    assert first[:2] == second[:2] == third[:2]
    assert (first[2], second[2], third[2]) == (1, 0, 0)


def test_a_process_killed_while_compiling_leaves_a_cache_that_works(tmp_path):
    settings = {**os.environ, "FOURFOLD_CACHE": str(tmp_path)}
    for seconds in (2.0, 3.5):
        process = subprocess.Popen(
            [sys.executable, "-c", SEARCH, "tic_tac_toe"], env=settings, stderr=subprocess.DEVNULL
        )
        time.sleep(seconds)
        process.kill()
        process.wait()
    results = [run(SEARCH, "tic_tac_toe", cache=tmp_path)[0][:2] for _ in range(2)]
    assert results[0] == results[1]


def test_two_processes_compile_the_same_at_once(tmp_path):
    settings = {**os.environ, "FOURFOLD_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", SEARCH, "tic_tac_toe"]
    both = [subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    outputs = [process.communicate()[0].split()[:2] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert outputs[0] == outputs[1]
    assert run(SEARCH, "tic_tac_toe", cache=tmp_path)[0][2] == 0


def test_threads_that_ask_at_once_get_one_kernel_each_in_the_cache_folder(monkeypatch):
    tried = []

    def slow_entry(function):
        tried.append(function.__name__)
        time.sleep(0.01)
        return made(function)

    made = compiler.make_entry
    monkeypatch.setattr(compiler, "make_entry", slow_entry)
    kernels = compiler.Entries(bind(perft, game=find_game("tic_tac_toe").module)._kernels)
    found = (name for name, kernel in kernels._kernels.items() if hasattr(kernel, "py_func"))
    names = sorted(name for name in found if name != "state_at")  # has no file of its own, and is never an entry
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda name: getattr(kernels, name), names * 4))
    assert len(tried) == len(set(tried))
    assert found == found[: len(names)] * 4
    folder = str(compiler.cache_folder())
    assert all(str(kernel._cache.cache_path).startswith(folder) for kernel in found)


def test_an_edit_of_the_rules_is_noticed(tmp_path):
    path = write_nim(tmp_path / "nim.py", most=3)
    cache = tmp_path / "cache"
    assert run(COUNT, "4", path, cache=cache)[0] == [*(nim_leaves(9, 3, depth) for depth in range(1, 5)), 1, 1]
    assert run(COUNT, "4", path, cache=cache)[0][4:] == [0, 1]
    write_nim(tmp_path / "nim.py", most=2)
    assert run(COUNT, "4", path, cache=cache)[0] == [*(nim_leaves(9, 2, depth) for depth in range(1, 5)), 1, 1]


def test_games_with_the_same_state_never_mix(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    paths = [write_nim(tmp_path / "one" / "nim.py", 9, 3), write_nim(tmp_path / "two" / "nim.py", 8, 2)]
    for _ in range(2):
        three, two = run(COUNT, "4", *paths, cache=tmp_path / "cache")
        assert three[:4] == [nim_leaves(9, 3, depth) for depth in range(1, 5)]
        assert two[:4] == [nim_leaves(8, 2, depth) for depth in range(1, 5)]


def test_a_constant_changed_after_import_is_noticed(monkeypatch):
    draughts = find_game("draughts").module
    before = binding._digest([draughts])
    monkeypatch.setattr(draughts, "REPETITION", 0)
    assert binding._digest([draughts]) != before


def test_a_read_only_cache_folder_does_not_matter(tmp_path):
    folder = tmp_path / "file"
    folder.write_text("not a folder")
    assert run(COUNT, "2", write_nim(tmp_path / "nim.py"), cache=folder)[0][:2] == [3, 9]


def test_plain_and_compiled_rules_agree_on_types():
    game = find_game("othello")
    state = typed(game.module.init_state())
    assert [type(field) for field in state] == [np.uint64, np.uint64, int]
    for jit in (True, False):
        assert bind(perft, game=game.module, jit=jit).perft(state, 4) == 244


def test_fields_of_the_wrong_type_are_named(tmp_path):
    path = tmp_path / "mixed.py"
    path.write_text(
        NIM.replace("{heap}", "9").replace("{most}", "3").replace("heap: int", "heap: np.uint64")
        .replace("from typing", "import numpy as np\nfrom typing").replace("State(9,", "State(np.uint64(9),")
    )  # fmt: skip
    with pytest.warns(PlainPythonWarning, match="apply returns field 'heap' as"):
        kernels = bind(perft, game=find_game(str(path)).module)
    assert kernels.perft(find_game(str(path)).init_state(), 2) == 9


def test_clear_cache_deletes_only_kernels(tmp_path, monkeypatch):
    monkeypatch.setenv("FOURFOLD_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "mine.txt").write_text("keep")
    run(COUNT, "2", write_nim(tmp_path / "nim.py"), cache=tmp_path / "cache")
    assert compiler.clear_cache() >= 2
    assert compiler.clear_cache() == 0
    assert (tmp_path / "cache" / "mine.txt").read_text() == "keep"


def test_functions_of_any_kind_can_help_a_game(tmp_path):
    """A lambda, a default, and a module beside the game, wherever that stands."""
    (tmp_path / "most_that_may_be_taken.py").write_text("def most(heap, limit=2):\n    return min(heap, limit)\n")
    code = NIM.replace("{heap}", "9").replace("range(1, {most} + 1)", "range(1, most(state.heap) + 1)")
    code = code.replace("def apply", "less = lambda heap, move: heap - move\ndef apply")
    code = code.replace("state.heap - move", "less(state.heap, move)")
    path = tmp_path / "helped.py"
    path.write_text(f"from most_that_may_be_taken import most\n{code}")
    first, second = (run(COUNT, "4", str(path), cache=tmp_path / "cache")[0] for _ in range(2))
    assert first[:4] == second[:4] == [nim_leaves(9, 2, depth) for depth in range(1, 5)]
    assert second[4:] == [0, 1]


def test_what_makes_numba_stumble_runs_as_plain_python(tmp_path):
    code = NIM.replace("{heap}", "9").replace("range(1, {most} + 1)", "range(1, most(heap=state.heap) + 1)")
    code = code.replace("def apply", "def most(*, heap, limit=2):\n    return min(heap, limit)\ndef apply")
    (tmp_path / "stumble.py").write_text(code)
    game = find_game(str(tmp_path / "stumble.py"))
    with pytest.warns(PlainPythonWarning, match="stumble runs as plain Python"):
        assert bind(perft, game=game.module).perft(game.init_state(), 3) == nim_leaves(9, 2, 3)


def test_a_change_in_a_long_table_is_noticed(tmp_path):
    """It comes from a file, so that no source changes."""
    table = tmp_path / "table.txt"
    code = f"import numpy as np\nnumbers = np.loadtxt({str(table)!r}, dtype=np.int64)\n" + NIM.replace("{heap}", "9")
    path = tmp_path / "nim.py"
    path.write_text(code.replace("range(1, {most} + 1)", "range(1, numbers[1500] + 1)"))
    for most in (3, 2):
        np.savetxt(table, np.full(3000, most), fmt="%d")
        found = run(COUNT, "3", str(path), cache=tmp_path / "cache")[0]
        assert found[:3] == [nim_leaves(9, most, depth) for depth in range(1, 4)]


def test_numba_switched_off(tmp_path):
    code = COUNT.replace("kernel.stats.cache_misses.values()", "[]").replace("kernel.signatures", "[]")
    assert run(code, "3", "tic_tac_toe", cache=tmp_path, NUMBA_DISABLE_JIT="1")[0][:3] == [9, 72, 504]


GAME_BY_CHOOSER = """
import sys
import numpy as np
from fourfold.binding.bind import bind
from fourfold.evaluators import zero
from fourfold.games.interface.find import find_game
from fourfold.search import alphabeta, choice, greedy, mcts, whole_games
from fourfold.search.table import make_table
from fourfold.search.tree import make_tree
game, rng = find_game(sys.argv[1]), np.random.default_rng(1)
choosers = {
    alphabeta: alphabeta.Options(3, 200, make_table(8)),
    mcts: mcts.Options(20, mcts.How(1.0, 4, 1, 0.0), True, rng, make_tree(1000)),
    greedy: greedy.Options((np.uint64(3), np.uint64(4)), 0, np.zeros(game.max_moves)),
}
for chooser, options in choosers.items():
    kernels = bind(whole_games, game=game.module, evaluator=zero, roles={choice: chooser})
    memory, moves = alphabeta.make_memory(game.max_moves), np.zeros(50, np.int64)
    weights = zero.make_weights()
    kernels.play_game(weights, weights, game.init_state(), options, 30, moves, memory)
    print(*moves[:30], sum(kernels.play_game.stats.cache_misses.values()), len(kernels.play_game.signatures))
"""


@pytest.mark.parametrize("game", ["tic_tac_toe", pytest.param("draughts", marks=pytest.mark.slow)])
def test_games_of_every_chooser_are_loaded_by_a_second_process(game, tmp_path):
    first, second = (run(GAME_BY_CHOOSER, game, cache=tmp_path) for _ in range(2))
    assert [line[:-2] for line in first] == [line[:-2] for line in second]
    assert [line[-2:] for line in first] == [[1, 1]] * 3
    assert [line[-2:] for line in second] == [[0, 1]] * 3
