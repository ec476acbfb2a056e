import numpy as np
import pytest

from fourfold.evaluators import mlp
from fourfold.experiments.evolved_draughts.observations import MEASURES, Evolution, ObservedRow, observe, saturation
from fourfold.games.interface.find import find_game
from fourfold.learn.evolve.learner import Generation

GAME = find_game("draughts")


def generation(number, kind, growth):
    return Generation(
        number, games=10, distinct=8, plies=50.0 + number, nodes=1000, decided=0.5, points=1.0, kind=kind,
        growth=growth, seconds=0.5, cpu_seconds=0.75,
    )  # fmt: skip


@pytest.fixture
def found():
    kinds = ["first", *["elite"] * 10, *["crossover"] * 5, *["mutated"] * 4]
    generations = [generation(number, kind, number / 100 or None) for number, kind in enumerate(kinds)]
    return observe(Evolution(generations, mlp.random_weights(GAME.variables, 0), GAME))


def test_everything_is_measured(found):
    assert list(found) == list(MEASURES)
    assert found["games a second"] == 20.0
    assert found["nodes a second"] == 2000.0
    assert found["mean of means against earlier champions"] == 0.1  # the first has met none
    assert found["plies of a game, first ten generations"] == 54.5
    assert found["plies of a game, last ten generations"] == 64.5
    assert found["CPU seconds a generation"] == 0.75
    assert found["CPU seconds in all"] == 15.0
    origins = [found[f"champions that are {kind}"] for kind in ("elites", "crossed", "mutated")]
    assert origins == [0.5, 0.25, 0.2]
    assert found["games that are not drawn"] == 0.5
    assert found["games that repeat no other"] == 0.8
    assert found["units of the first layer that are saturated"] < 0.1  # small weights


@pytest.mark.parametrize("view", [mlp.MOVER, mlp.FIXED])
def test_large_weights_saturate_units(view):
    net = mlp.random_weights(GAME.variables, 0)._replace(view=np.array([view], np.float32))
    large = net._replace(first=1000.0 * net.first)
    assert saturation(net, GAME) < 0.1 < 0.9 < saturation(large, GAME)


def test_a_row_tells_mean_and_deviation():
    assert ObservedRow("IV.A", "paper", "nodes a second", (1000.0, 3000.0)).text == "2,000 ± 1,414"
    assert ObservedRow("V.B", "paper", "games that repeat no other", (0.5,)).text == "50.0 %"
