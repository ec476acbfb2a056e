"""Policies: nets that rank the moves of a position without search."""

import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from ..binding.bind import field_types
from ..binding.state_columns import Columns, columns_of, take
from ..errors import InputError
from ..evaluators import weights_file
from ..evaluators.evaluator import PACKAGE, evaluator_module
from ..evaluators.move_ranking import MoveRanker, Ranking
from ..games.interface.find import game_in_file, game_names
from ..games.interface.game import Game
from .base import GAME_OVER, Analysis, Decision
from .reply_values import ReplyValues

SHIPPED = ("sorter", "wthor", "experts", "alphazero")
"""The included policies, each for one or several games."""
WEIGHT = 3.0
"""Of an adviser's logits, against those of the policy."""
BATCH = 20_000
"""Positions ranked at a time, to limit memory."""


class Policy:
    """A trained net that ranks moves."""

    def __init__(self, name: str, game: Game):
        model = weights_file.load(str(model_path(name, game)))
        if model.game != game.name:
            raise InputError(f"{name} is a policy for {model.game}, not for {game.name}")
        found = evaluator_module(model.evaluator)
        if not found.ranks_moves:
            raise InputError(f"{name} is not a policy: it evaluates positions; use eval={name}")
        found.check(name, model.weights, game)
        self.name, self.game, self.notes = name, game, model.notes
        self.ranker = found.prepare(model.weights)
        self.rank = MoveRanker(found.module, self.ranker, game).rank


class RanksMoves(Protocol):
    """The contract of a policy."""

    name: str
    game: Game
    notes: dict[str, Any]

    def rank(self, states: Columns, /) -> Ranking:
        """Return the moves of states, in each of which a player is to move, and the score of each move."""


class Played(Protocol):
    """States, and the move that was played in each."""

    @property
    def states(self) -> Columns: ...

    @property
    def played(self) -> np.ndarray: ...


def played_ranks(policy: RanksMoves, moves: Played) -> np.ndarray:
    """Return the rank, from 0, of each move played; ties go to the first move."""
    parts = [slice(start, start + BATCH) for start in range(0, len(moves.played), BATCH)]
    found = [policy.rank(take(moves.states, part)).ranks(moves.played[part]) for part in parts]
    return np.concatenate(found) if found else np.zeros(0, np.int64)


class Preference(NamedTuple):
    """A legal move and its probability; those of a position add up to 1."""

    move: int
    share: float


def policy_names(game: Game) -> list[str]:
    """Return the names of the included policies for the game."""
    return [name for name in SHIPPED if game.shipped_name and shipped_file(name, game.file_name).is_file()]


def shipped_file(name: str, game_file_name: str) -> Path:
    return PACKAGE / "trained" / name / f"{game_file_name}.safetensors"


def model_path(name: str, game: Game) -> Path:
    """Return the file or folder of a policy for the game by its name or path."""
    if name in policy_names(game):
        return shipped_file(name, game.file_name)
    if name in SHIPPED:
        games = ", ".join(found.name for found in games_of(name))
        raise InputError(f"{name} is a policy for {games}, not for {game.name}")
    return named_model(name)


def named_model(name: str) -> Path:
    if not weights_file.is_model(name):
        raise InputError(f"no policy named {name!r}; choose from {', '.join(SHIPPED)}, or give the path of a model")
    return Path(name)


def games_of(name: str) -> list[Game]:
    """Return the games that a policy is for: one, unless it is the name of several nets."""
    if name not in SHIPPED:
        return [game_in_file(weights_file.load(str(named_model(name))).game)]
    return [game_in_file(game) for game in game_names() if shipped_file(name, game).is_file()]


def load(name: str, game: Game) -> RanksMoves:
    """Return the policy of a model of any kind.

    Kernels write into memory of their own while they rank, so each policy is for one thread; networks may be shared.
    """
    file = weights_file.file_of(str(model_path(name, game)))
    if weights_file.evaluator_of(file) == weights_file.NETWORK:
        return load_network(name, game, file.stat().st_mtime_ns)
    return Policy(name, game)


@lru_cache(maxsize=2)
def load_network(name: str, game: Game, changed: int) -> RanksMoves:
    """Return the networks of a model; changed is when its file was, for a run may have learned more since."""
    from .network_policy import NetworkPolicy  # torch takes seconds to import

    return NetworkPolicy(name, game)


class PolicyPlayer:
    """Plays the move that a policy ranks first, without search.

    An adviser's values after the best reply multiply the odds of moves: who imitates people knows what looks good, who
    has played for itself knows what comes of it.
    """

    def __init__(self, game: Game, policy: RanksMoves, adviser: ReplyValues | None = None, weight: float = WEIGHT):
        self.name = "policy"
        self.game = game
        self.policy = policy
        self.adviser, self.weight = adviser, weight

    def new_game(self, seed: int) -> None:
        pass

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        return self.analyse(state, history).moves[0]

    def analyse(self, state: Any, history: Sequence[Any] = ()) -> Analysis:
        """Return all moves, the first choice first; their values are probabilities."""
        moves = [Decision(move, share, None, 0, 0, [move]) for move, share in self.rank(state)]
        return Analysis(moves, 0, 0)

    def rank(self, state: Any) -> list[Preference]:
        """Return the legal moves, the first choice first."""
        if not self.game.moves(state):
            raise InputError(GAME_OVER)
        moves, scores = self.policy.rank(columns_of([state], field_types(self.game.module.State))).of(0)
        if self.adviser and len(moves) > 1:
            values = self.adviser.of(state)
            advice = self.weight * np.array([values[move] for move in moves])
            scores = scores * np.exp(advice - advice.max())
        shares = scores / scores.sum(dtype=float)
        return [Preference(moves[place], float(shares[place])) for place in np.argsort(-shares, kind="stable")]


def from_options(game: Game, options: dict[str, str], seed: int) -> PolicyPlayer:
    if "model" not in options:
        name = next(iter(policy_names(game)), "RUN")
        raise InputError(f"a policy needs a model: policy:model={name}")
    try:
        weight = float(options.get("weight", WEIGHT))
    except ValueError:
        weight = -1.0
    if not 0.0 <= weight < math.inf:
        raise InputError(f"weight={options['weight']} must be a number, 0 or more")
    policy = load(options["model"], game)
    return PolicyPlayer(game, policy, ReplyValues(game, options["eval"]) if "eval" in options else None, weight)
