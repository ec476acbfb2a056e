"""The improved policy at a node (Danihelka et al. 2022): what a net thinks of its moves, and what visits to them say.

docs/from-zero.md has the equations, and says when PUCT is better. Values are for the side to move at the node, and
lose a share with every ply, so that a fast win is worth more than a slow one.
"""

import math

from .values import UNPROVEN

NO_ALLOCATION = True


def discounted(node, how):
    """Return what a node that was visited is worth to the side that moved to it, seen from the state before."""
    if node.end != UNPROVEN:
        return node.total * how.discount ** (node.end + 1.0)
    return how.discount * node.total / node.visits


def mixed_value(number, how, nodes):
    """Return the value of moves never visited, the sum of all visits, and the most visits of a move.

    The value is v_mix of the Gumbel paper's appendix D: it mixes the net's value of the node with the values of the
    moves that were visited, weighted by their priors.
    """
    first, visits, most, weight, weighted = nodes[number].first, 0, 0, 0.0, 0.0
    for child in range(first, first + nodes[number].children):
        node = nodes[child]
        if node.visits > 0:
            visits += node.visits
            most = max(most, node.visits)
            weight += node.prior
            weighted += node.prior * discounted(node, how)
    value = nodes[number].value
    if weight > 0.0:
        value = (value + visits * weighted / weight) / (1.0 + visits)
    return value, visits, most


def steepness(most, how):
    """Return how much the whole range of values, from 0 to 1, is worth in logits: the slope of sigma."""
    return (how.visits_scale + most) * how.value_scale


def completed(node, mixed, how):
    """Return the value of a move, or mixed if it was never visited, brought into the range from 0 to 1."""
    return (discounted(node, how) if node.visits > 0 else mixed) * 0.5 + 0.5


def select_child(number, how, nodes, scores):
    """Return the child of a node that a simulation visits next."""
    if how.exploration > 0.0:
        return most_promising(number, how, nodes)
    return most_lacking(number, how, nodes, scores)


def most_promising(number, how, nodes):
    """Return the child with the best upper bound of its value (PUCT)."""
    mixed, visits, _ = mixed_value(number, how, nodes)
    first, stop = nodes[number].first, nodes[number].first + nodes[number].children
    total, best, highest = 0.0, first, -math.inf
    for child in range(first, stop):
        total += nodes[child].prior
    for child in range(first, stop):
        node = nodes[child]
        bound = how.exploration * math.sqrt(1.0 + visits) * node.prior / total / (1.0 + node.visits)
        score = 2.0 * completed(node, mixed, how) - 1.0 + bound
        if score > highest:
            best, highest = child, score
    return best


def most_lacking(number, how, nodes, scores):
    """Return the child that is visited most too rarely, compared with the improved policy (eq. 14)."""
    mixed, visits, most = mixed_value(number, how, nodes)
    first, total = nodes[number].first, improve(number, mixed, most, how, nodes, scores)
    best, highest = first, -math.inf
    for child in range(first, first + nodes[number].children):
        lacking = scores[child - first] / total - nodes[child].visits / (1.0 + visits)
        if lacking > highest:
            best, highest = child, lacking
    return best


def improve(number, mixed, most, how, nodes, scores):
    """Write the improved policy over the children of a node: softmax(logits + sigma(completed values)).

    It is yet to be divided by the sum that is returned.
    """
    first, n, scale, top = nodes[number].first, nodes[number].children, steepness(most, how), -math.inf
    for i in range(n):
        scores[i] = nodes[first + i].logit + scale * completed(nodes[first + i], mixed, how)
        top = max(top, scores[i])
    total = 0.0
    for i in range(n):
        scores[i] = math.exp(scores[i] - top)
        total += scores[i]
    return total
