"""The expert-moves paper's figures for the playing strength of its nets: tables VII, VIII and IX."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PaperStrength:
    """A row of table VII, in shares."""

    net: str
    accuracy: float
    average: float
    """Against their 13 one-ply players."""
    best: float
    """Against the best of these, CoCMAES-4+2x2."""
    search: float
    """Against Edax at depth 1."""


@dataclass(frozen=True)
class PaperSearch:
    """A row of table IX: Conv8+BN against Edax, in shares and seconds."""

    depth: int
    rate: float
    seconds: float
    """Of a move of Edax."""
    accuracy: float
    """Of Edax, on all moves of WThor."""


TABLE_VII = (
    PaperStrength("ResNet-56-np-p", 0.605, 0.943, 0.877, 0.807),
    PaperStrength("DenseNet-sym-100", 0.619, 0.941, 0.875, 0.790),
    PaperStrength("WideNet", 0.622, 0.963, 0.922, 0.881),
    PaperStrength("Conv8+BN", 0.627, 0.967, 0.932, 0.875),
    PaperStrength("Conv8+BN+bagging", 0.640, 0.966, 0.935, 0.876),
)
TABLE_VIII = {
    "Conv4": {"original": 0.779, "original-s": 0.852, "unique": 0.805, "unique-s": 0.860},
    "Conv6": {"original": 0.846, "original-s": 0.890, "unique": 0.865, "unique-s": 0.900},
    "Conv8": {"original": 0.854, "original-s": 0.918, "unique": 0.886, "unique-s": 0.931},
}
"""Winning rates against the 13 players, by training set."""
SLOPES = {"average": 1.7, "search": 3.4}
"""Percentage points of the winning rate per point of accuracy (figure 4)."""
R2 = {"average": 0.997, "search": 0.999}
TABLE_IX = (
    PaperSearch(1, 0.875, 1.0e-4, 0.479),
    PaperSearch(2, 0.594, 1.1e-4, 0.533),
    PaperSearch(3, 0.347, 1.6e-4, 0.552),
    PaperSearch(4, 0.198, 5.0e-4, 0.598),
    PaperSearch(5, 0.103, 10.0e-4, 0.597),
)
