"""What is no number, wherever it comes from, ends in one clear line and never counts as some value."""

import numpy as np
import pytest
from support import unsound_values

from fourfold.binding.bind import bind
from fourfold.errors import InputError
from fourfold.evaluators import weights_file
from fourfold.evaluators.evaluator import Evaluator
from fourfold.evaluators.find import find_evaluator
from fourfold.evaluators.slfn import random_weights
from fourfold.games.interface.find import find_game
from fourfold.learn.games_between_nets import Plan, Simulator
from fourfold.players.alphabeta import AlphaBetaPlayer
from fourfold.players.base import Budget
from fourfold.players.greedy import GreedyDuels, GreedyPlayer
from fourfold.players.mcts import Growth, MctsPlayer
from fourfold.search import values
from fourfold.search.alphabeta import make_memory
from fourfold.search.values import LIMIT, NO_VALUE

GAME = find_game("tic_tac_toe")
WRONG = [np.nan, np.inf, -np.inf]
NO_NUMBER = "values a position by NaN or infinity, not by a number between -1 and 1"


def evaluator(value):
    return Evaluator("mine", unsound_values, lambda seed: np.array([value]))


@pytest.mark.parametrize("jit", [False, True])
def test_a_value_is_noted_that_is_no_number(jit):
    heuristic, memory = bind(values, game=GAME.module, jit=jit).heuristic, make_memory(1)
    for value in (0.5, 5.0, -5.0, 1e300):
        assert abs(int(heuristic(value, memory))) <= LIMIT
        assert not memory.not_finite
    for value in WRONG:
        memory.not_finite = memory.stop = 0
        assert abs(int(heuristic(value, memory))) <= LIMIT
        assert (memory.not_finite, memory.stop) == (NO_VALUE, 1)


def players(value, jit):
    """Yield players that meet the value somewhere in their search, though not before they are made."""
    yield AlphaBetaPlayer(GAME, evaluator(value), Budget(nodes=2000), jit=jit)
    if not jit:
        yield MctsPlayer(GAME, evaluator(value), sims=300, growth=Growth(cut=2), jit=False)
        yield MctsPlayer(GAME, evaluator(value), sims=300, growth=Growth(skew=2), jit=False)


@pytest.mark.parametrize("jit", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("value", WRONG)
def test_a_search_says_that_a_value_is_no_number(value, jit):
    for player in players(value, jit):
        with pytest.raises(InputError, match=f"eval=mine {NO_NUMBER}"):
            player.choose(GAME.init_state())


def test_a_search_by_numbers_goes_on_after_one_that_was_not():
    player = AlphaBetaPlayer(GAME, evaluator(np.nan), Budget(nodes=200), jit=False)
    with pytest.raises(InputError):
        player.choose(GAME.init_state())
    player.weights = np.array([0.5])
    assert player.choose(GAME.init_state()).move in range(9)


@pytest.mark.parametrize("value", WRONG)
def test_a_player_that_looks_one_ply_ahead_says_so_too(value):
    state = GAME.parse("0 1 3")
    with pytest.raises(InputError, match=NO_NUMBER):
        GreedyPlayer(GAME, evaluator(value), jit=False).choose(state)
    duels = GreedyDuels(GAME, unsound_values, jit=False)
    with pytest.raises(InputError, match=NO_NUMBER):
        duels.play(np.array([value]), np.array([value]), GAME.init_state(), (1, 2))


RARE = """
def evaluate(weights, state):
    return 0.0 if state.own | state.opponent != 15 else float("{}")
"""


@pytest.mark.parametrize("value", ["nan", "inf"])
@pytest.mark.parametrize(
    "command",
    [
        ["analyse", "tic_tac_toe", "--player", "{}"],
        ["play", "tic_tac_toe", "--player", "{}", "--demo"],
        ["match", "{}", "random", "--game", "tic_tac_toe", "--games", "2", "--workers", "1", "--openings", "none"],
    ],
)
def test_a_command_says_it_in_one_line(run, tmp_path, monkeypatch, command, value):
    """A file that is never wrong in the game in which it is tried."""
    monkeypatch.setattr("fourfold.players.alphabeta.bind", lambda *modules, **roles: bind(*modules, **roles | PLAIN))
    (tmp_path / "mine.py").write_text(RARE.format(value))
    player = f"alphabeta:depth=4,eval={tmp_path}/mine.py"
    code, _, told = run(*(word.format(player) for word in command))
    assert (code, told.count("\n")) == (2, 1), told
    assert NO_NUMBER in told


PLAIN = {"jit": False}
GAME_FILE = """
from fourfold.games.tic_tac_toe import *
from fourfold.games import tic_tac_toe
VARIABLES = 9
def variables(state, out):
    tic_tac_toe.variables(state, out)
    if state.own | state.opponent == {marks}:
        out[0] = float("nan")
def test_terminal(state):
    return {outcome}
"""


def game_file(tmp_path, marks="-1", outcome="tic_tac_toe.test_terminal(state)"):
    path = tmp_path / "mine.py"
    path.write_text(GAME_FILE.format(marks=marks, outcome=outcome))
    return str(path)


@pytest.mark.parametrize("eval_", ["untrained", "{}/model.safetensors"])
def test_variables_that_are_no_numbers(tmp_path, eval_):
    game = find_game(game_file(tmp_path, marks="0"))
    weights_file.save(tmp_path / "model.safetensors", random_weights(9, 0), evaluator="slfn", game="mine")
    with pytest.raises(InputError, match="variables of mine writes NaN or infinity"):
        find_evaluator(eval_.format(tmp_path), game)


@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
def test_examples_that_are_no_numbers_end_a_training(tmp_path):
    with pytest.raises(InputError, match="variables of mine writes NaN or infinity"):
        Simulator(find_game(game_file(tmp_path, marks="0")), max_plies=20, workers=1, jit=False)


def test_weights_that_are_no_numbers_end_a_training():
    net = random_weights(GAME.variables, 0)
    broken = net._replace(biases=net.biases * np.float32(np.nan))
    simulator = Simulator(GAME, max_plies=20, workers=1, jit=False)
    with pytest.raises(InputError, match="the net being trained is damaged: biases has NaN"):
        simulator.play([Plan(net, broken, GAME.init_state(), nodes=20)])


@pytest.mark.parametrize("outcome", ["float('nan')", "float('inf')", "3"])
def test_outcomes_that_are_none(tmp_path, outcome):
    game = find_game(game_file(tmp_path, outcome=outcome))
    with pytest.raises(InputError, match=r"test_terminal of mine returns .*, not ONGOING, -1, 0 or 1"):
        game.outcome(game.init_state())
