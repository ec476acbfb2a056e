"""Checks of a game's options: it must be playable with the smallest and the largest value of each."""

from types import ModuleType
from typing import Any

import numpy as np

from ... import rules
from ...binding.variant import default, load_variant, options_of
from ...errors import InputError
from .contract import check_contract
from .inspection import ContractError, Inspection

PLIES = 12
"""How many plies of a random game are played with every value."""


def check_options(inspection: Inspection) -> None:
    module = inspection.module
    for option, values in options_of(module).items():
        for value in {values[0], values[-1]} - {default(module, option)}:
            inspection.calls, inspection.asked = inspection.calls + 1, "OPTIONS"
            try:
                found = load_variant(module, {option: value})
            except InputError as error:
                raise ContractError("OPTIONS", str(error)) from None
            fault = fault_of(found)
            inspection.expect(not fault, "OPTIONS", f"with {option}={value}, {fault}")


def fault_of(module: ModuleType) -> str:
    """Return what is wrong with a variant of a game; empty if nothing is."""
    inspection = Inspection(module)
    for step in (check_contract, play_a_little):
        if not inspection.faults:
            inspection.attempt(step, inspection)
    return next(iter(inspection.faults.values()), "")


def check_unfinished(inspection: Inspection, state: Any) -> None:
    over = inspection.outcome(state) != rules.ONGOING
    inspection.expect(not over, "init_state", "the game is over before it begins")


def play_a_little(inspection: Inspection) -> None:
    """Play the first plies of a random game for each side."""
    random = np.random.default_rng(0)
    for inspection.player in (1, -1):
        inspection.path = []
        state = inspection.start()
        check_unfinished(inspection, state)
        while len(inspection.path) < PLIES and inspection.outcome(state) == rules.ONGOING:
            moves, is_chance = inspection.choices(state)
            move = moves[random.integers(len(moves))]
            state = inspection.child(state, move, is_chance)
            inspection.path.append(move)
