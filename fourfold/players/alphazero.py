"""A player by tree search with a net that values states and scores moves, as the learner `alphazero` trains it."""

import math
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..binding.bind import bind, typed
from ..errors import InputError
from ..evaluators import weights_file
from ..evaluators.evaluator import evaluator_module
from ..evaluators.find import ALPHAZERO, model_file, trained_names
from ..games.interface.game import Game
from ..search import alphabeta, gumbel
from ..search.gumbel import How
from ..search.tree import ROOT
from ..search.values import NO_LIMIT, UNPROVEN
from .aim import WIN, aim_roles
from .base import DEFAULT_SECONDS, Analysis, Budget, Decision, check_finite, check_turn, remember, timer

USUAL = How(considered=16, visits_scale=50.0, value_scale=1.0, discount=0.99, noise=0.0, exploration=0.5)
"""How a tree grows, unless a model was trained otherwise."""
MOST_NODES = 1 << 21
"""How many nodes are worth their memory, 48 bytes each; when they are used, the tree grows no further."""
MOST_PLANNED = 1 << 20
"""A search of more simulations is not planned by sequential halving."""
TELLING = 64
"""So many simulations tell how fast the next search will be."""


class AlphaZeroPlayer:
    """Searches with a net that values states and scores moves; planned by sequential halving."""

    def __init__(
        self, game: Game, model: str, *, sims: int | None = None, seconds: float | None = None, aim: str | None = None,
        exploration: float = USUAL.exploration, seed: int = 0, jit: bool = True,
    ):  # fmt: skip
        """Take a budget of simulations or seconds or both; the aim is the model's own unless another is given."""
        if not 0.0 <= exploration < math.inf:
            raise InputError(f"c={exploration:g} must be neither negative nor too large")
        self.name, self.game, self.model = "alphazero", game, model
        found = weights_file.load_for(model_file(model, game), game)
        module = evaluator_module(found.evaluator)
        if not module.judges_moves:
            raise InputError(f"{model} does not score moves as alphazero needs it; use alphabeta:eval={model}")
        self.weights = module.prepare(found.weights)
        self.how = how_of(found.notes, game)._replace(exploration=exploration)
        self.aim = aim or found.notes.get("config", {}).get("target", WIN)
        self.kernels = bind(
            alphabeta, gumbel, game=game.module, evaluator=module.module, roles=aim_roles(self.aim, game), jit=jit
        )
        self.memory = alphabeta.make_memory(game.max_moves, chances=game.most_chances)
        self.limit(Budget(nodes=sims, seconds=seconds))
        self.new_game(seed)
        self.rate = 0.0  # simulations a second, once a search was long enough to tell
        self._analysis(self._grow(game.first_choice(), [], 1))  # compiled now: later a clock may be running
        self.memory.depth = 0

    def new_game(self, seed: int) -> None:
        self.memory.depth = 0

    def limit(self, budget: Budget) -> None:
        """Search within budget from now on: its nodes are simulations; a depth alone is no limit of this search."""
        if budget.nodes is None and budget.seconds is None:
            return
        self.budget = budget
        sims, moves = budget.nodes or NO_LIMIT, self.game.max_moves
        nodes = min(room(self.game, min(sims, MOST_NODES)), max(MOST_NODES, moves + 1))
        self.tree = gumbel.make_tree(nodes, min(sims, MOST_PLANNED), moves)

    def stop(self) -> None:
        """End the running search, from another thread: it answers with the best it has."""
        self.memory.stop = 1

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        done = self._search(state, history)
        return self._decision(self.kernels.best_child(self.how, self.tree), done)

    def analyse(self, state: Any, history: Sequence[Any] = ()) -> Analysis:
        """Return the value of every legal move: what is proven, or the mean of its visits."""
        return self._analysis(self._search(state, history))

    def so_far(self) -> Analysis | None:
        """Return what the running search has found, from another thread; None before it has tried a move."""
        done = int(self.tree.nodes[ROOT]["visits"]) if self.memory.depth else 0
        return self._analysis(done) if done > 0 else None

    def _search(self, state: Any, history: Sequence[Any]) -> int:
        """Return how many simulations from state were made."""
        check_turn(self.game, state, self.game.moves(state))
        return self._grow(typed(state), history, self.budget.nodes or NO_LIMIT, self.budget.seconds)

    def _grow(self, state: Any, history: Sequence[Any], simulations: int, seconds: float | None = None) -> int:
        self.memory.depth = 0
        remember(self.game, self.kernels, history, self.memory)
        self.memory.stop = 0
        tree, begun = self._planned(simulations, seconds), time.perf_counter()
        with timer(seconds, self.stop):  # not earlier: what it sets must not be cleared again
            done: int = self.kernels.grow(
                self.weights, state, simulations, self.how, np.random.default_rng(0), self.memory, tree
            )
        if done >= TELLING:
            self.rate = done / (time.perf_counter() - begun)
        check_finite(self.memory, self.model)
        return done

    def _planned(self, simulations: int, seconds: float | None) -> gumbel.Tree:
        """Return the tree with a schedule of as many simulations as there will be, by the rate of the last search."""
        expected = simulations if seconds is None else min(simulations, int(self.rate * seconds))
        return self.tree._replace(schedule=self.tree.schedule[: expected if expected <= MOST_PLANNED else 0])

    def _analysis(self, done: int) -> Analysis:
        best = self.kernels.best_child(self.how, self.tree)
        nodes = self.tree.nodes
        first = int(nodes[ROOT]["first"])
        numbers = range(first, first + int(nodes[ROOT]["children"]))
        order = sorted(numbers, key=lambda number: (number != best, -nodes["visits"][number], -self._value(number)))
        moves = [self._decision(number, done) for number in order]
        return Analysis(moves, moves[0].depth, done)

    def _value(self, number: int) -> float:
        """Return what a move is worth: what is proven, the mean of its visits, or without any the state's value."""
        node = self.tree.nodes[number]
        if node["end"] != UNPROVEN:
            return float(node["total"])
        return float(node["total"] / node["visits"] if node["visits"] else self.tree.nodes[ROOT]["value"])

    def _decision(self, number: int, simulations: int) -> Decision:
        """Return the move of a node, and the line that was visited most after it."""
        nodes, end = np.asarray(self.tree.nodes), int(self.tree.nodes[number]["end"])
        value, line = self._value(number), [int(nodes[number]["move"])]
        while nodes[number]["children"] and len(line) < alphabeta.MAX_PLY:
            first = int(nodes[number]["first"])
            number = first + int(np.argmax(nodes["visits"][first : first + int(nodes[number]["children"])]))
            line.append(int(nodes[number]["move"]))
        return Decision(line[0], value, None if end == UNPROVEN else end + 1, len(line), simulations, line)


