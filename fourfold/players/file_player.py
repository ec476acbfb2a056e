"""A user's own player: a Python file that defines make_player(game, seed, ...), as docs/add-a-player.md says."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

import numpy as np

from ..binding.source_file import fault_in, load_defining
from ..errors import Forfeit, InputError
from ..games.interface.game import Game
from .base import DEFAULT_SECONDS, Analysis, Budget, Decision, check_legal, check_turn

PAGE = "add-a-player.md"
KINDS = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}
"""Types that an option may be annotated with; without one it stays text."""
BOOLS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def from_file(path: str, game: Game, options: Mapping[str, str], seed: int) -> "FilePlayer":
    """Return the player that the file's make_player makes of the options of a spec."""
    make = load_defining(path, ["make_player"], "player", PAGE).make_player
    if not callable(make):
        raise InputError(f"{path}: make_player must be a function (see docs/{PAGE})")
    arguments = _arguments(path, make, options)
    try:
        own = make(game, seed, **arguments)
    except (Exception, SystemExit) as error:
        raise InputError(f"{path} failed in make_player: {fault_in(path, error)}") from error
    if not callable(getattr(own, "choose", None)):
        raise InputError(f"{path}: what make_player returned, {own!r:.80}, has no method choose (see docs/{PAGE})")
    return FilePlayer(path, game, own)


class FilePlayer:
    """Wraps a user's own player, and accepts only what follows the contract."""

    def __init__(self, path: str, game: Game, own: Any):
        self.name = path
        self.path, self.game, self.own = path, game, own
        if hasattr(own, "analyse"):
            self.analyse = self._analyse
        if hasattr(own, "limit") and hasattr(own, "stop"):
            self.budget: Budget = getattr(own, "budget", Budget(seconds=DEFAULT_SECONDS))
            self.limit: Callable[[Budget], None] = own.limit
            self.stop: Callable[[], None] = own.stop

    def new_game(self, seed: int) -> None:
        if hasattr(self.own, "new_game"):
            self._ask("new_game", seed)

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        check_turn(self.game, state, self.game.possible_moves(state))
        return self._decision(state, self._ask("choose", state, history))

    def _analyse(self, state: Any, history: Sequence[Any] = ()) -> Analysis:
        """Return its value of every move; only defined if the user's player defines it."""
        check_turn(self.game, state, self.game.possible_moves(state))
        found = self._ask("analyse", state, history)
        if not isinstance(found, Analysis) or not found.moves:
            raise Forfeit(f"{self.path} returned {found!r:.80} from analyse, not an Analysis (see docs/{PAGE})")
        return found._replace(moves=[self._decision(state, each) for each in found.moves])

    def _ask(self, method: str, *arguments: Any) -> Any:
        try:
            return getattr(self.own, method)(*arguments)
        except (Exception, SystemExit) as error:
            raise Forfeit(f"{self.path} failed in {method}: {fault_in(self.path, error)}") from error

    def _decision(self, state: Any, found: Any) -> Decision:
        """Return a decision with a legal move and the legal part of its line; a bare move is accepted."""
        if _is_move(found):
            found = Decision(int(found), 0.0, None, 0, 0, [])
        if not _is_decision(found):
            raise Forfeit(f"{self.path} returned {found!r:.80}, neither a Decision nor a move (see docs/{PAGE})")
        move = int(found.move)
        check_legal(self.game, state, move, self.name)
        legal = len(self.game.legal_line_text(state, found.line)) if found.line[:1] == [move] else 0
        return Decision(*found)._replace(move=move, line=found.line[:legal] or [move])


def _is_decision(found: Any) -> bool:
    if not isinstance(found, Decision) or not _is_move(found.move) or not isinstance(found.line, list):
        return False
    return all(map(_is_number, (found.value, found.depth, found.nodes, found.proven or 0)))


def _is_number(found: Any) -> bool:
    return isinstance(found, int | float | np.number)


def _is_move(found: Any) -> bool:
    return isinstance(found, int | np.integer) and not isinstance(found, bool)


def _arguments(path: str, make: Callable[..., Any], options: Mapping[str, str]) -> dict[str, Any]:
    """Return the options converted to make_player's parameters."""
    try:
        parameters = list(inspect.signature(make, eval_str=True).parameters.values())[2:]
    except Exception as error:
        raise InputError(f"{path}: make_player cannot be read: {fault_in(path, error)}") from None
    named = {each.name: each for each in parameters if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)}
    known = ", ".join(f"{name}=" for name in named) or "none"
    if not any(each.kind == each.VAR_KEYWORD for each in parameters):
        for option in (option for option in options if option not in named):
            raise InputError(f"there is no option {option}=; options of {path}: {known}")
    for name, parameter in named.items():
        if parameter.default is parameter.empty and name not in options:
            raise InputError(f"{path} needs {name}=, as in {path}:{name}=...; its options: {known}")
    types = {name: _type(each.annotation) for name, each in named.items()}
    return {name: _value(path, name, text, types.get(name, str)) for name, text in options.items()}


def _type(annotation: Any) -> type:
    """Return the first supported type of an annotation such as `int | None`."""
    return next((each for each in (annotation, *get_args(annotation)) if isinstance(each, type) and each in KINDS), str)


def _value(path: str, name: str, text: str, kind: type) -> Any:
    try:
        return BOOLS[text.lower()] if kind is bool else kind(text)
    except (ValueError, KeyError):
        raise InputError(f"{name}={text} of {path} must be {KINDS[kind]}") from None
