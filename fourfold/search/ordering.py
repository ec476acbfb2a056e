"""The order in which moves are searched: the more promising first, so that alpha-beta cuts more."""


from ..evaluation import INFORMED, evaluate
from ..rules import ONGOING, apply, test_terminal
from .values import INFINITY, WIN, heuristic


def move_tag(move):
    """Return 12 bits that tell moves apart well enough to order them."""
    return (move ^ move >> 12 ^ move >> 24 ^ move >> 36 ^ move >> 48) & 4095


def score_moves(weights, state, depth, tag, n, moves, scores, killers, merits):
    """Write the promise of each of the n moves: the table's move, then by the evaluator's value of the child.

    Children of the last ply are evaluated anyway, and an uninformed evaluator tells nothing: there the moves that
    refuted others lately come first.
    """
    by_value = INFORMED and depth > 1
    for i in range(n):
        if move_tag(moves[i]) == tag:
            scores[i] = INFINITY
        elif by_value:
            scores[i] = child_value(weights, apply(state, moves[i]))
        else:
            scores[i] = merits[move_tag(moves[i])]
            if moves[i] == killers[0] or moves[i] == killers[1]:
                scores[i] += WIN


def child_value(weights, child):
    """Return what child is worth to the side that moved there, without search."""
    outcome = test_terminal(child)
    if outcome != ONGOING:
        return -outcome * WIN
    return -heuristic(evaluate(weights, child))


def bring_best(moves, scores, i, n):
    """Swap the most promising of moves[i:n] to place i and return it; the first of equals stays first."""
    best = i
    for j in range(i + 1, n):
        if scores[j] > scores[best]:
            best = j
    moves[i], moves[best] = moves[best], moves[i]
    scores[i], scores[best] = scores[best], scores[i]
    return moves[i]


def reward(move, depth, killers, merits):
    """Remember move as a refutation."""
    merits[move_tag(move)] += depth * depth
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = move
