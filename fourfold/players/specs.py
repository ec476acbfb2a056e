"""Players by name: `random`, `alphabeta:depth=6,eval=positional`, `mcts:sims=1000`, `mcts:seconds=1,eval=nhb,cut=6`.

`greedy:eval=positional` looks one ply ahead.
`hybrid:moves=46-60,inside='alphabeta:depth=5,eval=nhb',outside=random` is one player in a stage of the game, and
another in the rest.

Another program is `engine:cmd='PROGRAM ARGUMENTS',protocol=gtp,seconds=1`. A value in quotes may hold commas.
"""

import re

from ..engines.player import TIMEOUT, EnginePlayer
from ..errors import InputError
from ..evaluators.find import find_evaluator
from ..games.interface.find import find_game
from ..games.interface.game import Game
from . import policy
from .base import AlphaBetaPlayer, Budget, Player, RandomPlayer
from .greedy import GreedyPlayer
from .hybrid import HybridPlayer
from .mcts import Growth, MctsPlayer
from .perfect import PerfectPlayer

OPTIONS = {
    "random": (),
    "alphabeta": ("depth", "nodes", "seconds", "eval"),
    "greedy": ("eval",),
    "mcts": ("sims", "seconds", "eval", "cut", "skew", "c", "by"),
    "perfect": (),
    "policy": ("model",),
    "hybrid": ("moves", "inside", "outside"),
    "engine": ("cmd", "protocol", "depth", "nodes", "seconds", "timeout"),
}
ITEM = re.compile(r"""([^=,]*)(?:(=)(?:'(.*?)'(?=,|$)|"(.*?)"(?=,|$)|([^,]*)))?(?:,|$)""", re.DOTALL)
"""An option: its name, `=`, and its value in single quotes, in double quotes or in none."""
CUT = 6
"""After how many plies a playout is judged, if an evaluator is given and nothing else is said."""
DEFAULT_SECONDS = 1.0


def player(spec: str, game: Game | str, seed: int = 0) -> Player:
    """Return the player that spec describes, for game."""
    game = find_game(game) if isinstance(game, str) else game
    kind, options = parse_spec(spec)
    made: Player
    if kind == "random":
        made = RandomPlayer(game, seed)
    elif kind == "greedy":
        made = GreedyPlayer(game, find_evaluator(options.get("eval", "zero"), game), seed=seed)
    elif kind == "mcts":
        made = mcts_player(options, game, seed)
    elif kind == "hybrid":
        made = hybrid_player(options, game, seed)
    elif kind == "engine":
        made = engine_player(options, game)
    elif kind == "perfect":
        made = PerfectPlayer(game)
    elif kind == "policy":
        if "model" not in options:
            raise InputError(f"a policy needs a model: policy:model={next(iter(policy.SHIPPED))}")
        made = policy.PolicyPlayer(game, policy.load(options["model"], game))
    else:
        evaluator = find_evaluator(options.pop("eval", "zero"), game)
        made = AlphaBetaPlayer(game, evaluator, parse_budget(options), seed=seed)
    made.name = spec
    return made


def parse_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Return the kind of player and its options."""
    kind, _, rest = spec.partition(":")
    if kind not in OPTIONS:
        raise InputError(f"no player named {kind!r}; there are {', '.join(OPTIONS)}")
    options: dict[str, str] = {}
    for item in ITEM.finditer(rest):
        name, equals, *values = item.groups()
        if not item[0].strip(","):
            continue
        if not equals or name not in OPTIONS[kind] or name in options:
            known = ", ".join(f"{option}=" for option in OPTIONS[kind]) or "none"
            text = item[0].removesuffix(",")
            raise InputError(f"{text!r} in player {spec!r} is not understood; options of {kind}: {known}")
        options[name] = next(value for value in values if value is not None)
    return kind, options


def quoted(value: str) -> str:
    """Return a value, such as the spec of a player in that of a hybrid, in quotes of a kind that it does not have."""
    quote = next((quote for quote in "'\"" if quote not in value), None)
    if quote is None:
        raise InputError(f"{value} has both kinds of quotes, and cannot stand in quotes itself")
    return f"{quote}{value}{quote}"


def hybrid_player(options: dict[str, str], game: Game, seed: int) -> HybridPlayer:
    if set(options) != set(OPTIONS["hybrid"]):
        raise InputError("a hybrid needs all three: hybrid:moves=46-60,inside='alphabeta:depth=5',outside='random'")
    inside, outside = (player(options[name], game, seed) for name in ("inside", "outside"))
    return HybridPlayer(game, parse_stage(options["moves"]), inside, outside)


def parse_stage(text: str) -> range:
    """Return the numbers of the moves of `A-B`, the first of a game being 1."""
    first, dash, last = text.partition("-")
    if not (dash and text.isascii() and first.isdigit() and last.isdigit() and 1 <= int(first) <= int(last)):
        raise InputError(f"moves={text} is not understood: moves=46-60 says from the 46th to the 60th, both included")
    return range(int(first), int(last) + 1)


def engine_player(options: dict[str, str], game: Game) -> EnginePlayer:
    """Return the player that a program is; without depth=, nodes= and seconds= it thinks as long as it likes."""
    command, protocol = options.pop("cmd", ""), options.pop("protocol", "")
    try:
        timeout = float(options.pop("timeout", TIMEOUT))
    except ValueError:
        raise InputError("timeout of an engine is a number of seconds") from None
    return EnginePlayer(game, command, protocol, parse_budget(options) if options else None, timeout)


def mcts_player(options: dict[str, str], game: Game, seed: int) -> MctsPlayer:
    evaluator = find_evaluator(options.get("eval", "zero"), game)
    seconds = options.get("seconds", None if "sims" in options else DEFAULT_SECONDS)
    try:
        return MctsPlayer(
            game,
            evaluator,
            sims=int(options["sims"]) if "sims" in options else None,
            seconds=None if seconds is None else float(seconds),
            growth=parse_growth(options, CUT if "eval" in options else Growth.cut),
            seed=seed,
        )
    except InputError:
        raise
    except (ValueError, OverflowError):
        raise InputError("sims of mcts is a whole number, seconds a number") from None


def parse_growth(options: dict[str, str], cut: int) -> Growth:
    """Return what cut=, skew=, c= and by= say of a tree search; cut is what holds if nothing is said."""
    try:
        return Growth(
            cut=int(options.get("cut", cut)),
            skew=int(options.get("skew", 1)),
            exploration=float(options.get("c", Growth.exploration)),
            by=options.get("by", Growth.by),
        )
    except InputError:
        raise
    except (ValueError, OverflowError):
        raise InputError("cut and skew of mcts are whole numbers, c is a number") from None


def parse_budget(options: dict[str, str]) -> Budget:
    """Return the budget of depth=, nodes= and seconds=; a second when none is given."""
    try:
        return Budget(
            depth=int(options["depth"]) if "depth" in options else None,
            nodes=int(options["nodes"]) if "nodes" in options else None,
            seconds=float(options["seconds"]) if "seconds" in options else None if options else DEFAULT_SECONDS,
        )
    except InputError:
        raise
    except (ValueError, OverflowError):
        given = ",".join(f"{name}={value}" for name, value in options.items())
        raise InputError(f"{given} is no budget: depth and nodes are whole numbers, seconds a number") from None
