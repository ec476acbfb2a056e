"""What all networks share: the convolutions, the last two layers, and the initial weights."""

from torch import nn

from .encodings import OUTPUTS

HIDDEN = 128
BOARD = 8


def convolution(inputs: int, maps: int, reach: int = 3, stride: int = 1, bias: bool = False) -> nn.Conv2d:
    """Return a layer that keeps the board size, except for its stride; with biases unless normalisation follows."""
    return nn.Conv2d(inputs, maps, reach, stride, padding=reach // 2, bias=bias)


def head(maps: int, side: int = BOARD, normalised: bool = True, dropout: float = 0.0) -> nn.Sequential:
    """Return the two fully connected layers after maps of side x side units, without pooling."""
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
    """Initialise weights by He's method, and biases to 0."""
    for layer in net.modules():
        if isinstance(layer, nn.Conv2d | nn.Linear):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
