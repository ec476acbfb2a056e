"""A user's own evaluator: `eval=./my_eval.py`. What can be wrong with such a file is one clear line."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import fourfold
from fourfold.binding.bind import PlainPythonWarning, bind
from fourfold.errors import InputError
from fourfold.evaluators.evaluator import EvaluatorModule
from fourfold.evaluators.find import find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.players.alphabeta import AlphaBetaPlayer
from fourfold.players.base import Budget
from fourfold.players.mcts import Growth, MctsPlayer
from fourfold.search import minimax

CENTRE = """
def evaluate(weights, state):
    return 0.5 * (state.own >> 4 & 1) - 0.5 * (state.opponent >> 4 & 1)
"""
GAME = find_game("tic_tac_toe")


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.setenv("FOURFOLD_CACHE", str(tmp_path / "cache"))

    def write(source, name="my_eval.py"):
        (tmp_path / name).write_text(source)
        return str(tmp_path / name)

    return write


def one_line(name, game=GAME):
    with pytest.raises(InputError) as error:
        find_evaluator(name, game)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_evaluate_alone_is_enough(write):
    evaluator = find_evaluator(write(CENTRE), GAME)
    assert evaluator.make_weights(0).size == 0
    plain, compiled = (bind(minimax, game=GAME.module, evaluator=evaluator.module, jit=jit) for jit in (False, True))
    state = GAME.parse("4")
    for depth in range(3):
        arguments = evaluator.make_weights(0), state, np.int64(depth), np.int64(0)
        assert plain.minimax(*arguments) == compiled.minimax(*arguments)
    assert compiled.minimax(evaluator.make_weights(0), state, np.int64(0), np.int64(0)) == -500_000  # millionths


@pytest.mark.parametrize(
    "spec",
    [
        "greedy:eval={}",
        *(
            pytest.param(spec, marks=pytest.mark.slow)
            for spec in ("alphabeta:depth=1,eval={}", "mcts:sims=200,eval={}")
        ),
    ],
)
def test_a_player_goes_by_it(write, spec):
    """Greedy, whose kernel is compiled soonest, stands for the others."""
    player = fourfold.player(spec.format(write(CENTRE)), GAME)
    assert player.choose(GAME.init_state()).move == 4


@pytest.mark.parametrize(
    "make",
    [
        lambda evaluator: AlphaBetaPlayer(GAME, evaluator, Budget(depth=1), jit=False),
        lambda evaluator: MctsPlayer(GAME, evaluator, sims=200, growth=Growth(cut=0), jit=False),
    ],
)
def test_a_plain_player_goes_by_it(write, make):
    assert make(find_evaluator(write(CENTRE), GAME)).choose(GAME.init_state()).move == 4


def test_it_may_use_rules_and_modules_beside_it(write):
    write("def half(count):\n    return count / 32", "beside_my_eval.py")
    name = write(
        "from fourfold.rules import count_moves\nfrom beside_my_eval import half\nINFORMED = False\n"
        "def evaluate(weights, state):\n    return half(count_moves(state))"
    )
    assert not EvaluatorModule(find_evaluator(name, GAME).module).is_informed
    assert fourfold.player(f"greedy:eval={name}", GAME).choose(GAME.init_state()).value == -8 / 32


def test_weights_of_several_arrays(write):
    name = write(
        "from typing import NamedTuple\nimport numpy as np\n"
        "class Weights(NamedTuple):\n    centre: np.ndarray\n    bias: np.ndarray\n"
        "def make_weights(seed=0):\n    return Weights(np.array([0.25]), np.zeros(1))\n"
        "def evaluate(weights, state):\n    return weights.centre[0] * (state.own >> 4 & 1) + weights.bias[0]"
    )
    player = fourfold.player(f"greedy:eval={name}", GAME)
    assert player.choose(GAME.parse("4")).value == -0.25
    assert player.choose(GAME.parse("4 0")).value == 0.0


WRONG = {
    "no evaluate": ("def value(weights, state): return 0.0", "does not define evaluate (see docs/add-an-evaluator.md)"),
    "a syntax error": ("def evaluate(weights, state)", "cannot be imported: SyntaxError"),
    "an import that fails": ("import nothing_of_that_name", "cannot be imported: ModuleNotFoundError"),
    "no function": ("evaluate = 0.5", "is not a plain function"),
    "another game": (f"GAMES = ('othello',)\n{CENTRE}", "is for othello, not for tic_tac_toe"),
    "one parameter": ("def evaluate(state): return 0.0", "evaluate in"),
    "a text": ("def evaluate(weights, state): return 'good'", "returns 'good', not a number between -1 and 1"),
    "nothing": ("def evaluate(weights, state): pass", "returns None, not a number"),
    "not a number": ("def evaluate(weights, state): return float('nan')", "returns nan"),
    "too much": ("def evaluate(weights, state): return 3.0", "returns 3.0, not a number between -1 and 1, for State("),
    "too much later on": ("def evaluate(weights, state): return 0.4 * bin(state.own).count('1')", "returns 1.2"),
    "weights that are not there": ("def evaluate(weights, state): return weights[3]", "fails: IndexError"),
    "make_weights fails": (f"def make_weights(seed): return 1 / 0\n{CENTRE}", "make_weights in"),
    "weights of no array": (f"def make_weights(seed): return [1.0]\n{CENTRE}", "returns a list, not an array"),
}


@pytest.mark.parametrize(("source", "fault"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_one_line(write, source, fault):
    name = write(source)
    message = one_line(name)
    assert fault in message
    assert name in message


def test_a_file_that_is_not_there():
    assert one_line("./nothing.py") == "there is no file ./nothing.py"


def test_a_game_of_the_users_own_may_be_named(write):
    source = Path(GAME.module.__file__).read_text().replace("from ..rules", "from fourfold.rules")
    game = find_game(write(source, "mine.py"))
    assert find_evaluator(write(f"GAMES = ('mine',)\n{CENTRE}"), game)
    assert "is for othello" in one_line("positional", game)


def test_what_numba_cannot_compile_runs_as_plain_python(write):
    name = write("def evaluate(weights, state):\n    return 0.1 * len({**{'stones': 3}}) * eval('1')")
    with pytest.warns(PlainPythonWarning, match="my_eval runs as plain Python, not compiled, and so does the search"):
        player = fourfold.player(f"alphabeta:depth=2,eval={name}", GAME)
    assert player.choose(GAME.init_state()).value == pytest.approx(0.1)


def test_an_edit_compiles_anew_and_a_second_process_does_not(write, tmp_path):
    script = (
        "import sys, fourfold; player = fourfold.player(f'greedy:eval={sys.argv[1]}', 'tic_tac_toe');"
        "decision = player.choose(fourfold.game('tic_tac_toe').init_state());"
        "print(decision.value, sum(player.kernels.choose.stats.cache_misses.values()))"
    )

    def run():
        words = [sys.executable, "-c", script, name]
        return subprocess.run(words, check=True, capture_output=True, text=True, env=os.environ).stdout.split()

    name = write(CENTRE)
    assert run() == ["0.5", "1"]
    assert run() == ["0.5", "0"]
    write(CENTRE.replace("0.5", "0.25"))
    assert run() == ["0.25", "1"]


def test_a_match_on_two_workers(write):
    name = write(CENTRE)
    words = ["match", f"greedy:eval={name}", "random", "--game", "tic_tac_toe", "--games", "8", "--json"]
    found = [
        subprocess.run([sys.executable, "-m", "fourfold", *words, "--workers", count], capture_output=True, check=True)
        for count in ("1", "2")
    ]
    assert found[0].stdout == found[1].stdout


def test_a_run_folder_that_names_a_file_runs_nothing():
    from fourfold.storage import resume_command

    for spec in ("alphabeta:eval=./x.py,nodes=9", "hybrid:moves=1-9,inside='greedy:eval=./x.py',outside=random"):
        with pytest.raises(InputError, match="a run folder alone never runs code"):
            resume_command.check_trust(["match", spec, "random", "--game", "othello"])
