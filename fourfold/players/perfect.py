"""A perfect player of Connect Four, and weaker ones that know as much."""

from collections.abc import Callable, Sequence
from typing import Any

from ..bits import popcount
from ..errors import InputError
from ..games.interface.game import Game
from ..solve.solver import GAME, Solver, best_move
from ..solve.threats import SQUARES
from .base import GAME_OVER, Analysis, Decision
from .describe import plural
from .manner import Manner, lots, manner_of

STONES = SQUARES // 2
"""Of either side."""


class PerfectPlayer:
    """Plays a move with the highest exact score, the fastest win or the slowest loss; at times another, if told to."""

    def __init__(self, game: Game, manner: Manner | None = None, *, seed: int = 0):
        if game.shipped_name != GAME:
            raise InputError(f"the perfect player is for {GAME} only, not for {game.name}")
        self.name = "perfect"
        self.game = game
        self.manner = manner or Manner()
        self.solver = Solver()
        self.new_game(seed)

    @property
    def errs(self) -> bool:
        """Whether it makes mistakes on purpose."""
        return self.manner.mistakes > 0

    def new_game(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        scores, nodes = self._solve(state, self.solver.scores if self.errs else self._best_scores)
        return chosen(scores, popcount(state.stones), nodes, self.manner, self.seed)

    def analyse(self, state: Any, history: Sequence[Any] = ()) -> Analysis:
        """Return the proven result of every legal move, whatever mistakes this player makes."""
        scores, nodes = self._solve(state, self.solver.scores)
        return analysis(scores, popcount(state.stones), nodes)

    def _best_scores(self, state: Any) -> dict[int, int]:
        """Return the scores of the best moves alone, which takes less time."""
        score, columns = self.solver.best(state)
        return dict.fromkeys(columns, score)

    def _solve(self, state: Any, find_scores: Callable[[Any], dict[int, int]]) -> tuple[dict[int, int], int]:
        """Return the scores of moves, and how many positions were searched for them."""
        if not self.game.moves(state):
            raise InputError(GAME_OVER)
        before, scores = self.solver.nodes, find_scores(state)
        return scores, self.solver.nodes - before


def from_options(game: Game, options: dict[str, str], seed: int) -> PerfectPlayer:
    return PerfectPlayer(game, manner_of(options), seed=seed)


def chosen(scores: dict[int, int], played: int, nodes: int, manner: Manner, seed: int) -> Decision:
    """Return the decision in a game with this seed, after played stones."""
    column = manner.column(scores, lots(seed, played))
    return decision(column, scores[column], played, nodes)


def analysis(scores: dict[int, int], played: int, nodes: int) -> Analysis:
    """Return the analysis of the scores of all moves, after played stones."""
    first = best_move(scores)
    order = sorted(scores, key=lambda column: (column != first, -scores[column]))
    return Analysis([decision(column, scores[column], played, nodes) for column in order], SQUARES - played, nodes)


def decision(column: int, score: int, played: int, nodes: int) -> Decision:
    """Return the decision for a score, after played stones."""
    value = float((score > 0) - (score < 0))
    return Decision(column, value, plies_to_end(score, played), SQUARES - played, nodes, [column])


def plies_to_end(score: int, played: int) -> int:
    """Return the plies to the end of the game, from a move's score and the number of stones played."""
    if score > 0:
        return 2 * (STONES + 1 - score - played // 2) - 1
    if score < 0:
        return 2 * (STONES + 1 + score - (played + 1) // 2)
    return SQUARES - played


def in_moves(score: int, played: int) -> str:
    """Return what a move leads to, such as `wins in 7 moves`: only the winner's moves count, this one too."""
    if score == 0:
        return "draws"
    return f"{'wins' if score > 0 else 'loses'} in {plural((plies_to_end(score, played) + 1) // 2, 'move')}"
