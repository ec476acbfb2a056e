"""Checks what a user names on the command line, a game, a position or a player, before work starts."""

import warnings
from typing import Any

from ..binding.bind import PlainPythonWarning, why_plain
from ..errors import InputError
from ..games.conformance import check
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..search.alphabeta import MAX_HISTORY
from .output import interruptible


def given_game(spec: str, compiled: bool = True) -> Game:
    """Return the game of a name or path; one from a file must pass a short check: a broken one would crash a search.

    Without compiled, which takes seconds, only its plain rules are checked.
    """
    game = find_game(spec)
    if not game.shipped_name:
        report = interruptible(check, game, games=2, compiled=compiled)
        fault = next((result.message for result in report if not result.ok), None)
        if fault:
            raise InputError(f"{spec} does not follow the contract of a game (see fourfold check {spec}): {fault}")
        reason = compiled and why_plain(game.module)  # the check has asked before, and kept the warning to itself
        if reason:
            warnings.warn(f"{game.name} runs as plain Python, not compiled: {reason}", PlainPythonWarning, stacklevel=2)
    return game


def given_state(game: Game, position: str) -> Any:
    """Return the state of position, which must not be terminal."""
    state = game.parse(position) if position else game.init_state()
    if not game.moves(state):
        raise InputError(f"the game is over in this position: {game.text(state)}")
    return state


def given_plies(text: str, most: int = MAX_HISTORY) -> range:
    """Return the plies of `--plies A-B`."""
    first, dash, last = text.partition("-")
    if not (dash and first.isdigit() and last.isdigit() and 0 <= int(first) <= int(last) <= most):
        raise InputError(f"--plies {text} is not a range; give one such as 6-36, up to {most:,}")
    return range(int(first), int(last) + 1)
