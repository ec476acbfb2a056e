"""A network for each stage of the game, as one network: boards go to that of their stage, by their discs."""

from collections.abc import Sequence

import torch
from torch import nn

FIRST, MOVES = 4, 60
"""Discs at the start, and the most that can be added."""


class Stages(nn.Module):
    """Networks for equally long parts of the game."""

    def __init__(self, nets: Sequence[nn.Module]):
        super().__init__()
        self.nets = nn.ModuleList(nets)

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        stages, places, found = stages_of(given, len(self.nets)), [], []
        for number, net in enumerate(self.nets):
            mine = torch.nonzero(stages == number).flatten()
            if len(mine):
                places.append(mine)
                found.append(self._outputs(net, given[mine]))
        return torch.cat(found)[torch.argsort(torch.cat(places))]

    def _outputs(self, net: nn.Module, boards: torch.Tensor) -> torch.Tensor:
        """Return the outputs of one network; a single board has no variance, so it is normalised as in play."""
        net.train(self.training and len(boards) > 1)
        outputs: torch.Tensor = net(boards)
        return outputs


def stages_of(boards: torch.Tensor, count: int) -> torch.Tensor:
    """Return the stage of each board, [position], from its first two planes."""
    discs = boards[:, :2].sum(dim=(1, 2, 3)).long()
    return torch.clamp((discs - FIRST) * count // MOVES, 0, count - 1)
