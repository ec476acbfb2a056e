"""What all networks have in common: the kind of convolution, the two last layers, and how weights begin."""

from torch import nn

from .encodings import OUTPUTS

HIDDEN = 128
BOARD = 8


def convolution(inputs: int, maps: int, reach: int = 3, stride: int = 1, bias: bool = False) -> nn.Conv2d:
    """Return a layer that keeps the size of the board but for its stride; biases if no normalisation follows."""
    return nn.Conv2d(inputs, maps, reach, stride, padding=reach // 2, bias=bias)


def head(maps: int, side: int = BOARD, normalised: bool = True, dropout: float = 0.0) -> nn.Sequential:
    """Return the two fully connected layers behind so many maps of side x side units, no pooling between."""
    return nn.Sequential(
        nn.Flatten(),
        nn.Dropout(dropout),
        nn.Linear(maps * side * side, HIDDEN, bias=not normalised),
        nn.BatchNorm1d(HIDDEN) if normalised else nn.Identity(),
        nn.ReLU(inplace=True),
        nn.Dropout(dropout),
        nn.Linear(HIDDEN, OUTPUTS),
    )


def begin(net: nn.Module) -> None:
    """Give weights their first values by He's method, and make biases 0."""
    for layer in net.modules():
        if isinstance(layer, nn.Conv2d | nn.Linear):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
