"""OpenSpiel, the peer: the same work done by its C++ states under its Python algorithms."""

import random
from collections.abc import Callable
from typing import Any

from ..errors import InputError

NAMES = {
    "tic_tac_toe": "python_tic_tac_toe",
    "connect_four": "connect_four",
    "othello": "othello",
    "draughts": "checkers",
    "hex": "hex",
    "gomoku": "gomoku",
    "breakthrough": "breakthrough",
    "kalah": "mancala",
    "backgammon": "backgammon",
}


def initial_state(game: str) -> Any:
    try:
        import pyspiel
        from open_spiel.python.games import tic_tac_toe  # noqa: F401 (registers the Python-defined one)
    except ImportError:
        raise InputError("OpenSpiel is not installed; run `make setup`, or leave out --peers") from None
    return pyspiel.load_game(NAMES[game]).new_initial_state()


def first_turn(game: str) -> Any:
    """Return the state in which a player moves first: after the first of the possible rolls, if there are dice."""
    state = initial_state(game)
    if state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def alphabeta(state: Any, depth: int) -> float:
    """Return the value by OpenSpiel's own alpha-beta, every leaf being worth 0."""
    from open_spiel.python.algorithms import minimax

    value, _ = minimax.alpha_beta_search(state.get_game(), state, lambda _: 0.0, depth)
    return value


def expectimax(state: Any, depth: int) -> float:
    """Return the value by OpenSpiel's own expectimax, every leaf being worth 0."""
    from open_spiel.python.algorithms import minimax

    value, _ = minimax.expectiminimax(state, depth, lambda _: 0.0, state.current_player())
    return value


def count_nodes(search: Callable[[Any, int], float], state: Any, depth: int) -> int:
    """Return how many nodes one of these searches enters, by wrapping its recursive function."""
    from open_spiel.python.algorithms import minimax

    name = "_alpha_beta" if search is alphabeta else "expectiminimax"
    original, nodes = getattr(minimax, name), 0

    def counted(*args: Any, **named: Any) -> Any:
        nonlocal nodes
        nodes += 1
        return original(*args, **named)

    setattr(minimax, name, counted)
    try:
        search(state, depth)
    finally:
        setattr(minimax, name, original)
    return nodes


def playout(state: Any, rng: random.Random) -> None:
    """Play random moves to the end."""
    state, has_chance = state.clone(), state.get_game().max_chance_outcomes() > 0
    while not state.is_terminal():
        if has_chance and state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, probabilities)[0])
        else:
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
