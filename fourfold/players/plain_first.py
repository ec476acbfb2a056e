"""The first answer at once: a player that searches as plain Python while its kernels are being compiled."""

import subprocess
from collections.abc import Sequence
from typing import Any

from ..binding.bind import plainly
from ..games.interface.game import Game
from ..spec import name_of
from .aim import WIN
from .base import Analysis, Analyst, Budget, Decision, Observable, Player
from .compile_ahead import COMPILED, player_from_disk, start
from .specs import player

MOST_SECONDS = 0.5
"""How long a move is searched in plain Python: compiled, the same is found in a hundredth of the time."""


def player_at_once(spec: str, game: Game, seed: int = 0) -> Player:
    """Return the player of spec, ready to answer: if its kernels are not on disk, it begins as plain Python.

    Only if its budget is seconds: plain Python takes a hundred times as long for the same nodes. All other players
    are compiled here and now.
    """
    if name_of(spec) not in COMPILED:
        return player(spec, game, seed)
    compiled = player_from_disk(spec, game, seed)
    if compiled:
        return compiled
    plain = plain_player(spec, game, seed)
    return PlainFirst(plain, spec, seed) if has_only_seconds(plain) else player(spec, game, seed)


def plain_player(spec: str, game: Game, seed: int = 0) -> Player:
    """Return the player of spec as plain Python."""
    with plainly():
        return player(spec, game, seed)


def has_only_seconds(who: Player) -> bool:
    """Return whether nothing but a clock ends the search of a player."""
    if not isinstance(who, Observable) or not isinstance(who, Analyst):
        return False
    return who.budget.seconds is not None and who.budget.nodes is None and who.budget.depth is None


class PlainFirst:
    """Searches as plain Python until its kernels are compiled, by another process."""

    def __init__(self, plain: Any, spec: str, seed: int):
        self.name = plain.name
        self.budget: Budget = plain.budget
        self.aim: str = getattr(plain, "aim", WIN)
        self.spec, self.seed = spec, seed
        self.player = plain
        self.process: subprocess.Popen[bytes] | None = start(plain.game.spec, spec)

    @property
    def is_compiled(self) -> bool:
        return self.process is None

    @property
    def reason(self) -> str:
        """Why it does not run compiled."""
        failed = self.process is not None and self.process.poll() is not None
        return "it cannot be compiled" if failed else "the fast search is being compiled in the background, once"

    def new_game(self, seed: int) -> None:
        self.seed = seed
        self.player.new_game(seed)

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        self._look()
        decision: Decision = self.player.choose(state, history)
        return decision

    def analyse(self, state: Any, history: Sequence[Any] = ()) -> Analysis:
        self._look()
        analysis: Analysis = self.player.analyse(state, history)
        return analysis

    def limit(self, budget: Budget) -> None:
        self.budget = budget
        self._limit_player()

    def stop(self) -> None:
        self.player.stop()

    def so_far(self) -> Analysis | None:
        analysis: Analysis | None = self.player.so_far()
        return analysis

    def close(self) -> None:
        """End the process, and with it the compilation, if that is not done."""
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None

    def _look(self) -> None:
        """Take the compiled player from the moment on that its kernels are there."""
        if self.process and self.process.poll() == 0:  # else the compiled player would fail as the process did
            self.process = None
            self.player = player(self.spec, self.player.game, self.seed)
        self._limit_player()

    def _limit_player(self) -> None:
        seconds = self.budget.seconds
        if not self.is_compiled and seconds is not None:
            self.player.limit(Budget(seconds=min(seconds, MOST_SECONDS)))
        else:
            self.player.limit(self.budget)
