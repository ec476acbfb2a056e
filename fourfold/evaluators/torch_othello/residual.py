"""Residual networks: those of He et al. for small images, and the wide ones of Zagoruyko and Komodakis."""

from collections.abc import Sequence

import torch
from torch import nn

from .layers import BOARD, convolution, head


def make(
    channels: int,
    maps: Sequence[int],
    blocks: int,
    first: int = 16,
    downsampling: bool = False,
    projection: bool = False,
    rectified_first: bool = False,
) -> nn.Module:
    """Return a network with a first layer and a stack of blocks for each number of maps.

    With downsampling every stack but the first halves the board. Where the number of maps grows, the first shortcut is
    a projection, or is padded with zeros. Pre-activation blocks are those of wide networks.
    """
    layers: list[nn.Module] = [convolution(channels, first)]
    if not rectified_first:
        layers += normalised(first)
    inputs, side = first, BOARD
    for number, outputs in enumerate(maps):
        stride = 2 if downsampling and number else 1
        kind = WideBlock if rectified_first else Block
        for place in range(blocks):
            layers.append(kind(inputs, outputs, stride if place == 0 else 1, projection))
            inputs = outputs
        side //= stride
    if rectified_first:
        layers += normalised(inputs)
    return nn.Sequential(*layers, head(inputs, side))


def normalised(maps: int) -> list[nn.Module]:
    return [nn.BatchNorm2d(maps), nn.ReLU(inplace=True)]


class Block(nn.Module):
    """Two convolutions, and a shortcut around them that is added before the last ReLU."""

    def __init__(self, inputs: int, maps: int, stride: int, projection: bool):
        super().__init__()
        self.way = nn.Sequential(
            convolution(inputs, maps, stride=stride), *normalised(maps), convolution(maps, maps), nn.BatchNorm2d(maps)
        )
        self.shortcut = shortcut(inputs, maps, stride, projection)

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.way(given) + self.shortcut(given))


class WideBlock(nn.Module):
    """Two convolutions, each after normalisation and ReLU, and a shortcut around them."""

    def __init__(self, inputs: int, maps: int, stride: int, projection: bool):
        super().__init__()
        self.entry = nn.Sequential(*normalised(inputs))
        self.way = nn.Sequential(convolution(inputs, maps, stride=stride), *normalised(maps), convolution(maps, maps))
        self.is_same = inputs == maps and stride == 1
        self.shortcut = shortcut(inputs, maps, stride, projection, is_normalised=True)

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        entered = self.entry(given)
        return self.way(entered) + (given if self.is_same else self.shortcut(entered))


def shortcut(inputs: int, maps: int, stride: int, projection: bool, is_normalised: bool = False) -> nn.Module:
    """Return the shortcut around a block."""
    if inputs == maps and stride == 1:
        return nn.Identity()
    if not projection:
        return Filled(maps - inputs, stride)
    layer = convolution(inputs, maps, reach=1, stride=stride)
    return layer if is_normalised else nn.Sequential(layer, nn.BatchNorm2d(maps))


class Filled(nn.Module):
    """A shortcut without weights: squares are subsampled, and maps of zeros appended."""

    def __init__(self, zeros: int, stride: int):
        super().__init__()
        self.zeros, self.stride = zeros, stride

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        kept = given[:, :, :: self.stride, :: self.stride]
        return nn.functional.pad(kept, (0, 0, 0, 0, 0, self.zeros))
