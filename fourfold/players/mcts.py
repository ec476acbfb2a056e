"""A player by Monte Carlo tree search."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..binding.bind import bind, typed
from ..errors import InputError
from ..evaluators.evaluator import Evaluator
from ..evaluators.find import find_evaluator
from ..games.interface.game import Game
from ..search import alphabeta, mcts
from ..search.values import NO_LIMIT
from .base import DEFAULT_SECONDS, GAME_OVER, Analysis, Budget, Decision, check_finite, remember, timer

CUT = 6
"""After how many plies a playout is judged, if an evaluator is given and nothing else is said."""
MOST_SKEW = 99
ROOM, MOST = 8, 1 << 18
"""Nodes of a tree for every simulation, and for how many of them: all that follow refine what is there."""


@dataclass(frozen=True)
class Growth:
    """How a tree grows, and how it decides."""

    cut: int = alphabeta.MAX_HISTORY
    """After how many plies an evaluator judges a playout; MAX_HISTORY: it goes on to the end of the game."""
    skew: int = 1
    """Of so many random moves a playout makes the one that the evaluator likes best."""
    exploration: float = 1.0
    by: str = "visits"
    """The chosen move has most visits, or the best `value`."""

    def __post_init__(self) -> None:
        if not 0 <= self.cut <= alphabeta.MAX_HISTORY or not 0.0 <= self.exploration < math.inf:
            raise InputError(f"cut={self.cut} and c={self.exploration:g} must be neither negative nor too large")
        if not 1 <= self.skew <= MOST_SKEW or self.by not in ("visits", "value"):
            raise InputError(f"skew={self.skew} must be from 1 to {MOST_SKEW}, and by={self.by} visits or value")


def room(game: Game, sims: int | None) -> int:
    """Return the nodes of a tree that is large enough for so many simulations, or for what is worth its memory."""
    return game.max_moves + ROOM * min(sims or NO_LIMIT, MOST)


class MctsPlayer:
    """Plays out games at random from the leaves of a growing tree: to their ends, or cut short and then judged."""

    def __init__(
        self,
        game: Game,
        evaluator: Evaluator,
        *,
        sims: int | None = None,
        seconds: float | None = None,
        growth: Growth | None = None,
        seed: int = 0,
        jit: bool = True,
    ):
        """Take a budget of simulations or seconds or both."""
        if sims is None and seconds is None:
            raise InputError("a tree search needs sims= or seconds=")
        self.name = "mcts"
        self.game = game
        self.evaluator = evaluator
        self.weights: Any = None
        self.budget = Budget(nodes=sims, seconds=seconds)
        self.growth = growth or Growth()
        self.kernels = bind(alphabeta, mcts, game=game.module, evaluator=evaluator.module, jit=jit)
        self.memory = alphabeta.make_memory(game.max_moves)
        self.tree = mcts.make_tree(room(game, self.budget.nodes))
        self.new_game(seed)
        self._grow(game.init_state(), [game.init_state()], 0)  # kernels are compiled now: later a clock may be running

    def new_game(self, seed: int) -> None:
        self._forget()
        self.seed = seed
        self.weights = self.evaluator.next_weights(self.weights, seed)

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        return self.analyse(state, history).moves[0]

    def analyse(self, state: Any, history: Sequence[Any] = ()) -> Analysis:
        """Return the value of every legal move: the mean of its visits."""
        if not self.game.moves(state):
            raise InputError(GAME_OVER)
        return self._analysis(self._grow(typed(state), history, self.budget.nodes or NO_LIMIT, self.budget.seconds))

    def so_far(self) -> Analysis | None:
        """Return what the running search has found, from another thread; None before every move was tried."""
        done = int(self.tree[mcts.ROOT]["visits"])
        return self._analysis(done) if 0 < self.tree[mcts.ROOT]["children"] <= done else None

    def _analysis(self, done: int) -> Analysis:
        children = self._children(mcts.ROOT)
        nodes = self.tree[children]
        means = nodes["total"] / np.maximum(nodes["visits"], 1)
        best_first = np.lexsort(
            (-means, -nodes["visits"]) if self.growth.by == "visits" else (-nodes["visits"], -means)
        )
        moves = [self._decision(children[place], float(means[place]), done) for place in best_first]
        return Analysis(moves, moves[0].depth, done)

    def limit(self, budget: Budget) -> None:
        """Search within budget from now on: its nodes are simulations; a depth alone is no limit of this search."""
        if budget.nodes is None and budget.seconds is None:
            return
        self.budget = budget
        if room(self.game, budget.nodes) != self.tree.size:
            self.tree = mcts.make_tree(room(self.game, budget.nodes))

    def stop(self) -> None:
        """End the running search, from another thread: it answers with the best it has."""
        self.memory.stop = 1

    def _grow(self, state: Any, history: Sequence[Any], simulations: int, seconds: float | None = None) -> int:
        self._forget()
        remember(self.game, self.kernels, history, self.memory)
        rng = np.random.default_rng([self.seed, len(history)])
        self.memory.stop = 0
        how = self.growth.exploration, self.growth.cut, self.growth.skew
        with timer(seconds, self.stop):  # not earlier: what it sets must not be cleared again
            done: int = self.kernels.grow(self.weights, state, simulations, *how, rng, self.memory, self.tree)
        check_finite(self.memory, f"eval={self.evaluator.name}")
        return done

    def _forget(self) -> None:
        """Let nobody who looks from another thread take the last search for the next one."""
        mcts.clear(self.tree, mcts.ROOT, 0)

    def _children(self, number: int) -> np.ndarray:
        node = self.tree[number]
        return np.arange(node["first"], node["first"] + node["children"])

    def _decision(self, number: int, value: float, simulations: int) -> Decision:
        """Return the move of a node, and the line that was visited most after it."""
        line = [int(self.tree[number]["move"])]
        while self.tree[number]["children"] and len(line) < alphabeta.MAX_PLY:
            children = self._children(number)
            number = int(children[np.argmax(self.tree[children]["visits"])])
            line.append(int(self.tree[number]["move"]))
        return Decision(line[0], value, None, len(line), simulations, line)


def from_options(game: Game, options: dict[str, str], seed: int) -> MctsPlayer:
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
        raise InputError("sims must be a whole number, and seconds a number") from None


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
        raise InputError("cut and skew must be whole numbers, and c a number") from None
