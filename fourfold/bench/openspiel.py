"""OpenSpiel, the peer: the same work done by its C++ states under its Python algorithms."""

import random
from typing import Any

from ..errors import InputError

NAMES = {
    "tic_tac_toe": "python_tic_tac_toe",
    "connect_four": "connect_four",
    "othello": "othello",
    "draughts": "checkers",
}


def initial_state(game: str) -> Any:
    try:
        import pyspiel
        from open_spiel.python.games import tic_tac_toe  # noqa: F401 (registers the Python-defined one)
    except ImportError:
        raise InputError("OpenSpiel is not installed; run `make setup`, or leave out --peers") from None
    return pyspiel.load_game(NAMES[game]).new_initial_state()


def alphabeta(state: Any, depth: int) -> float:
    """Return the value by OpenSpiel's own alpha-beta, every leaf being worth 0."""
    from open_spiel.python.algorithms import minimax

    value, _ = minimax.alpha_beta_search(state.get_game(), state, lambda _: 0.0, depth)
    return value


def count_nodes(state: Any, depth: int) -> int:
    """Return how many nodes that search enters, by wrapping its recursive function."""
    from open_spiel.python.algorithms import minimax

    original, nodes = minimax._alpha_beta, 0

    def counted(*args: Any, **named: Any) -> Any:
        nonlocal nodes
        nodes += 1
        return original(*args, **named)

    minimax._alpha_beta = counted
    try:
        alphabeta(state, depth)
    finally:
        minimax._alpha_beta = original
    return nodes


def playout(state: Any, rng: random.Random) -> None:
    """Play random moves to the end."""
    state = state.clone()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))


def mcts_bot(state: Any, simulations: int) -> Any:
    """Return OpenSpiel's tree search in C++ for the game of state, with one random playout a simulation."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    return pyspiel.MCTSBot(
        state.get_game(), evaluator, uct_c=1.0, max_simulations=simulations, max_memory_mb=1000, solve=False, seed=1,
        verbose=False,
    )  # fmt: skip


def perft(state: Any, depth: int) -> int:
    """Return the number of leaves; the last ply is counted, not played."""
    if state.is_terminal():
        return 0
    actions = state.legal_actions()
    return len(actions) if depth == 1 else sum(perft(state.child(action), depth - 1) for action in actions)
