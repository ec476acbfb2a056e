"""Move ordering: the most promising moves first, for more cutoffs."""

from ..evaluation import INFORMED, PREFERS, PREFERS_FROM, evaluate_next, prefer
from ..rules import ONGOING, apply, moves_again, test_terminal
from .values import INFINITY, LIMIT, WIN, heuristic

NO_ALLOCATION = True


def move_tag(move):
    """Return a 12-bit hash of a move, good enough for ordering."""
    return (move ^ move >> 12 ^ move >> 24 ^ move >> 36 ^ move >> 48) & 4095


def score_moves(weights, state, depth, tag, ply, n, work):
    """Write the score of each of the n moves: the table's move first."""
    is_asked = PREFERS and depth >= PREFERS_FROM
    if is_asked:
        prefer(weights, state, work.moves[ply], n, work.preferences)
    for i in range(n):
        if move_tag(work.moves[ply, i]) == tag:
            work.scores[ply, i] = INFINITY
        else:
            work.scores[ply, i] = move_score(weights, state, i, is_asked, ply, work)


def move_score(weights, state, i, is_asked, ply, work):
    """Return the result if the i-th move ends the game, otherwise the value of the child and the move's history score.

    If the evaluator's preferences were computed, they decide.
    """
    move = work.moves[ply, i]
    child = apply(state, move)
    outcome = test_terminal(child)
    sign = 1 if moves_again(state, child) else -1
    if outcome != ONGOING:
        return sign * outcome * WIN
    is_killer = move == work.killers[ply, 0] or move == work.killers[ply, 1]
    history_score = LIMIT if is_killer else min(work.history_scores[ply & 1, move_tag(move)], LIMIT - 1)
    if is_asked:
        return int(work.preferences[i] * (LIMIT - 1))
    if INFORMED:
        return history_score // 64 + sign * heuristic(evaluate_next(weights, state, child, ply + 1), work)
    return history_score


def bring_best(i, n, ply, work):
    """Swap the highest-scored of the moves from i to n to place i; the first of equals stays first."""
    moves, scores = work.moves, work.scores
    best = i
    for j in range(i + 1, n):
        if scores[ply, j] > scores[ply, best]:
            best = j
    moves[ply, i], moves[ply, best] = moves[ply, best], moves[ply, i]
    scores[ply, i], scores[ply, best] = scores[ply, best], scores[ply, i]


def bring_killer(n, ply, work):
    """Swap the killer of this ply, if it is among the n moves, to the first place.

    The only ordering above the last ply: its children are evaluated anyway, and full scores were not worth their time.
    """
    moves, killer = work.moves, work.killers[ply, 0]
    for i in range(n):
        if moves[ply, i] == killer:
            moves[ply, i], moves[ply, 0] = moves[ply, 0], killer
            break


def note_refutation(move, depth, ply, work):
    """Add to the history score of move, and make it the first killer of its ply."""
    work.history_scores[ply & 1, move_tag(move)] += depth * depth
    if work.killers[ply, 0] != move:
        work.killers[ply, 1] = work.killers[ply, 0]
        work.killers[ply, 0] = move
