"""A player that searches in a thread while its server reads commands."""

import threading
from collections.abc import Callable
from typing import Any

from ..players.base import Player, Searcher

PATIENCE = 0.01
"""Seconds between two requests to stop: one that comes before a search has begun is lost."""


class BackgroundSearch:
    """Runs the searches of a player in a thread, one at a time, and ends them on request."""

    def __init__(self, player: Player):
        self.player = player
        self._thread: threading.Thread | None = None

    def begin(self, task: Callable[..., None], *arguments: Any) -> None:
        """Run task, in which the player searches, in a thread."""
        self._thread = threading.Thread(target=task, args=arguments, daemon=True)
        self._thread.start()

    def halt(self) -> None:
        """End the running task, if there is one, and wait until it has reported its result."""
        if self._thread:
            self._end(self._thread)
        self._thread = None

    def halt_after(self, seconds: float) -> None:
        """End the running task, if there is one, when seconds have passed."""
        if self._thread:
            alarm = threading.Timer(seconds, self._end, [self._thread])
            alarm.daemon = True
            alarm.start()

    def _end(self, thread: threading.Thread) -> None:
        """Ask for a result until there is one."""
        while thread.is_alive():
            if isinstance(self.player, Searcher):
                self.player.stop()
            thread.join(PATIENCE)
