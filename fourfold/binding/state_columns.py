"""Many states as columns, one array for each field: kernels read a state from them by its row."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Columns = tuple[np.ndarray, ...]
"""Equally long arrays, one for each field of a state, of the field's own type."""


def columns_of(states: Sequence[Any], types: Sequence[Callable[..., Any] | None]) -> Columns:
    """Return states as columns; types are those of the fields, None for one that is not an integer."""
    rows = list(zip(*states, strict=True)) if states else [()] * len(types)
    return tuple(_column(row, kind) for row, kind in zip(rows, types, strict=True))


def _column(values: Sequence[Any], kind: Any) -> np.ndarray:
    if kind is None:
        column = np.empty(len(values), object)
        column[:] = values
        return column
    return np.array(values, np.int64 if kind is int else kind)


def take(columns: Columns, places: np.ndarray | slice) -> Columns:
    """Return some rows of columns."""
    return tuple(column[places] for column in columns)


def state_reader(state_type: type) -> Any:
    """Return the function that makes a state of a row of columns.

    It is written out field by field: a kernel cannot make a tuple of a length that only its arguments tell.
    """
    fields: tuple[str, ...] = state_type._fields  # type: ignore[attr-defined]
    values = ", ".join(f"columns[{number}][place]" for number in range(len(fields)))
    scope = {"State": state_type}
    exec(f"def state_at(columns, place):\n    return State({values})\n", scope)
    return scope["state_at"]
