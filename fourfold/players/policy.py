"""Policies: nets that rank the moves of a position without search."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from ..binding.bind import bind, typed
from ..data.othello.expert_moves import ExpertMoves
from ..errors import InputError
from ..evaluators import weights_file
from ..evaluators.evaluator import PACKAGE, evaluator_module
from ..games.interface.find import game_in_file
from ..games.interface.game import Game
from .base import GAME_OVER, Analysis, Decision

SHIPPED = {"sorter": "connect_four", "wthor": "othello"}
"""The included policies and their games."""
BATCH = 20_000
"""Positions ranked at a time, to limit memory."""


class Policy:
    """A trained net that ranks moves."""

    def __init__(self, name: str, game: Game):
        model = weights_file.load(str(model_path(name)))
        if model.game != game.name:
            raise InputError(f"{name} is a policy for {model.game}, not for {game.name}")
        found = evaluator_module(model.evaluator)
        if not found.ranks_moves:
            raise InputError(f"{name} is not a policy: it evaluates positions; use eval={name}")
        found.check(name, model.weights, game)
        self.name, self.game, self.notes = name, game, model.notes
        self.kernels = bind(found.module, game=game.module)
        self.ranker = found.prepare(model.weights)

    def preferences(self, own: np.ndarray, others: np.ndarray) -> np.ndarray:
        """Return [position, move]: the score of each move of many positions."""
        found = np.zeros((len(own), self.game.max_moves), np.float32)
        self.kernels.rank_positions(self.ranker, own, others, found)
        return found


class RanksMoves(Protocol):
    """The contract of a policy."""

    name: str
    game: Game
    notes: dict[str, Any]

    def preferences(self, own: np.ndarray, others: np.ndarray, /) -> np.ndarray:
        """Return [position, move]: the score of each move; own and others are the first two fields of states."""


def played_ranks(policy: RanksMoves, moves: ExpertMoves) -> np.ndarray:
    """Return the rank, from 0, of each move played; ties go to the first square."""
    found = np.empty(moves.size, np.int64)
    for start in range(0, moves.size, BATCH):
        part = slice(start, start + BATCH)
        liked = policy.preferences(moves.own[part], moves.opponent[part])
        square = moves.square[part].astype(np.int64)
        own = np.take_along_axis(liked, square[:, None], 1)
        before = np.arange(liked.shape[1]) < square[:, None]
        found[part] = ((liked > own) | (liked == own) & before).sum(axis=1)
    return found


class Preference(NamedTuple):
    """A legal move and its probability; those of a position add up to 1."""

    move: int
    share: float


def model_path(name: str) -> Path:
    """Return the file or folder of a policy by its name or path."""
    if name in SHIPPED:
        return PACKAGE / "trained" / name / f"{SHIPPED[name]}.safetensors"
    if not weights_file.is_model(name):
        raise InputError(f"no policy named {name!r}; choose from {', '.join(SHIPPED)}, or give the path of a model")
    return Path(name)


def game_of(name: str) -> Game:
    """Return the game that a policy is for."""
    return game_in_file(SHIPPED[name] if name in SHIPPED else weights_file.load(str(model_path(name))).game)


def load(name: str, game: Game) -> RanksMoves:
    """Return the policy of a model of any kind.

    Kernels write into memory of their own while they rank, so each policy is for one thread; networks may be shared.
    """
    file = weights_file.file_of(str(model_path(name)))
    if weights_file.evaluator_of(file) == weights_file.NETWORK:
        return load_network(name, game, file.stat().st_mtime_ns)
    return Policy(name, game)


@lru_cache(maxsize=2)
def load_network(name: str, game: Game, changed: int) -> RanksMoves:
    """Return the networks of a model; changed is when its file was, for a run may have learned more since."""
    from .network_policy import NetworkPolicy  # torch takes seconds to import

    return NetworkPolicy(name, game)


class PolicyPlayer:
    """Plays the move that a policy ranks first, without search."""

    def __init__(self, game: Game, policy: RanksMoves):
        self.name = "policy"
        self.game = game
        self.policy = policy

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
        state, legal = typed(state), self.game.moves(state)
        if not legal:
            raise InputError(GAME_OVER)
        if len(legal) == 1:  # a pass may be no move of the policy
            return [Preference(legal[0], 1.0)]
        own, others = state[:2]
        found = self.policy.preferences(np.array([own]), np.array([others]))[0, legal].astype(float)
        shares = found / found.sum()
        order = np.argsort(-shares, kind="stable")
        return [Preference(legal[place], float(shares[place])) for place in order]


def from_options(game: Game, options: dict[str, str], seed: int) -> PolicyPlayer:
    if "model" not in options:
        raise InputError(f"a policy needs a model: policy:model={next(iter(SHIPPED))}")
    return PolicyPlayer(game, load(options["model"], game))
