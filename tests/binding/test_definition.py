"""A module's own functions and constants of a contract, and the contract's defaults for the rest."""

import re
from pathlib import Path

import pytest

import fourfold
from fourfold import evaluation, rules
from fourfold.binding.bind import bind
from fourfold.binding.definition import Definition
from fourfold.evaluators import slfn, zero
from fourfold.games import draughts, othello, tic_tac_toe
from fourfold.search import alphabeta

PACKAGE = Path(fourfold.__file__).parent


def test_what_a_module_leaves_out_is_the_contracts():
    own = Definition(tic_tac_toe, rules)
    assert own.defines("board", "SYMMETRIES")
    assert not own.defines("board", "text")
    assert own.get("board") is tic_tac_toe.board
    assert own.get("join_moves") is rules.join_moves


def test_a_name_that_is_not_in_the_contract_is_an_error():
    with pytest.raises(KeyError):
        Definition(tic_tac_toe, rules).defines("bord")


def test_a_function_imported_from_the_contract_is_not_the_modules_own():
    assert not Definition(slfn, rules).defines("variables")


def test_what_is_for_people_is_not_compiled():
    kernels = bind(alphabeta, game=othello, evaluator=slfn)._kernels
    assert kernels["board"].__code__ is othello.board.__code__
    assert hasattr(kernels["expand"], "py_func")
    assert hasattr(bind(game=draughts)._kernels["has_capture"], "py_func")
    assert bind(game=othello).text(othello.init_state()).endswith(" x")


def test_flags_are_those_of_the_contract():
    """A flag that nobody knows would do nothing, and be silent about it."""
    constants = {**vars(evaluation), **vars(rules)}
    flags = {name for name, value in constants.items() if isinstance(value, bool)}
    said = {
        name
        for path in PACKAGE.rglob("*.py")
        for name in re.findall(r"^([A-Z_]+) = (?:True|False)\b", path.read_text(), re.MULTILINE)
    }
    assert said <= flags


def test_constants_of_the_contract_reach_kernels():
    informed, plain = (bind(alphabeta, game=othello, evaluator=module, jit=False) for module in (slfn, zero))
    assert informed.score_moves.__globals__["INFORMED"] is True
    assert plain.score_moves.__globals__["INFORMED"] is False
