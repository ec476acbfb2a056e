"""Limits of requests, so that no number of them exhausts the server."""

import os
from typing import NamedTuple

MOST_BODY = 64 * 1024
"""Bytes of a request's body."""


class Limits(NamedTuple):
    """The numbers that can be chosen when the server starts; those of texts and lists stand in openapi.json."""

    seconds: float = 60.0
    """The longest a player may think about a move."""
    searches: int = max(2, min(os.cpu_count() or 2, 8))
    """How many searches run at a time."""
    waiting: int = 64
    """How many requests may wait for a search; more are refused."""
    idle_players: int = 4
    """How many players are kept for the next move, without the memory of their searches."""
    requests: int = 256
    """How many requests are handled at a time; more are refused."""
    runs: int = 1
    """How many training runs started here may run at a time."""
    plain_seconds: float = 0.5
    """How long a player may think in plain Python while its kernels are compiled; with 0 it waits for them."""
    solving_seconds: float = 10.0
    """How long an exact value may take."""
