"""Checks of what a game's file defines, before anything is called: names, numbers, parameters, options, looks."""

import inspect
from typing import get_type_hints

from ...binding import variant
from ...errors import InputError
from ..interface.style import Style
from .inspection import ContractError, Inspection

PARAMETERS = {
    "init_state": 1, "expand": 2, "apply": 2, "test_terminal": 1, "moves_again": 2, "chance": 3, "points": 1,
    "count_moves": 1, "is_quiet": 1, "position": 1, "reversible_plies": 1, "variables": 2, "board": 1, "text": 1,
    "parse": 1, "move_text": 2, "parse_move": 2, "join_moves": 1, "split_moves": 1, "changes": 3,
    "fixed_variables": 2, "moves_played": 1, "has_capture": 1, "routes": 1, "pick_move": 3,
}  # fmt: skip
SIZES = {"MAX_MOVES": (1, 4095), "REPETITION": (0, 99), "CHANCES": (0, 4095), "POINTS": (0, 100_000),
         "VARIABLES": (0, 1 << 20), "FINISHED_LEAVES": (0, 1), "PASS": (-1, (1 << 63) - 1)}  # fmt: skip
PARTNERS = {"VARIABLES": "variables", "CHANCES": "chance", "POINTS": "points"}
"""Numbers that mean nothing without a function, and the function."""
FORMATS = ("moves", "digits", "transcript", "pdn", "fen")


def check_contract(inspection: Inspection) -> None:
    module = inspection.module
    state_type = module.State
    is_tuple = isinstance(state_type, type) and issubclass(state_type, tuple) and hasattr(state_type, "_fields")
    inspection.expect(is_tuple and state_type._fields, "contract", "State is not a typing.NamedTuple with fields")
    untyped = set(state_type._fields) - set(get_type_hints(state_type))
    inspection.expect(not untyped, "contract", f"State declares no type for {', '.join(sorted(untyped))}")
    for name, (low, high) in SIZES.items():
        size = inspection.constant(name)
        good = type(size) is int and low <= size <= high
        inspection.expect(good, "contract", f"{name} = {{}} is not an integer from {low} to {high}", size)
    for name in filter(inspection.defines, PARAMETERS):
        check_parameters(inspection, name)
    for number, function in PARTNERS.items():
        both = bool(inspection.constant(number)) == inspection.defines(function)
        inspection.expect(both, "contract", f"the number {number} and the function {function} need each other")
    check_looks(inspection)
    try:
        variant.check_options(module)
    except InputError as error:
        raise ContractError("contract", str(error)) from None


def check_looks(inspection: Inspection) -> None:
    """Check title, style and notation."""
    title, style, formats = (inspection.constant(name) for name in ("TITLE", "STYLE", "FORMATS"))
    inspection.expect(isinstance(title, str), "contract", "TITLE = {} is not a text", title)
    unknown = sorted(set(style) - set(Style._fields)) if isinstance(style, dict) else [style]
    inspection.expect(not unknown, "contract", f"STYLE has {{}}, and may have {', '.join(Style._fields)}", unknown)
    good = isinstance(formats, tuple) and formats and set(formats) <= set(FORMATS)
    inspection.expect(good, "contract", f"FORMATS = {{}} is not a tuple of {', '.join(FORMATS)}", formats)


def check_parameters(inspection: Inspection, name: str) -> None:
    function = getattr(inspection.module, name)
    fault = f"{name} is not a plain function; write it with def, without a decorator"
    inspection.expect(inspect.isfunction(function), "contract", fault)
    for count in {PARAMETERS[name], 0 if name == "init_state" else PARAMETERS[name]}:
        try:
            inspect.signature(function).bind(*range(count))
        except TypeError:
            raise ContractError("contract", f"{name} cannot be called with {count} arguments") from None
