"""Players by name: `random`, `alphabeta:depth=6,eval=positional`, `mcts:seconds=1,eval=nhb,cut=6`, `./my_player.py`.

KINDS lists every kind of player, including engines and users' own files, by the function that makes it; only the module
that is needed is loaded. `fourfold/spec.py` defines how a spec is written.
"""

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from ..errors import InputError
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..spec import Spec, is_source_file, name_of, parse
from .base import Player
from .file_player import from_file

BUDGET = {
    "depth": "plies to look ahead",
    "nodes": "positions to visit",
    "seconds": "time for a move; 1 if no limit is given",
}
EVALUATOR = {"eval": "what judges positions: the name of an evaluator, or the path of a model"}


class Kind(NamedTuple):
    """How a kind of player is made."""

    maker: str
    """`module:function` of the package, called with the game, the options as text, and the seed."""
    options: dict[str, str]
    """What each option means."""


Maker = Callable[[Game, dict[str, str], int], Player]
KINDS = {
    "random": Kind("players.random:from_options", {}),
    "alphabeta": Kind("players.alphabeta:from_options", BUDGET | EVALUATOR),
    "greedy": Kind("players.greedy:from_options", EVALUATOR),
    "mcts": Kind(
        "players.mcts:from_options",
        {
            "sims": "simulations for a move",
            "seconds": "time for a move; 1 if sims is not given",
            **EVALUATOR,
            "cut": "plies after which the evaluator judges a playout; 6 with eval=",
            "skew": "of how many random moves a playout makes the one that the evaluator likes best",
            "c": "how much is explored",
            "by": "what chooses the move: visits or value",
        },
    ),
    "perfect": Kind("players.perfect:from_options", {}),
    "policy": Kind("players.policy:from_options", {"model": "what ranks moves: a name, or the path of a model"}),
    "hybrid": Kind(
        "players.hybrid:from_options",
        {
            "moves": "the stage of the game, such as 46-60",
            "inside": "who plays in it",
            "outside": "who plays the rest",
        },
    ),
    "engine": Kind(
        "engines.player:from_options",
        {
            "cmd": "the command that starts the program",
            "protocol": "the language it speaks: gtp, hub or nboard",
            **BUDGET,
            "seconds": "time for a move; as long as it likes if no limit is given",
            "timeout": "seconds that an answer may take beyond those it is given to think",
        },
    ),
}


def player(spec: str, game: Game | str, seed: int = 0) -> Player:
    """Return the player that spec describes, for game."""
    game = find_game(game) if isinstance(game, str) else game
    kind, options = parse_spec(spec)
    made = from_file(kind, game, options, seed) if is_source_file(kind) else find_maker(kind)(game, options, seed)
    made.name = spec
    return made


def parse_spec(spec: str) -> Spec:
    """Return the kind of player and its options; those of a user's own file are checked by the file."""
    kind = name_of(spec)
    if is_source_file(kind):
        return parse(spec, "player")
    if kind not in KINDS:
        raise InputError(f"no player named {kind!r}; choose from {', '.join(KINDS)}")
    return parse(spec, "player", KINDS[kind].options)


def find_maker(kind: str) -> Maker:
    """Return the function that makes players of a kind; its module is loaded now."""
    module, _, function = KINDS[kind].maker.partition(":")
    maker: Maker = getattr(import_module(f"fourfold.{module}"), function)
    return maker
