"""What the context paper reports, and positions after its figures.

The figures themselves were not available, only the text about them: the perfect solver found positions that match
everything it says.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class PaperSystem:
    """A row of Table 1 or 2."""

    table: int
    system: str
    shares: list[float]
    """How often the best move is ranked first, second, ..."""
    average_rank: float


def _rows(table: int, text: str) -> dict[str, PaperSystem]:
    rows = {}
    for line in text.strip().splitlines():
        system, *numbers = line.split()
        *shares, rank = map(float, numbers)
        rows[system] = PaperSystem(table, system, shares, rank)
    return rows


PAPER_TRAINING = _rows(
    1,
    """
S1  0.55832 0.18964 0.10459 0.06645 0.04386 0.02588 0.01122 1.970
S2  0.59086 0.17135 0.09327 0.06024 0.04059 0.02748 0.01618 1.935
S3  0.60276 0.16357 0.0895  0.05919 0.04217 0.02706 0.01576 1.918
S4  0.63721 0.15930 0.08346 0.05268 0.03507 0.02119 0.01109 1.797
N20 0.48555 0.19949 0.12255 0.08204 0.05817 0.03652 0.01571 2.200
N40 0.55181 0.18302 0.10409 0.06958 0.04842 0.02961 0.01348 2.022
N60 0.59532 0.15713 0.08887 0.06433 0.04521 0.02899 0.02010 1.974
C   0.38428 0.22982 0.15566 0.10365 0.06787 0.04050 0.01819 2.435
""",
)
PAPER_TEST = _rows(
    2,
    """
S1  0.53211 0.19894 0.11193 0.06955 0.04555 0.02942 0.01248 2.035
S2  0.52837 0.19634 0.10889 0.07053 0.04768 0.03048 0.01768 2.074
S3  0.52796 0.19409 0.10943 0.07092 0.04864 0.03174 0.01720 2.082
S4  0.58621 0.18107 0.09746 0.06171 0.03780 0.02349 0.01223 1.903
N20 0.43894 0.21677 0.13356 0.09102 0.06340 0.03913 0.01716 2.309
N40 0.45198 0.22054 0.13598 0.08671 0.05723 0.03268 0.01490 2.234
N60 0.44537 0.22343 0.13725 0.08516 0.05407 0.03247 0.02228 2.265
C   0.37807 0.22950 0.15804 0.10489 0.06915 0.04090 0.01945 2.458
""",
)


def _ranks(text: str) -> dict[str, list[float]]:
    return {line.split()[0]: [float(rank) for rank in line.split()[1:]] for line in text.strip().splitlines()}


PAPER_EXAMPLES = (
    _ranks("""
S1  5.6  3.3  4.3 1.7 2.0 5.3 5.8
S2  4.9  2.8  4.6 2.5 1.8 5.6 5.8
S3  5.5  3.6  4.1 1.8 2.3 4.4 6.3
S4  4.4  4.1  3.9 1.1 4.7 4.8 5.0
N20 5.9  5.0  2.2 1.4 2.7 4.2 6.6
N40 5.7  5.15 3.1 2.2 1.8 3.7 6.35
N60 6.35 4.2  2.9 1.5 2.8 3.7 6.55
C   5.4  5.6  1.4 2.3 2.5 3.9 6.9
"""),
    _ranks("""
S1  5.1 6.4  2.7 2.4 2.7 2.9  5.8
S2  4.3 4.8  2.7 3.0 4.1 3.5  5.6
S3  4.3 4.7  1.7 3.3 3.6 3.6  6.8
S4  4.9 5.35 3.0 1.5 2.3 4.65 6.3
N20 2.0 5.6  2.1 3.8 4.0 3.6  6.9
N40 2.5 5.4  3.0 3.6 3.4 3.5  6.6
N60 2.9 5.7  2.5 3.9 2.9 3.5  6.6
C   5.9 5.5  1.2 2.9 3.4 2.8  6.3
"""),
    _ranks("""
S1  4.1  4.8 4.1 1.1 4.5  5.0 4.4
S2  3.6  4.6 3.0 1.7 5.1  4.6 5.4
S3  3.15 4.5 2.8 1.5 5.15 4.8 6.1
S4  4.0  5.8 3.5 1.5 4.8  3.4 5.0
N20 4.3  4.7 2.8 1.8 3.2  4.2 7.0
N40 4.1  4.2 2.3 2.8 3.7  3.9 7.0
N60 4.8  4.8 2.6 1.5 4.4  3.3 6.6
C   5.2  5.4 1.8 2.0 2.9  3.9 6.8
"""),
)
EXAMPLES = {
    "figure 7": ("4435122544327633552", (4, 7)),
    "figure 8": ("17632151311326672242", (5,)),
    "figure 9": ("4313621211212422", (4,)),
}
"""Positions in which Red, x or o, is to move, and the columns that win."""
