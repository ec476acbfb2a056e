"""Players by name: `random`, `alphabeta:depth=6,eval=positional`, `mcts:seconds=1,eval=nhb,cut=6`, `./my_player.py`.

KINDS lists every kind of player, including engines and users' own files, by the function that makes it; only the module
that is needed is loaded. `fourfold/spec.py` defines how a spec is written.
"""

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from ..binding.compiler import without_garbage_collection
from ..errors import InputError
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..spec import Spec, is_source_file, name_of, parse
from .base import Player
from .file_player import from_file

BUDGET = {
    "depth": "search depth in plies",
    "nodes": "nodes to search",
    "seconds": "time per move; 1 without any limit",
}
EVALUATOR = {"eval": "the evaluator: a name, a run folder, or the path of a model or Python file"}
AIM = {"aim": "win, the default, or points: win by as many as possible"}


class Kind(NamedTuple):
    """How a kind of player is made."""

    maker: str
    """`module:function` of the package, called with the game, the options as text, and the seed."""
    options: dict[str, str]
    """What each option means."""


Maker = Callable[[Game, dict[str, str], int], Player]
KINDS = {
    "random": Kind("players.random:from_options", {}),
    "alphabeta": Kind("players.alphabeta:from_options", BUDGET | EVALUATOR | AIM),
    "greedy": Kind("players.greedy:from_options", EVALUATOR | AIM),
    "mcts": Kind(
        "players.mcts:from_options",
        {
            "sims": "simulations per move",
            "seconds": "time per move; 1 without sims",
            **EVALUATOR,
            "cut": "plies after which a playout is evaluated; 6 with eval=",
            "skew": "each playout move is the best of this many random ones, by the evaluator",
            "c": "the exploration constant of UCT",
            "by": "choose the move by visits or value",
            "keep": "whether the tree is kept between moves: yes, the default, or no",
            "rave": "visits of a move after which they count as much as RAVE's hints; 0 for none",
            **AIM,
        },
    ),
    "perfect": Kind(
        "players.perfect:from_options",
        {
            "ties": "among equally good moves draw lots, the default, or play nearest to the centre",
            "mistakes": "the probability that a move is not best, from 0 to 1; 0 without it",
            "seconds": "time per move, after which bounds of the scores decide; without it, as long as it takes",
        },
    ),
    "best-first": Kind(
        "players.best_first:from_options",
        {"nodes": "states to evaluate", "seconds": "time per move; 1 without nodes", **EVALUATOR},
    ),
    "alphazero": Kind(
        "players.alphazero:from_options",
        {
            "sims": "simulations per move",
            "seconds": "time per move; 1 without sims",
            "model": "the net: a run folder of fourfold train alphazero, or a model; without it the included one",
            "c": "the exploration constant of PUCT; 0 for the improved policy of the Gumbel paper instead",
            "aim": "win or points; by default what the net was trained for",
        },
    ),
    "policy": Kind(
        "players.policy:from_options",
        {
            "model": "the net: a name, or the path of a model",
            "eval": "an evaluator whose values after the best reply advise it",
            "weight": "how much its advice counts; 3 without it",
        },
    ),
    "hybrid": Kind(
        "players.hybrid:from_options",
        {
            "moves": "the stage of the game, such as 46-60",
            "inside": "the player in that stage",
            "outside": "the player elsewhere",
        },
    ),
    "engine": Kind(
        "engines.player:from_options",
        {
            "cmd": "the command that starts the program",
            "protocol": "its protocol: gtp, hub, nboard or gnubg",
            **BUDGET,
            "seconds": "time per move; without any limit, the program decides",
            "timeout": "seconds that an answer may take beyond its thinking time",
        },
    ),
}


def player(spec: str, game: Game | str, seed: int = 0) -> Player:
    """Return the player that spec describes, for game."""
    game = find_game(game) if isinstance(game, str) else game
    kind, options = parse_spec(spec)
    with without_garbage_collection():  # much is imported and loaded: 0.1 s less
        made = from_file(kind, game, options, seed) if is_source_file(kind) else find_maker(kind)(game, options, seed)
    made.name = spec
    return made


def is_player(spec: str) -> bool:
    """Return whether spec names a kind of player or a file of one."""
    return name_of(spec) in KINDS or is_source_file(name_of(spec))


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
