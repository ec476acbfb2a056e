"""Proven results: what a position of any game without chance is worth with best play, by search to the end."""

from typing import Any, NamedTuple

from ..errors import InputError
from ..evaluators.find import find_evaluator
from ..games.interface.game import Game
from ..search.alphabeta import MAX_PLY
from .alphabeta import AlphaBetaPlayer
from .base import Budget, Decision

NODES = 20_000_000
"""The most nodes of a search, if nothing else is said: a few seconds."""


class Proof(NamedTuple):
    """What was proven of a position."""

    moves: list[Decision]
    """Of every legal move, the best first; `proven` is None where nothing was proven."""
    is_proven: bool
    """Whether the position has the result of its first move, whatever the moves without a proven one are worth."""
    nodes: int

    @property
    def result(self) -> int | None:
        """1, 0 or -1 for the side to move; None if it is not proven."""
        return round(self.moves[0].value) if self.is_proven else None

    @property
    def best(self) -> list[Decision]:
        """The moves proven to be best: those that win soonest, draw, or lose latest; none if nothing is proven."""
        return [each for each in self.moves if _rank(each) == _rank(self.moves[0])] if self.is_proven else []


def _rank(decision: Decision) -> tuple[float, float]:
    """Return a key that sorts the best move first: wins by how soon, losses by how late; draws are all the same."""
    if decision.proven is None:
        return 0, 1
    return -decision.value, decision.value * decision.proven


def check_provable(game: Game) -> None:
    """Raise InputError for a game of chance."""
    if game.most_chances:
        raise InputError(f"{game.name} is a game of chance: its positions and moves have no proven result")


def proof_search(game: Game, nodes: int) -> AlphaBetaPlayer:
    """Return a search that proves results of the game, each within so many nodes."""
    check_provable(game)
    return AlphaBetaPlayer(game, find_evaluator("zero", game), Budget(nodes=nodes))


def prove(searcher: AlphaBetaPlayer, state: Any) -> Proof:
    """Return what can be proven of all moves of a state; else, with as many nodes again, of the best one.

    Both deepen ply by ply, so the first win found is the shortest; not surely so in a game that defines `is_quiet`,
    where captures go deeper than other moves. To prove the best move alone takes fewer nodes.
    """
    legal = searcher.game.moves(state)
    analysis = searcher.analyse(state)
    moves = sorted(analysis.moves, key=lambda each: (*_rank(each), legal.index(each.move)))
    if _is_won(moves[0]) or all(each.proven is not None for each in moves):
        return Proof(moves, True, analysis.nodes)
    chosen = searcher.choose(state)
    nodes = analysis.nodes + chosen.nodes
    if not _is_settled(chosen, searcher.budget):
        return Proof(moves, False, nodes)
    return Proof([chosen, *(each for each in moves if each.move != chosen.move)], True, nodes)


def _is_won(decision: Decision) -> bool:
    return decision.proven is not None and decision.value == 1


def _is_settled(decision: Decision, budget: Budget) -> bool:
    """Return whether no other move is better: a win was found, or the search ended before any of its limits."""
    has_ended = budget.nodes is not None and decision.nodes < budget.nodes and decision.depth < MAX_PLY
    return _is_won(decision) or (decision.proven is not None and has_ended)
