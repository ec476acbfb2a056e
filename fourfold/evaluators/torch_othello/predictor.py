"""Trained networks: one, or several whose outputs are averaged (bagging), in one model file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...binding.state_columns import Columns, take
from ...errors import InputError
from .. import weights_file
from . import architectures
from .architectures import Plan
from .encodings import OUTPUTS, encode
from .torch_import import import_torch, reckoning

BATCH = 256
"""The batch size, as in the expert-moves paper's timings."""
GAME = "othello"


class Member(NamedTuple):
    plan: Plan
    net: Any


class Predictor:
    """Networks that predict together."""

    def __init__(self, members: Sequence[Member], precision: str = "fp32"):
        self.members, self.precision = list(members), precision

    def outputs(self, states: Columns) -> np.ndarray:
        """Return the probability of each of the 60 moves, legal or not, [position, output], by all networks."""
        found = np.zeros((len(states[0]), OUTPUTS), np.float32)
        for plan, net in self.members:
            net.eval()
            for start in range(0, len(found), BATCH):
                part = slice(start, start + BATCH)
                found[part] += self._shares(net, encode(take(states, part), plan.encoding))
        return found / len(self.members)

    def _shares(self, net: Any, planes: np.ndarray) -> np.ndarray:
        torch = import_torch()
        with torch.inference_mode(), reckoning(self.precision):
            return torch.softmax(net(as_input(planes)).float(), 1).numpy()


def as_input(planes: np.ndarray) -> Any:
    """Return planes as network inputs: channels last are a tenth faster."""
    torch = import_torch()
    return torch.from_numpy(planes).to(torch.float32, memory_format=torch.channels_last)


def arrays(net: Any) -> dict[str, np.ndarray]:
    """Return the weights of a network, by name."""
    return {name: tensor.numpy().copy() for name, tensor in net.state_dict().items()}


def as_model(members: Sequence[Member], notes: dict[str, Any]) -> weights_file.Model:
    """Return a model of these networks."""
    weights = {
        f"{number}.{name}": array for number, member in enumerate(members) for name, array in arrays(member.net).items()
    }
    plans = [member.plan._asdict() for member in members]
    return weights_file.Model(GAME, weights_file.NETWORK, {**notes, "plans": plans}, weights)


def save(path: Path, members: Sequence[Member], notes: dict[str, Any]) -> None:
    """Write a model of these networks."""
    weights_file.save_model(path, as_model(members, notes))


def load(name: str) -> list[Member]:
    """Return the networks of a model."""
    return members_of(weights_file.load(name), name)


def members_of(model: weights_file.Model, name: str) -> list[Member]:
    torch = import_torch()
    if model.evaluator != weights_file.NETWORK:
        raise InputError(f"{name} is not a network but a {model.evaluator}")
    if not all(np.isfinite(array).all() for array in model.weights.values()):
        raise InputError(f"{name} is damaged: it has NaN or infinite values")
    members = []
    try:
        for number, plan in enumerate(model.notes["plans"]):
            member = Member(Plan(**plan), architectures.make(Plan(**plan)))
            own = {key.partition(".")[2]: array for key, array in model.weights.items() if key.startswith(f"{number}.")}
            member.net.load_state_dict({key: torch.from_numpy(array) for key, array in own.items()})
            members.append(member)
    except (KeyError, TypeError, RuntimeError):
        raise InputError(f"{name} does not have the weights of the networks that it names") from None
    return members


def join(names: Sequence[str], path: Path, notes: dict[str, Any] | None = None) -> None:
    """Write one model with the networks of several: it predicts the mean of their outputs."""
    save(path, [member for name in names for member in load(name)], {**(notes or {}), "joined": list(names)})
