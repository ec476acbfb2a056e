"""What trainings by torch share: the one-cycle rate, and a net with its optimizer as arrays by name."""

import math
from typing import Any

import numpy as np

from ..evaluators.torch_othello.torch_import import import_torch

RISE, FIRST_RATE = 0.15, 0.001
"""Part of the way in which the rate of learning rises, and the share of the highest from which it does."""
NET, OPTIMIZER = "net.", "moments."
VELOCITY = "velocity."
"""How runs of 0.1.0 name what stochastic gradient descent keeps."""


def one_cycle(way: float) -> float:
    """Return the share of the highest rate after this part of the way: half a wave up, and a longer one to nothing."""
    part = way / RISE if way < RISE else 1.0 - (way - RISE) / (1.0 - RISE)
    return max(0.5 - 0.5 * math.cos(math.pi * part), FIRST_RATE)


def arrays_of(net: Any, optimizer: Any) -> dict[str, np.ndarray]:
    """Return all that learning goes on from."""
    tensors = {f"{NET}{name}": tensor for name, tensor in net.state_dict().items()}
    for number, moments in optimizer.state_dict()["state"].items():
        tensors |= {
            f"{OPTIMIZER}{number}.{name}": tensor for name, tensor in moments.items() if tensor is not None
        }  # fmt: skip
    return {name: np.array(tensor.detach().numpy(), order="C") for name, tensor in tensors.items()}


def take_up(net: Any, optimizer: Any, arrays: dict[str, np.ndarray]) -> None:
    """Give net and optimizer what `arrays_of` returned."""
    torch = import_torch()
    tensors = {name: torch.from_numpy(array) for name, array in arrays.items()}
    net.load_state_dict({name.removeprefix(NET): each for name, each in tensors.items() if name.startswith(NET)})
    moments: dict[int, dict[str, Any]] = {}
    for name, each in tensors.items():
        if name.startswith(OPTIMIZER):
            number, _, part = name.removeprefix(OPTIMIZER).partition(".")
            moments.setdefault(int(number), {})[part] = each
        elif name.startswith(VELOCITY):
            moments[int(name.removeprefix(VELOCITY))] = {"momentum_buffer": each}
    optimizer.load_state_dict({**optimizer.state_dict(), "state": moments})
