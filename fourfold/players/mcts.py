"""A player by Monte Carlo tree search."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ..binding.bind import bind, typed
from ..errors import InputError
from ..evaluators.evaluator import Evaluator
from ..evaluators.find import find_evaluator
from ..games.interface.game import Game
from ..search import alphabeta, mcts, rave, tree, uct
from ..search.values import NO_LIMIT, UNPROVEN
from .aim import WIN, aim_roles
from .base import DEFAULT_SECONDS, Analysis, Budget, Decision, check_finite, check_turn, remember, timer

CUT = 6
"""After how many plies a playout is judged, if an evaluator is given and nothing else is said."""
MOST_SKEW = 99
MOST_NODES = 1 << 21
"""How many nodes are worth their memory, 32 bytes each: all simulations that follow refine what is there."""
UNKNOWN = -2.0
"""In place of the value of a node that was never visited."""


@dataclass(frozen=True)
class Growth:
    """How a tree grows, and how it decides."""

    cut: int = alphabeta.MAX_HISTORY
    """After how many plies an evaluator judges a playout; MAX_HISTORY: it goes on to the end of the game."""
    skew: int = 1
    """Of so many random moves a playout makes the one that the evaluator likes best."""
    exploration: float = 1.0
    rave: float = 0.0
    """After how many visits they weigh as much as the hints of RAVE; 0: there are no hints."""
    by: str = "visits"
    """The chosen move has most visits, or the best `value`."""
    keeps: bool = True
    """Whether the tree is kept from move to move."""

    def __post_init__(self) -> None:
        if not 0 <= self.cut <= alphabeta.MAX_HISTORY or not 0.0 <= self.exploration < math.inf:
            raise InputError(f"cut={self.cut} and c={self.exploration:g} must be neither negative nor too large")
        if not 1 <= self.skew <= MOST_SKEW or self.by not in ("visits", "value"):
            raise InputError(f"skew={self.skew} must be from 1 to {MOST_SKEW}, and by={self.by} visits or value")
        if not 0.0 <= self.rave < math.inf:
            raise InputError(f"rave={self.rave:g} must be neither negative nor too large")

    @property
    def how(self) -> mcts.How:
        """What a kernel needs to know."""
        return mcts.How(self.exploration, self.cut, self.skew, self.rave)


def room(game: Game, sims: int | None) -> int:
    """Return the nodes of a tree that is large enough for so many simulations, or for what is worth its memory."""
    return min(game.max_moves * (min(sims or NO_LIMIT, MOST_NODES) + 1), max(MOST_NODES, game.max_moves))


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
        aim: str = WIN,
        seed: int = 0,
        jit: bool = True,
    ):
        """Take a budget of simulations or seconds or both."""
        if sims is None and seconds is None:
            raise InputError("a tree search needs sims= or seconds=")
        self.name = "mcts"
        self.game = game
        self.evaluator = evaluator
        self.aim = aim
        self.weights: Any = None
        self.budget = Budget(nodes=sims, seconds=seconds)
        self.growth = growth or Growth()
        roles = aim_roles(aim, game) | ({uct: rave} if self.growth.rave else {})
        self.kernels = bind(alphabeta, mcts, game=game.module, evaluator=evaluator.module, roles=roles, jit=jit)
        self.memory = alphabeta.make_memory(game.max_moves, chances=game.most_chances)
        self._make_tree()
        self.new_game(seed)
        self._grow(game.first_choice(), [], 0)  # kernels are compiled now: later a clock may be running
        self._forget()

    @property
    def tree(self) -> np.ndarray:
        """The nodes of the last search."""
        nodes: np.ndarray = self._arrays.nodes
        return nodes

    def new_game(self, seed: int) -> None:
        self._forget()
        self.seed = seed
        self.weights = self.evaluator.next_weights(self.weights, seed)

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        done = self._search(state, history)
        return self._decision(self._ranking()[0], done)

    def analyse(self, state: Any, history: Sequence[Any] = ()) -> Analysis:
        """Return the value of every legal move: what is proven, or the mean of its visits."""
        return self._analysis(self._search(state, history))

    def so_far(self) -> Analysis | None:
        """Return what the running search has found, from another thread; None before it has tried a move."""
        done = int(self.tree[tree.ROOT]["visits"]) - self._kept_visits if self.memory.depth else 0
        return self._analysis(done) if done > 0 else None

    def limit(self, budget: Budget) -> None:
        """Search within budget from now on: its nodes are simulations; a depth alone is no limit of this search."""
        if budget.nodes is None and budget.seconds is None:
            return
        self.budget = budget
        if room(self.game, budget.nodes) != self.tree.size:
            self._make_tree()

    def stop(self) -> None:
        """End the running search, from another thread: it answers with the best it has."""
        self.memory.stop = 1

    def _search(self, state: Any, history: Sequence[Any]) -> int:
        """Return how many simulations from state were made."""
        check_turn(self.game, state, self.game.moves(state))
        return self._grow(typed(state), history, self.budget.nodes or NO_LIMIT, self.budget.seconds)

    def _grow(self, state: Any, history: Sequence[Any], simulations: int, seconds: float | None = None) -> int:
        self.memory.depth = 0
        states = [*history, state]
        kept = self._find(states) if self.growth.keeps else mcts.NEW
        self._kept_visits = int(self.tree[kept]["visits"]) if kept != mcts.NEW else 0
        self._states = states
        remember(self.game, self.kernels, history, self.memory)
        rng = np.random.default_rng([self.seed, len(history)])
        self.memory.stop = 0
        with timer(seconds, self.stop):  # not earlier: what it sets must not be cleared again
            done: int = self.kernels.grow(
                self.weights, state, kept, simulations, self.growth.how, rng, self.memory, self._arrays
            )
        check_finite(self.memory, f"eval={self.evaluator.name}")
        return done

    def _find(self, states: list[Any]) -> Any:
        """Return the number of the node that the moves since the last search led to; NEW if it was never visited."""
        known = len(self._states)
        if not known or states[:known] != self._states:
            return mcts.NEW
        number = tree.ROOT
        for before, after in pairwise(states[known - 1 :]):
            number = self._child_of(number, before, after)
            if number == mcts.NEW:
                break
        return np.int64(number)

    def _child_of(self, number: int, before: Any, after: Any) -> int:
        """Return the child of a node, at which before was, that after is at; NEW if it was never visited."""
        children = self._children(number)
        visits = self.tree["visits"][children]
        for place in np.argsort(-visits, kind="stable")[: np.count_nonzero(visits)]:
            if self.game.apply(before, int(self.tree["move"][children[place]])) == after:
                return int(children[place])
        return int(mcts.NEW)

    def _make_tree(self) -> None:
        self._arrays = tree.make_tree(room(self.game, self.budget.nodes), self.growth.rave > 0.0)
        self._forget()

    def _forget(self) -> None:
        """Let nobody who looks from another thread take the last search for the next one."""
        self.memory.depth = 0
        self._states = list[Any]()
        self._kept_visits = 0

    def _children(self, number: int) -> np.ndarray:
        node = self.tree[number]
        return np.arange(node["first"], node["first"] + node["children"])

    def _analysis(self, done: int) -> Analysis:
        moves = [self._decision(number, done) for number in self._ranking()]
        return Analysis(moves, moves[0].depth, done)

    def _ranking(self) -> list[int]:
        """Return the numbers of the root's children, the best first, as `tree.best_child` has it."""
        numbers = self._children(tree.ROOT)
        nodes = self.tree[numbers]
        values, visits, ends = values_of(nodes), nodes["visits"], nodes["end"]
        order = np.lexsort((-values, -visits) if self.growth.by == "visits" else (-visits, -values))
        unproven = [place for place in order if ends[place] == UNPROVEN]
        proven = np.flatnonzero(ends != UNPROVEN)
        proven = proven[np.lexsort((np.where(values[proven] > 0.0, ends[proven], -ends[proven]), -values[proven]))]
        least = values[unproven[0]] if unproven else UNKNOWN
        is_better = (values[proven] > least) | (values[proven] >= 1.0)
        return [int(numbers[place]) for place in (*proven[is_better], *unproven, *proven[~is_better])]

    def _decision(self, number: int, simulations: int) -> Decision:
        """Return the move of a node, and the line that was visited most after it."""
        value, end = float(values_of(self.tree[number])), int(self.tree[number]["end"])
        line = [int(self.tree[number]["move"])]
        while self.tree[number]["children"] and len(line) < alphabeta.MAX_PLY:
            children = self._children(number)
            number = int(children[np.argmax(self.tree["visits"][children])])
            line.append(int(self.tree[number]["move"]))
        return Decision(
            line[0],
            0.0 if value == UNKNOWN else value,
            None if end == UNPROVEN else end + 1,
            len(line),
            simulations,
            line,
        )


