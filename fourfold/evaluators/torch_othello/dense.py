"""Densely connected networks: every layer of a block sees the maps of all layers before it."""

import torch
from torch import nn

from .layers import convolution, head
from .residual import normalised

BLOCKS = 3


def make(channels: int, layers: int, growth: int = 12, first: int = 16) -> nn.Module:
    """Return a network of three blocks; each layer of a block adds growth maps."""
    parts: list[nn.Module] = [convolution(channels, first)]
    maps = first
    for number in range(BLOCKS):
        for _ in range(layers):
            parts.append(Layer(maps, growth))
            maps += growth
        parts += normalised(maps)
        if number < BLOCKS - 1:
            parts.append(convolution(maps, maps, reach=1))
    return nn.Sequential(*parts, head(maps))


class Layer(nn.Module):
    """Returns its input followed by its new maps."""

    def __init__(self, inputs: int, growth: int):
        super().__init__()
        self.way = nn.Sequential(*normalised(inputs), convolution(inputs, growth))

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        return torch.cat([given, self.way(given)], 1)
