"""What torch training shares: the one-cycle learning rate, and a net with its optimizer as named arrays."""

import math
from typing import Any

import numpy as np

from ..evaluators.torch_othello.torch_import import import_torch

RISE, FIRST_RATE = 0.15, 0.001
"""The share of steps in which the learning rate rises, and its initial share of the peak."""
NET, OPTIMIZER = "net.", "moments."
VELOCITY = "velocity."
"""The prefix of the momentum buffers in runs of 0.1.0."""


def one_cycle(way: float) -> float:
    """Return the learning rate as a share of its peak at this point: a cosine rise, then a longer cosine fall to 0."""
    part = way / RISE if way < RISE else 1.0 - (way - RISE) / (1.0 - RISE)
    return max(0.5 - 0.5 * math.cos(math.pi * part), FIRST_RATE)


def arrays_of(net: Any, optimizer: Any) -> dict[str, np.ndarray]:
    """Return everything needed to resume."""
    tensors = {f"{NET}{name}": tensor for name, tensor in net.state_dict().items()}
    for number, moments in optimizer.state_dict()["state"].items():
        tensors |= {
            f"{OPTIMIZER}{number}.{name}": tensor for name, tensor in moments.items() if tensor is not None
        }  # fmt: skip
    return {name: np.array(tensor.detach().numpy(), order="C") for name, tensor in tensors.items()}


def take_up(net: Any, optimizer: Any, arrays: dict[str, np.ndarray]) -> None:
    """Restore net and optimizer from what `arrays_of` returned."""
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