def room(game: Game, simulations: int) -> int:
    """Return the nodes of a tree that is large enough for so many simulations."""
    return (game.max_moves + game.most_chances) * (simulations + 1) + 1


def how_of(notes: dict[str, Any], game: Game) -> How:
    """Return how a tree grows with a model of these notes: as when it was trained, but without noise.

    Where chance decides, values are means, and say nothing of how far away a result is.
    """
    known = {
        **USUAL._asdict(),
        **{name: value for name, value in notes.get("config", {}).items() if name in How._fields},
    }
    return How(**{**known, "discount": 1.0 if game.most_chances else known["discount"]})


def from_options(game: Game, options: dict[str, str], seed: int) -> AlphaZeroPlayer:
    if "model" not in options and ALPHAZERO not in trained_names(game):
        raise InputError("alphazero needs a model, which fourfold train alphazero makes: alphazero:model=RUN")
    seconds = options.get("seconds", None if "sims" in options else DEFAULT_SECONDS)
    try:
        return AlphaZeroPlayer(
            game,
            options.get("model", ALPHAZERO),
            sims=int(options["sims"]) if "sims" in options else None,
            seconds=None if seconds is None else float(seconds),
            aim=options.get("aim"),
            exploration=float(options.get("c", USUAL.exploration)),
            seed=seed,
        )
    except InputError:
        raise
    except (ValueError, OverflowError):
        raise InputError("sims must be a whole number, seconds and c numbers") from None
