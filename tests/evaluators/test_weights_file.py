"""Models: written whole, read with distrust."""

import numpy as np
import pytest

import fourfold
from fourfold.errors import InputError
from fourfold.evaluators import weights_file
from fourfold.evaluators.evaluator import evaluator_module
from fourfold.evaluators.find import find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.players import specs


@pytest.fixture
def model(tmp_path):
    """A run folder with weights that love the corners less than the published ones."""
    weights = find_evaluator("positional", find_game("othello")).make_weights(0)
    weights_file.save(
        tmp_path / "model.safetensors", weights / 2, evaluator="positional", game="othello", notes={"seed": 3}
    )
    return tmp_path


def test_a_saved_model_plays(model):
    game = find_game("othello")
    trained, original = (specs.player(f"alphabeta:depth=3,eval={name}", game) for name in (model, "positional"))
    halved, whole = (player.choose(game.init_state()) for player in (trained, original))
    assert halved.move == whole.move
    assert halved.value == pytest.approx(whole.value / 2, abs=1e-5)


def test_load_returns_what_was_saved(model):
    loaded = fourfold.load(str(model))
    assert (loaded.game, loaded.evaluator, loaded.notes) == ("othello", "positional", {"seed": 3})
    assert loaded.weights.shape == (64,)
    assert [path.name for path in model.iterdir()] == ["model.safetensors"]


def test_a_model_of_another_game_is_refused(model):
    with pytest.raises(InputError, match="for othello, not for draughts"):
        specs.player(f"alphabeta:depth=3,eval={model}", "draughts")


@pytest.mark.parametrize("damage", ["truncate", "flip", "empty", "foreign", "missing"])
def test_damaged_models_are_refused_in_one_line(model, damage):
    path = model / "model.safetensors"
    data = bytearray(path.read_bytes())
    if damage == "truncate":
        path.write_bytes(data[:-9])
    elif damage == "flip":
        data[9] ^= 0xFF
        path.write_bytes(data)
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "foreign":
        from safetensors.numpy import save_file

        save_file({"weights": np.zeros(3)}, path)
    else:
        path.unlink()
    with pytest.raises(InputError) as error:
        weights_file.load(str(model))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("kind", ["mlp", "slfn"])
@pytest.mark.parametrize("damage", ["variables", "units", "nan", "array", "empty"])
def test_nets_that_do_not_fit_are_refused(tmp_path, kind, damage):
    """A kernel would write beyond their arrays."""
    module, path = evaluator_module(kind).module, tmp_path / "net.safetensors"
    weights = module.random_weights(4 if damage == "variables" else 9, 0)
    first, last = weights._fields[0], "outputs"
    if damage == "units":
        weights = weights._replace(**{last: np.append(weights.outputs, weights.outputs)})
    elif damage == "nan":
        weights[0][0, 0] = np.nan
    elif damage == "empty":
        weights = weights._replace(**{first: np.zeros(0, np.float32)})
    weights_file.save(path, weights[0] if damage == "array" else weights, evaluator=kind, game="tic_tac_toe")
    with pytest.raises(InputError):
        specs.player(f"alphabeta:depth=1,eval={path}", "tic_tac_toe")


def test_an_array_of_another_size_is_refused(tmp_path):
    weights_file.save(tmp_path / "net.safetensors", np.zeros(3), evaluator="positional", game="othello")
    with pytest.raises(InputError, match="does not have the weights"):
        specs.player(f"alphabeta:depth=1,eval={tmp_path / 'net.safetensors'}", "othello")
