"""Threads that search, and how a search in one of them is ended."""

import asyncio
import os
import sys
import threading
from contextlib import suppress
from typing import Any

from ..players.base import Player, Searcher

PATIENCE = 0.1
"""Seconds between two looks at a search."""
NICENESS = 3
"""How far searches step back behind the rest of the server."""


def step_back() -> None:
    """Let this thread step back behind those that answer pages, where threads have a priority of their own."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


async def end_search(thinker: Player, search: asyncio.Future[Any]) -> None:
    """End a search if it is still running; again and again, for a request before it has begun is forgotten."""
    while not search.done():
        if isinstance(thinker, Searcher):
            thinker.stop()
        await asyncio.wait({search}, timeout=PATIENCE / 10)
