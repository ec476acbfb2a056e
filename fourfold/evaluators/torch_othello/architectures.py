"""The expert-moves paper's networks by name (Tables I, V and VI), one for CPUs, and fully connected ones."""

from importlib import import_module
from typing import Any, NamedTuple

from ...errors import InputError
from .encodings import ENCODINGS
from .torch_import import import_torch


class Architecture(NamedTuple):
    """A kind of network: a module of this folder, and its settings."""

    title: str
    """Its name in the expert-moves paper, if it is there."""
    file: str
    settings: dict[str, Any]


CONV4 = (64, 64, 128, 128)
CONV6 = (*CONV4, 256, 256)
CONV8 = (*CONV6, 256, 256)
RESNET, WIDENET = (16, 32, 64), (64, 128, 256)
FULL = (2900,) * 3
"""Makes as many multiplications per position as Conv4: 17.6 million, at half the width 4.6 and 4.7 million."""
PROJECTED = {"projection": True}
ARCHITECTURES = {
    "conv4": Architecture("Conv4", "conv", {"maps": CONV4}),
    "conv6": Architecture("Conv6", "conv", {"maps": CONV6}),
    "conv8": Architecture("Conv8", "conv", {"maps": CONV8}),
    "conv8-dropout": Architecture("Conv8+dropout", "conv", {"maps": CONV8, "dropout": 0.5}),
    "conv8-bn": Architecture("Conv8+BN", "conv", {"maps": CONV8, "normalised": True}),
    "conv8x32-bn": Architecture("Conv8x32+BN", "conv", {"maps": (32,) * 8, "normalised": True}),
    "resnet-32": Architecture("ResNet-32", "residual", {"maps": RESNET, "blocks": 5, "downsampling": True}),
    "resnet-32-np": Architecture("ResNet-32-np", "residual", {"maps": RESNET, "blocks": 5}),
    "resnet-32-np-p": Architecture("ResNet-32-np-p", "residual", {"maps": RESNET, "blocks": 5, **PROJECTED}),
    "resnet-56": Architecture("ResNet-56", "residual", {"maps": RESNET, "blocks": 9, "downsampling": True}),
    "resnet-56-np": Architecture("ResNet-56-np", "residual", {"maps": RESNET, "blocks": 9}),
    "resnet-56-np-p": Architecture("ResNet-56-np-p", "residual", {"maps": RESNET, "blocks": 9, **PROJECTED}),
    "densenet-40": Architecture("DenseNet-40", "dense", {"layers": 12}),
    "densenet-100": Architecture("DenseNet-100", "dense", {"layers": 32}),
    "widenet-40-4": Architecture(
        "WideNet-40-4", "residual", {"maps": WIDENET, "blocks": 6, "rectified_first": True, **PROJECTED}
    ),
    "full3": Architecture("Full3", "full", {"units": FULL}),
    "full3-bn": Architecture("Full3+BN", "full", {"units": FULL, "normalised": True}),
}
DEFAULTS = {"residual": {"first": 16}, "dense": {"first": 16, "growth": 12}}
SCALED = ("maps", "first", "growth", "units")
"""Settings that are numbers of feature maps, or of units where there are no maps."""

MOST_STAGES = 60
"""A stage for each move."""


class Plan(NamedTuple):
    """How a network is built."""

    net: str
    encoding: str = "pieces"
    width: float = 1.0
    """Multiplies the numbers of feature maps, or of units of fully connected layers; 1 in the expert-moves paper."""
    stages: int = 1
    """Networks, each for its own part of the game; 1 in the expert-moves paper."""


def check(plan: Plan) -> None:
    if plan.net not in ARCHITECTURES:
        raise InputError(f"no network named {plan.net!r}; choose from {', '.join(ARCHITECTURES)}")
    if plan.encoding not in ENCODINGS:
        raise InputError(f"no encoding named {plan.encoding!r}; choose from {', '.join(ENCODINGS)}")
    if not 0.0 < plan.width <= 16.0:
        raise InputError(f"width={plan.width:g} must be above 0 and at most 16")
    if not 1 <= plan.stages <= MOST_STAGES:
        raise InputError(f"stages={plan.stages} must be from 1 to {MOST_STAGES}")


def make(plan: Plan) -> Any:
    """Return a network of that plan, with its initial weights."""
    check(plan)
    torch = import_torch()
    architecture = ARCHITECTURES[plan.net]
    settings = {**DEFAULTS.get(architecture.file, {}), **architecture.settings}
    for name in SCALED:
        if name in settings:
            settings[name] = _scaled(settings[name], plan.width)
    make_one, planes = import_module(f"{__package__}.{architecture.file}").make, ENCODINGS[plan.encoding]
    nets = [make_one(planes, **settings) for _ in range(plan.stages)]
    net = nets[0] if plan.stages == 1 else import_module(f"{__package__}.stages").Stages(nets)
    import_module(f"{__package__}.layers").begin(net)
    return net.to(memory_format=torch.channels_last)


def _scaled(maps: Any, width: float) -> Any:
    return tuple(_scaled(each, width) for each in maps) if isinstance(maps, tuple) else max(1, round(width * maps))
