"""A perfect player of Connect Four, and weaker ones that know as much."""

from collections.abc import Callable, Sequence
from typing import Any

from ..bits import popcount
from ..errors import InputError
from ..games.interface.game import Game
from ..solve.solver import GAME, Bounds, Solver, StoppedError, bounds_of_moves
from ..solve.threats import SQUARES
from .base import GAME_OVER, UNLIMITED, Analysis, Budget, Decision, Known, parse_budget, timer
from .describe import plural
from .manner import Manner, lots, manner_of

STONES = SQUARES // 2
"""Of either side."""


class PerfectPlayer:
    """Plays a move with the highest exact score, the fastest win or the slowest loss; at times another, if told to.

    If time is up before the scores are known, it goes by the bounds that are.
    """

    def __init__(self, game: Game, manner: Manner | None = None, budget: Budget = UNLIMITED, *, seed: int = 0):
        if game.shipped_name != GAME:
            raise InputError(f"the perfect player is for {GAME} only, not for {game.name}")
        self.name = "perfect"
        self.game = game
        self.manner = manner or Manner()
        self.budget = budget
        self.solver = Solver()
        self.solver.compile()  # now: later a clock may be running
        self.new_game(seed)

    @property
    def errs(self) -> bool:
        """Whether it makes mistakes on purpose."""
        return self.manner.mistakes > 0

    @property
    def seconds(self) -> float | None:
        """The time for a move; None if it takes as long as it takes."""
        return None if self.budget == UNLIMITED else self.budget.seconds

    def new_game(self, seed: int) -> None:
        self.seed = seed
        self._state: Any = None
        self._nodes_before = 0

    def limit(self, budget: Budget) -> None:
        """Search within budget from now on: of its limits only the seconds count, for a search goes to the end."""
        self.budget = budget

    def stop(self) -> None:
        """End the running search, from another thread: it answers with the bounds it has."""
        self.solver.stop()

    def so_far(self) -> Analysis | None:
        """Return what is known of every move, from another thread; None while the best one alone is searched for."""
        state, known = self._state, self.solver.so_far()
        return analysis(known, popcount(state.stones), self._nodes()) if known and state is not None else None

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        needs_all = self.errs or self.seconds is not None
        known = self._solve(state, self.solver.scores if needs_all else self._best_scores)
        played, nodes = popcount(state.stones), self._nodes()
        if all(each.is_exact for each in known.values()):
            scores = {column: each.low for column, each in known.items()}
            return chosen(scores, played, nodes, self.manner, self.seed)
        return analysis(known, played, nodes).moves[0]

    def analyse(self, state: Any, history: Sequence[Any] = ()) -> Analysis:
        """Return the proven result of every legal move, or its bounds, whatever mistakes this player makes."""
        known = self._solve(state, self.solver.scores)
        return analysis(known, popcount(state.stones), self._nodes())

    def _best_scores(self, state: Any) -> dict[int, int]:
        """Return the scores of the best moves alone, which takes less time."""
        score, columns = self.solver.best(state)
        return dict.fromkeys(columns, score)

    def _solve(self, state: Any, find_scores: Callable[[Any], dict[int, int]]) -> dict[int, Bounds]:
        """Return the scores of moves, or what is known of them when time is up or the search is stopped."""
        if not self.game.moves(state):
            raise InputError(GAME_OVER)
        self.solver.prepare()
        self._state, self._nodes_before = state, self.solver.nodes
        try:
            with timer(self.seconds, self.solver.stop):
                return exactly(find_scores(state))
        except StoppedError:
            return self.solver.so_far() or bounds_of_moves(state, self.solver.book)

    def _nodes(self) -> int:
        """Return how many positions the last search has searched."""
        return self.solver.nodes - self._nodes_before


def from_options(game: Game, options: dict[str, str], seed: int) -> PerfectPlayer:
    budget = parse_budget({"seconds": options["seconds"]}) if "seconds" in options else UNLIMITED
    return PerfectPlayer(game, manner_of(options), budget, seed=seed)


def exactly(scores: dict[int, int]) -> dict[int, Bounds]:
    """Return scores as bounds."""
    return {column: Bounds(score, score) for column, score in scores.items()}


def chosen(scores: dict[int, int], played: int, nodes: int, manner: Manner, seed: int) -> Decision:
    """Return the decision in a game with this seed, after played stones."""
    column = manner.column(scores, lots(seed, played))
    return decision(column, scores[column], played, nodes)


def analysis(bounds: dict[int, Bounds], played: int, nodes: int) -> Analysis:
    """Return the analysis of what is known of all moves, after played stones.

    The first move has the best guaranteed score; of several, the one with most to hope for, nearest to the centre.
    """
    first = min(bounds, key=lambda column: (-bounds[column].low, -bounds[column].high, abs(column - 3), column))
    order = sorted(bounds, key=lambda column: (column != first, -bounds[column].low, -bounds[column].high))
    moves = [judged(column, bounds[column], played, nodes) for column in order]
    known = {column: Known(*each, in_words(each, played)) for column, each in bounds.items()}
    return Analysis(moves, SQUARES - played, nodes, known)


def judged(column: int, known: Bounds, played: int, nodes: int) -> Decision:
    """Return the decision for what is known of a score; the value is the middle of the results that it may mean."""
    if known.is_exact:
        return decision(column, known.low, played, nodes)
    value = sum((score > 0) - (score < 0) for score in known) / 2
    return Decision(column, value, None, SQUARES - played, nodes, [column])


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
    return f"{'wins' if score > 0 else 'loses'} in {plural(winners_moves(score, played), 'move')}"


def winners_moves(score: int, played: int) -> int:
    return (plies_to_end(score, played) + 1) // 2


def in_words(known: Bounds, played: int) -> str:
    """Return what is known of a move's score, such as `wins in 7 moves or sooner`, counted like `in_moves`."""
    if known.is_exact:
        return in_moves(known.low, played)
    has_low, has_high = known.low > -((SQUARES - played) // 2), known.high < (SQUARES - 1 - played) // 2
    if known.low > 0 or known.high < 0:
        verb, has_soonest = ("wins", has_high) if known.low > 0 else ("loses", has_low)
        soonest, latest = sorted(winners_moves(score, played) for score in known)
        return f"{verb} in {soonest} to {latest} moves" if has_soonest else f"{verb} in {latest} moves or sooner"
    worst = [f"at worst {in_moves(known.low, played)}"] if has_low else []
    best = [f"at best {in_moves(known.high, played)}"] if has_high else []
    return ", ".join(worst + best) or "may win, draw or lose"
