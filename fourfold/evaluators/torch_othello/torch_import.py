"""The optional dependency torch."""

from typing import Any

from ...errors import InputError

PRECISIONS = ("fp32", "bf16")
"""Of multiplications; weights and updates are 32 bits either way."""


def import_torch() -> Any:
    try:
        import torch
    except ImportError:
        raise InputError("this needs torch; run make setup-deep") from None
    return torch


def reckoning(precision: str) -> Any:
    """Return the context in which a network computes with this precision."""
    torch = import_torch()
    return torch.autocast("cpu", torch.bfloat16, enabled=precision == "bf16")
