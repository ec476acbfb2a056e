"""What modules say of themselves by the contract in evaluation.py."""

import pytest

from fourfold.errors import InputError
from fourfold.evaluators.evaluator import evaluator_module, named_modules
from fourfold.games.interface.find import find_game


@pytest.mark.parametrize(
    ("name", "values_positions", "ranks_moves", "needs_model"),
    [
        ("zero", True, False, False),
        ("positional", True, False, False),
        ("slfn", True, False, True),
        ("mlp", True, False, True),
        ("ntuple", True, False, True),
        ("pattern_net", True, True, True),
        ("column_net", False, True, True),
        ("context_net", False, True, True),
        ("frame_net", False, True, True),
        ("square_net", False, True, True),
    ],
)
def test_kinds(name, values_positions, ranks_moves, needs_model):
    found = evaluator_module(name)
    assert (found.values_positions, found.ranks_moves, found.needs_model) == (
        values_positions,
        ranks_moves,
        needs_model,
    )


@pytest.mark.parametrize("name", ["nothing", "find", "fast_tanh", "features", "../zero", "./x.py", ""])
def test_what_is_no_evaluator_is_refused(name):
    """A model's metadata name its evaluator: nothing else is taken for one, and no other file is run."""
    with pytest.raises(InputError, match="there is no kind of evaluator named"):
        evaluator_module(name)


def test_named_evaluators_and_their_games():
    games = {found.name: found.games for found in named_modules()}
    assert games == {
        "zero": (),
        "random": (),
        "points": (),
        "material": ("draughts",),
        "positional": ("othello",),
        "piece-advantage": ("othello",),
    }
    assert evaluator_module("positional").fits(find_game("othello"))
    assert not evaluator_module("positional").fits(find_game("draughts"))
    assert evaluator_module("zero").fits(find_game("draughts"))
    assert evaluator_module("points").fits(find_game("kalah"))
    assert not evaluator_module("points").fits(find_game("draughts"))