def values_of(nodes: np.ndarray) -> np.ndarray:
    """Return the proven values of nodes, or the means of their visits; UNKNOWN where there were none."""
    is_proven = nodes["end"] != UNPROVEN
    values = nodes["total"] / np.where(is_proven, 1, np.maximum(nodes["visits"], 1))
    return np.where(is_proven | (nodes["visits"] > 0), values, UNKNOWN)


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
            aim=options.get("aim", WIN),
            seed=seed,
        )
    except InputError:
        raise
    except (ValueError, OverflowError):
        raise InputError("sims must be a whole number, and seconds a number") from None


def parse_growth(options: dict[str, str], cut: int) -> Growth:
    """Return what cut=, skew=, c=, rave=, by= and keep= say of a tree search; cut is what holds if nothing is said."""
    keep = options.get("keep", "yes")
    if keep not in ("yes", "no"):
        raise InputError(f"keep={keep} must be yes or no")
    try:
        return Growth(
            cut=int(options.get("cut", cut)),
            skew=int(options.get("skew", 1)),
            exploration=float(options.get("c", Growth.exploration)),
            rave=float(options.get("rave", Growth.rave)),
            by=options.get("by", Growth.by),
            keeps=keep == "yes",
        )
    except InputError:
        raise
    except (ValueError, OverflowError):
        raise InputError("cut and skew must be whole numbers, and c and rave numbers") from None
