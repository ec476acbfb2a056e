"""Fully connected networks: every unit sees the whole board from the first layer on, not a receptive field."""

from collections.abc import Sequence

from torch import nn

from .layers import BOARD, head


def make(channels: int, units: Sequence[int], normalised: bool = False) -> nn.Module:
    """Return a network with a layer for each number of units, optionally with batch normalisation before each ReLU."""
    layers: list[nn.Module] = [nn.Flatten()]
    for inputs, outputs in zip((channels * BOARD * BOARD, *units), units, strict=False):
        layers.append(nn.Linear(inputs, outputs, bias=not normalised))
        if normalised:
            layers.append(nn.BatchNorm1d(outputs))
        layers.append(nn.ReLU(inplace=True))
    return nn.Sequential(*layers, head(units[-1], side=1, normalised=normalised))
