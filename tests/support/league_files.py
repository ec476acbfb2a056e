"""Players of the Othello League for tests: small files of their own, and the real ones where they are at hand."""

from pathlib import Path

import numpy as np
import pytest
from support.paths import DATA

from fourfold.data.data_folder import VARIABLE

PLAYERS = DATA / "othello" / "players"


def real_players() -> Path:
    """Return the folder of the real files; without it the test is skipped."""
    if not PLAYERS.is_dir():
        pytest.skip(f"othello/players is not there; {VARIABLE} names the folder of data")
    return PLAYERS


def network_text(tuples, braces: bool = False) -> str:
    """Return the League's text of tuples, each a pair of placements and weights."""
    left, right = "{}" if braces else "  "
    parts = [f"{left} {len(tuples)}"]
    for placements, weights in tuples:
        parts.append(f"{left} {len(placements[0])} {len(placements)}")
        parts += [f"{left} {' '.join(map(str, squares))} {right}" for squares in placements]
        parts.append(f"{left} {' '.join(map(repr, weights))} {right} {right}")
    return "\n".join([*parts, right, ""])


def random_network(seed: int, tuples: int = 3):
    """Return tuples with random squares and weights."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(1, 5, tuples)
    return [
        (
            [rng.choice(64, length, replace=False).tolist() for _ in range(rng.integers(1, 4))],
            rng.normal(size=3**length).tolist(),
        )
        for length in lengths
    ]


def counter_text(seed: int) -> str:
    """Return a weighted piece counter with random weights."""
    rows = np.random.default_rng(seed).normal(size=(8, 8)).round(2)
    return "\n".join(" ".join(map(str, row)) for row in rows.tolist()) + "\n"
