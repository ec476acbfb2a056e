"""The order in which moves are searched: the more promising first, so that alpha-beta cuts more."""

from ..evaluation import INFORMED, evaluate_next
from ..rules import ONGOING, apply, test_terminal
from .values import INFINITY, LIMIT, WIN, heuristic


def move_tag(move):
    """Return 12 bits that tell moves apart well enough to order them."""
    return (move ^ move >> 12 ^ move >> 24 ^ move >> 36 ^ move >> 48) & 4095


def score_moves(weights, state, ply, tag, n, moves, scores, killers, merits):
    """Write the promise of each of the n moves: the table's move first."""
    for i in range(n):
        if move_tag(moves[i]) == tag:
            scores[i] = INFINITY
        else:
            scores[i] = promise(weights, state, moves[i], ply, killers, merits)


def promise(weights, state, move, ply, killers, merits):
    """Return the result if the move ends the game, else the value of the child; what refuted others lately gains."""
    child = apply(state, move)
    outcome = test_terminal(child)
    if outcome != ONGOING:
        return -outcome * WIN
    is_killer = move == killers[0] or move == killers[1]
    merit = LIMIT if is_killer else min(merits[move_tag(move)], LIMIT - 1)
    if INFORMED:
        return merit // 64 - heuristic(evaluate_next(weights, state, child, ply + 1))
    return merit


def bring_best(moves, scores, i, n):
    """Swap the most promising of moves[i:n] to place i and return it; the first of equals stays first."""
    best = i
    for j in range(i + 1, n):
        if scores[j] > scores[best]:
            best = j
    moves[i], moves[best] = moves[best], moves[i]
    scores[i], scores[best] = scores[best], scores[i]
    return moves[i]


def killer_first(moves, n, killer):
    """Swap killer, if it is among the n moves, to the first place.

    All there is to order before the last ply: its children are evaluated anyway, and scores were not worth their time.
    """
    for i in range(n):
        if moves[i] == killer:
            moves[i], moves[0] = moves[0], killer
            break


def reward(move, depth, killers, merits):
    """Remember move as a refutation."""
    merits[move_tag(move)] += depth * depth
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = move
