"""The expert-moves paper's plain networks (Table I): a sequence of convolutions."""

from collections.abc import Sequence

from torch import nn

from .layers import convolution, head


def make(channels: int, maps: Sequence[int], normalised: bool = False, dropout: float = 0.0) -> nn.Module:
    """Return a network with a layer for each number of maps, optionally with batch normalisation before each ReLU."""
    layers: list[nn.Module] = []
    for inputs, outputs in zip((channels, *maps), maps, strict=False):
        layers.append(convolution(inputs, outputs, bias=not normalised))
        if normalised:
            layers.append(nn.BatchNorm2d(outputs))
        layers.append(nn.ReLU(inplace=True))
    return nn.Sequential(*layers, head(maps[-1], normalised=normalised, dropout=dropout))
