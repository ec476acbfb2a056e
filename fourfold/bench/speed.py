"""Work per second, ours and a peer's, measured alternately: ratios are less noisy than figures."""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ..binding.bind import bind, typed
from ..evaluators import zero
from ..evaluators.find import find_evaluator
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..players.mcts import Growth, MctsPlayer
from ..search import minimax, perft, playout
from ..search.values import INFINITY
from . import openspiel as peer
from . import openspiel_breakthrough, openspiel_checkers

ROUNDS = 3
"""How often both are measured, alternately; the medians count."""
SECONDS = 0.5
"""The shortest duration of a measurement."""

SIMULATIONS = 5_000
"""Of one tree search."""
ALPHABETA_DEPTHS = {
    "tic_tac_toe": 9, "connect_four": 8, "othello": 8, "draughts": 6, "hex": 3, "gomoku": 3, "breakthrough": 6,
    "kalah": 8,
}  # fmt: skip
IN_PEERS_ORDER = {"draughts": openspiel_checkers, "breakthrough": openspiel_breakthrough}
"""Games whose moves are written in another order than OpenSpiel's, and those with its order."""
PLAYOUT_GAMES = ("connect_four", "othello", "draughts", "hex", "gomoku", "breakthrough", "kalah", "backgammon")
PERFT_DEPTHS = {
    "connect_four": (9, 4), "othello": (9, 4), "draughts": (10, 4), "breakthrough": (6, 4), "kalah": (9, 5),
}  # fmt: skip
"""Ours, and the peer's."""
EXPECTIMAX = ("backgammon", 2)
"""A game and the depth: plays, rolls and plays."""

Work = Callable[[], int]
"""Does some work and returns how much."""


@dataclass(frozen=True)
class Measurement:
    """A measurement: our figure, the peer's, and how many times better ours is."""

    name: str
    unit: str
    ours: float
    peer: float | None = None
    ratio: float | None = None


def compare(name: str, unit: str, ours: Work, theirs: Work | None) -> Measurement:
    """Return the row of work done a second, after a first call of each that may compile."""
    for work in (ours, theirs):
        if work:
            work()
    rounds = [(rate_of(ours), rate_of(theirs) if theirs else 0.0) for _ in range(ROUNDS)]
    our_rate, their_rate = (statistics.median(rates) for rates in zip(*rounds, strict=True))
    if theirs is None:
        return Measurement(name, unit, our_rate)
    return Measurement(name, unit, our_rate, their_rate, our_rate / their_rate)


def rate_of(work: Work) -> float:
    begun, done = time.perf_counter(), 0
    while time.perf_counter() - begun < SECONDS:
        done += work()
    return done / (time.perf_counter() - begun)


def alphabeta_rows(peers: bool) -> Iterator[Measurement]:
    """Yield nodes a second of textbook alpha-beta to the same depth; both sides must enter equally many nodes.

    Every leaf is worth 0. Our tic-tac-toe is compared with the one that OpenSpiel has in Python.
    """
    for name, depth in ALPHABETA_DEPTHS.items():
        ours = alphabeta_work(name, depth)
        theirs = None
        if peers:
            state = peer.initial_state(name)
            nodes = peer.count_nodes(peer.alphabeta, state, depth)
            if ours() != nodes:
                raise AssertionError(f"{name}: we enter {ours()} nodes, OpenSpiel {nodes}")
            theirs = _after(partial(peer.alphabeta, state, depth), nodes)
        yield compare(f"alphabeta/{name}", "nodes/s", ours, theirs)


def alphabeta_work(name: str, depth: int) -> Work:
    game = IN_PEERS_ORDER.get(name) or find_game(name).module
    kernels, state = bind(minimax, game=game, evaluator=zero), typed(game.init_state())
    weights, nodes = zero.make_weights(), np.zeros(1, np.int64)

    def work() -> int:
        nodes[0] = 0
        kernels.plain_alphabeta(weights, state, depth, -INFINITY, INFINITY, nodes)
        return int(nodes[0])

    return work


def expectimax_rows(peers: bool) -> Iterator[Measurement]:
    """Yield nodes a second of full-width expectimax, rolls included; OpenSpiel plays a double in two moves."""
    name, depth = EXPECTIMAX
    game = find_game(name)
    state, weights = first_turn(game), zero.make_weights()
    kernels = bind(minimax, perft, game=game.module, evaluator=zero)
    nodes = 1 + sum(kernels.perft(state, ply) for ply in range(1, 2 * depth))
    ours = _after(partial(kernels.minimax, weights, state, depth, 0), nodes)
    theirs = None
    if peers:
        spiel = peer.first_turn(name)
        theirs = _after(partial(peer.expectimax, spiel, depth), peer.count_nodes(peer.expectimax, spiel, depth))
    yield compare(f"expectimax/{name}", "nodes/s", ours, theirs)


def first_turn(game: Game) -> Any:
    """Return the state in which a player moves first: after the first of the possible rolls, if there are dice."""
    state = game.init_state()
    chances = game.chances(state)
    return game.apply(state, chances[0][0]) if chances else state


def playout_rows(peers: bool) -> Iterator[Measurement]:
    """Yield random games a second."""
    for name in PLAYOUT_GAMES:
        game = find_game(name)
        play, rng = bind(playout, game=game.module).playouts, np.random.default_rng(1)
        ours = _after(partial(play, game.init_state(), 1000, 10_000, rng), 1000)
        theirs = _after(partial(peer.playout, peer.initial_state(name), random.Random(1)), 1) if peers else None
        yield compare(f"playouts/{name}", "games/s", ours, theirs)


def mcts_rows(peers: bool) -> Iterator[Measurement]:
    """Yield simulations a second from the first turn, each with one random playout."""
    for name in PLAYOUT_GAMES:
        game = find_game(name)
        player = MctsPlayer(game, find_evaluator("zero", game), sims=SIMULATIONS, growth=Growth(keeps=False))
        ours = _after(partial(player.choose, first_turn(game)), SIMULATIONS)
        theirs = None
        if peers:
            state = peer.first_turn(name)
            theirs = _after(partial(peer.mcts_bot(state, SIMULATIONS).mcts_search, state), SIMULATIONS)
        yield compare(f"mcts/{name}", "simulations/s", ours, theirs)


def perft_rows(peers: bool) -> Iterator[Measurement]:
    """Yield perft leaves a second, the last ply counted and not played."""
    for name, (depth, peer_depth) in PERFT_DEPTHS.items():
        game = find_game(name)
        ours = partial(bind(perft, game=game.module).perft, game.init_state(), depth)
        theirs = partial(peer.perft, peer.initial_state(name), peer_depth) if peers else None
        yield compare(f"perft/{name}", "leaves/s", ours, theirs)


def _after(action: Callable[[], Any], amount: int) -> Work:
    """Return the work of doing action, which counts as amount."""

    def work() -> int:
        action()
        return amount

    return work
