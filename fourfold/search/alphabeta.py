"""Negamax alpha-beta with iterative deepening, written once for every game and evaluator.

A state's value is its minimax value at the searched depth; the table, the move ordering and the window change only how
many nodes that takes. In a game of chance it is the expectimax value: a roll of the dice costs no depth, and outcomes
are left out where bounds suffice (`chance_nodes.py`). Every function returns or writes numbers; nothing here reads a
clock: another thread sets `stop`.
"""

from typing import Any, NamedTuple

import numpy as np

from ..binding.hashing import key, position_key
from ..bits import U
from ..evaluation import LEARNS, begin, evaluate_next, follow
from ..rules import CHANCES, ONGOING, REPETITION, apply, chance, expand, is_quiet, moves_again, test_terminal
from .aim import from_root, is_won, most, result
from .chance_nodes import chance_layout, count_probes, least_mean, most_mean, narrow, outcome_window, unknown
from .ending import find_ending
from .example_table import collect, example_layout, note_proven
from .ordering import bring_best, bring_killer, move_tag, note_refutation, score_moves
from .table import (
    EXACT,
    LOWER,
    MISSING,
    NO_TAG,
    UPPER,
    entry_bound,
    entry_depth,
    entry_end,
    entry_tag,
    entry_value,
    pack,
    probe,
    store,
)
from .values import INFINITY, NO_LIMIT, SCALE, UNPROVEN, heuristic

NO_ALLOCATION = True
MAX_PLY = 120
MAX_HISTORY = 1024
TABLE_DEPTH = 2
"""The smallest depth at which the table is used: nearer to the leaves it costs more time than it saves."""
REPEATED_ONCE = 1
"""How many occurrences, on the line or in the game before, count as a draw in a search."""
FIRST_PLY = np.int64(1)  # typed: a literal passed to a cached recursive kernel crashes the next process (numba #6061)


class Options(NamedTuple):
    """How alpha-beta chooses the moves of a whole game."""

    depth: int
    nodes: int
    """Per move, or NO_LIMIT."""
    table: Any


def make_memory(max_moves, slots=1, variables=1, chances=0):
    """Return the memory of a search, reusable by later ones: one record, passed to a kernel as one pointer.

    slots, a power of 2, is the capacity for training examples, and variables the size of each; chances is how many
    outcomes chance has at most.
    """
    plies = MAX_PLY + 1
    layout = [
        ("nodes", np.int64),  # entered so far
        ("budget", np.int64),  # how many may be entered
        ("spent", np.int64),  # entered in all searches of a game
        ("stop", np.int64),  # set to 1 by another thread to end the search
        ("not_finite", np.int64),  # NO_VALUE or NO_OUTCOME, if the evaluator or the game gave what is no number
        ("stopped", np.int64),  # 1 once the search has ended early
        ("depth", np.int64),  # the last complete one
        ("best", np.int64),  # number of the best root move
        ("history", np.int64),  # how many positions of the game precede the root in path
        ("search", np.uint64),  # number of this search, for the table
        ("path", np.uint64, MAX_HISTORY + plies),  # keys of the game's positions, then of the line's
        ("moves", np.int64, (plies, max_moves)),
        ("scores", np.int64, (plies, max_moves)),  # of each move: the highest is searched next
        ("preferences", np.float32, max_moves),  # of the moves being ordered
        ("killers", np.int64, (plies, 2)),  # the last two moves that refuted another at this ply
        ("history_scores", np.int64, (2, NO_TAG + 1)),  # by side and tag: how well a move has refuted others anywhere
        ("lines", np.int64, (plies, plies)),  # the best line from each ply on
        ("lengths", np.int64, plies),  # how long it is
        ("side", np.int64),  # of a game: 0 if the side that began it is to move, else 1
        ("dice", np.uint64),  # of a game: the seed of its chance outcomes
        ("worth", np.float64),  # of a game that is over: what it is worth to the side that began it
        ("sides", np.int8, MAX_HISTORY + 1),  # by ply of a game: the side to move
        ("played", np.float64, MAX_HISTORY + 1),  # by ply of a game: the value of the move chosen; NaN for an outcome
        ("root_moves", np.int64, max(max_moves, chances)),  # or, in a playout, what chance may bring
        ("root_order", np.int64, max_moves),  # numbers of the root moves: the best so far is searched first
        ("root_values", np.int64, max_moves),
        ("root_ends", np.int64, max_moves),
        ("root_lines", np.int64, (max_moves, plies)),
        ("root_lengths", np.int64, max_moves),
        ("next_values", np.int64, max_moves),  # of the iteration that is going on, if every move gets its value
        ("next_ends", np.int64, max_moves),
        *chance_layout(plies, max(chances, 1)),
        *example_layout(slots, variables),
    ]
    return np.rec.array(np.zeros(1, layout))[0]


def choose_move(weights, state, ply, options, work):
    """Return the best move by a search to the depth and nodes of options, its value and the nodes entered."""
    work.budget = options.nodes
    step = 2 if options.nodes == NO_LIMIT and options.depth < MAX_PLY else 1  # as Budget.step has it
    deepen(weights, state, expand(state, work.root_moves), options.depth, step, False, work, options.table)
    return work.root_moves[work.best], work.root_values[work.best] / SCALE, work.nodes


def search(weights, state, n, max_depth, step, every_move, work, table):
    """Search the n root moves in work as `deepen` says; with n = 0 only write them there. Return how many there are.

    The one entry for Python: each entry would be compiled with rules of its own.
    """
    if n == 0:
        return list_root_moves(state, work)
    deepen(weights, state, n, max_depth, step, every_move, work, table)
    return n


def list_root_moves(state, work):
    """Write the legal moves into work and return how many there are; none if the game is over or chance moves."""
    if test_terminal(state) != ONGOING or (CHANCES and chance(state, work.outcomes[0], work.probabilities[0])):
        return 0
    return expand(state, work.root_moves)


def deepen(weights, state, n, max_depth, step, every_move, work, table):
    """Search the n root moves to max_depth, step plies deeper at a time, until the budget is spent or all is proven.

    A step of 2 is faster to a fixed depth; a step of 1 loses less when a budget ends the search. With every_move each
    root move gets its exact value, otherwise only the best one does. The result is in work: best and the root arrays.
    An interrupted iteration counts as far as it went, since it started with the best move; but not with every_move:
    values of different depths cannot be compared.
    """
    forget(work)
    work.depth = work.best = 0
    for i in range(n):
        work.root_order[i] = i
        work.root_ends[i] = UNPROVEN
        work.root_lengths[i] = 0
    note_root(state, work)
    begin(weights, state)
    for depth in range(max_depth - (max_depth - 1) // step * step, max_depth + 1, step):
        if search_root(weights, state, n, np.int64(depth), every_move, work, table) or work.stopped:
            break


def forget(work):
    """Clear what an earlier search left in the memory."""
    work.nodes = work.stopped = 0
    work.search += U(1)
    work.killers[:] = -1
    work.history_scores[:] = 0


def note_root(state, work):
    """Add the root position to the path, after those of the game."""
    if REPETITION:
        work.path[work.history] = position_key(state)


def search_root(weights, state, n, depth, every_move, work, table):
    """Search every root move to depth; return whether a deeper search could find nothing more."""
    best, proven, leader = -INFINITY, 0, np.int64(0)
    for place in range(n):
        number = work.root_order[place]
        floor = -INFINITY if every_move else best
        ceiling = INFINITY if every_move or place == 0 or work.collect else floor + 1
        child = apply(state, work.root_moves[number])
        again = moves_again(state, child)
        settled, reply, end = settle(weights, state, child, depth - 1, FIRST_PLY, work)
        if not settled:
            low, high = (floor, ceiling) if again else (-ceiling, -floor)
            reply, end = negamax(weights, state, child, depth - 1, low, high, FIRST_PLY, work, table)
            if ceiling <= (reply if again else -reply) and ceiling < INFINITY and not work.stopped:
                low, high = (floor, INFINITY) if again else (-INFINITY, -floor)
                reply, end = negamax(weights, state, child, depth - 1, low, high, FIRST_PLY, work, table)
        if work.stopped:
            return False
        value = reply if again else -reply
        if value > best or every_move:
            note_root_move(number, value, end, work)
            if not every_move:
                show_root_move(number, work)
        proven += end >= 0
        if value > best:
            best, leader = value, number
            if not every_move:
                work.best = leader
            for later in range(place, 0, -1):
                work.root_order[later] = work.root_order[later - 1]
            work.root_order[0] = number
    if every_move:
        for number in range(n):
            show_root_move(number, work)
        work.best = leader
    work.depth = depth
    if LEARNS and work.collect and (proven == n or is_won(best)):
        note_proven(state, best, work)
    return proven == n or (is_won(best) and not every_move)


def note_root_move(number, value, end, work):
    work.next_values[number] = value
    work.next_ends[number] = end + 1 if end >= 0 else UNPROVEN
    move, length = work.root_moves[number], work.lengths[FIRST_PLY]
    work.root_lengths[number] = put_before(move, work.lines[FIRST_PLY], length, work.root_lines[number])


def show_root_move(number, work):
    """Make what was noted about a root move the answer of the search."""
    work.root_values[number] = work.next_values[number]
    work.root_ends[number] = work.next_ends[number]


def settle(weights, before, state, depth, ply, work):
    """Enter state, which follows before; return whether it needs no search.

    If so, also return its value and its plies to the end, or UNPROVEN.
    """
    work.nodes += 1
    work.lengths[ply] = 0
    over, outcome, end = find_ending(state, work.history + ply, REPEATED_ONCE, work)
    if over:
        value = result(state, outcome, ply) if end != UNPROVEN else np.int64(0)
        if LEARNS and work.collect and end != UNPROVEN:
            note_proven(state, value, work)
        return True, value, end
    if (depth == 0 and is_quiet(state)) or ply == MAX_PLY:
        return True, heuristic(evaluate_next(weights, before, state, ply), work), UNPROVEN
    return False, np.int64(0), UNPROVEN


def negamax(weights, before, state, depth, alpha, beta, ply, work, table):
    """Return the value of state, which follows before and is not settled, and its plies to the end or UNPROVEN.

    Between alpha and beta the value is exact, otherwise a bound. Only this function is recursive: Numba cannot cache
    two that call each other.
    """
    if work.nodes >= work.budget or work.stop:
        work.stopped = 1
        return np.int64(0), UNPROVEN
    is_probe = CHANCES and work.probe
    work.probe = 0
    beta = min(beta, most(ply))  # nothing is better than to win with the next move
    if alpha >= beta:
        return beta, np.int64(1)
    on_main_line = beta - alpha > 1
    answered, value, end, tag = recall(state, depth, alpha, beta, ply, work, table)
    # on the main line the table's answer would cut the line short that people want to see
    if answered and (work.collect or not on_main_line):
        return value, end
    if ply > 0:  # not earlier: meanwhile the table's entry comes from memory
        follow(weights, before, state, ply)
    if CHANCES:
        n = chance(state, work.outcomes[ply], work.probabilities[ply])
        if n > 0:
            unknown(n, ply, work)
            value, longest, all_sound, all_proven = np.int64(0), np.int64(0), True, True
            probes = count_probes(n, depth, beta)
            for i in range(probes + n):
                number = i if i < probes else i - probes
                low, high = outcome_window(number, n, alpha, beta, ply, work)
                child = apply(state, work.outcomes[ply, number])
                settled, value, end = settle(weights, state, child, depth, ply + 1, work)
                if not settled:
                    work.probe = i < probes
                    value, end = negamax(weights, state, child, depth, low, high, ply + 1, work, table)
                if work.stopped:
                    return np.int64(0), UNPROVEN
                if not settled and i < probes and value <= low:
                    continue  # one move says nothing about the most that there may be
                narrow(number, value, low, high, settled, i < probes, ply, work)
                all_proven, all_sound = all_proven and end >= 0, all_sound and end != UNPROVEN
                longest = max(longest, end)
                if least_mean(n, ply, work) >= beta or most_mean(n, ply, work) <= alpha:
                    break
            value = least_mean(n, ply, work)
            value = value if value >= beta else most_mean(n, ply, work)
            end = longest + 1 if all_proven else UNPROVEN
            if LEARNS and work.collect:
                end = collect(weights, state, value, end, alpha, beta, all_sound, depth, ply, work)
            remember(state, value, end, NO_TAG, depth, alpha, beta, ply, work, table)
            return value, end
    deeper = max(depth - 1, 0)
    n = list_moves(weights, state, depth, tag, ply, work)
    best, best_end, floor, all_proven, all_sound = -INFINITY, UNPROVEN, alpha, True, True
    for i in range(n):
        if depth > 1:
            bring_best(i, n, ply, work)
        move = work.moves[ply, i]
        child = apply(state, move)
        again = moves_again(state, child)
        settled, reply, end = settle(weights, state, child, deeper, ply + 1, work)
        if not settled:
            # later moves need only be shown to be no better, but a bound is no example
            ceiling = beta if i == 0 or work.collect else floor + 1
            low, high = (floor, ceiling) if again else (-ceiling, -floor)
            reply, end = negamax(weights, state, child, deeper, low, high, ply + 1, work, table)
            if ceiling <= (reply if again else -reply) < beta and not work.stopped:
                low, high = (floor, beta) if again else (-beta, -floor)
                reply, end = negamax(weights, state, child, deeper, low, high, ply + 1, work, table)
        if work.stopped:
            return np.int64(0), UNPROVEN
        value = reply if again else -reply
        all_proven = all_proven and end >= 0
        all_sound = all_sound and end != UNPROVEN
        if value > best:
            best, best_end, tag = value, end, move_tag(move)
        if best > floor:
            floor = best
            if on_main_line:
                note_line(move, ply, work)
        if best >= beta:
            note_refutation(move, depth, ply, work)
            break
        if is_probe:
            break
    # a bound is proven as well: a lower one by the move that gave it, an upper one by all moves; so is a win by one
    one_is_enough = best >= beta or is_won(best)
    end = best_end + 1 if best_end >= 0 and (all_proven or one_is_enough) else UNPROVEN
    if is_probe:
        return best, end
    if LEARNS and work.collect:
        end = collect(weights, state, best, end, alpha, beta, all_sound, depth, ply, work)
    remember(state, best, end, tag, depth, alpha, beta, ply, work, table)
    return best, end


def list_moves(weights, state, depth, tag, ply, work):
    """Write the moves of state and their ordering scores into work; return how many there are."""
    n = expand(state, work.moves[ply])
    if depth > 1:
        score_moves(weights, state, depth, tag, ply, n, work)
    else:
        bring_killer(n, ply, work)
    return n


def recall(state, depth, alpha, beta, ply, work, table):
    """Return whether the table settles the node, its value and plies to the end, and the tag of its move."""
    if depth < TABLE_DEPTH:
        return False, np.int64(0), UNPROVEN, NO_TAG
    entry = probe(table, key(state), work.search)
    if entry == MISSING:
        return False, np.int64(0), UNPROVEN, NO_TAG
    value, bound, end = from_root(entry_value(entry), ply), entry_bound(entry), entry_end(entry)
    fits = bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
    return fits and (end >= 0 or entry_depth(entry) == depth), value, end, entry_tag(entry)


def remember(state, value, end, tag, depth, alpha, beta, ply, work, table):
    """Store the result of state in the table."""
    if depth >= TABLE_DEPTH:
        bound = LOWER if value >= beta else EXACT if value > alpha else UPPER
        store(table, key(state), work.search, pack(from_root(value, -ply), depth, bound, end, tag))


def note_line(move, ply, work):
    work.lengths[ply] = put_before(move, work.lines[ply + 1], work.lengths[ply + 1], work.lines[ply])


def put_before(move, line, length, longer):
    """Write move, followed by the length moves of line, into longer; return the new length."""
    longer[0] = move
    for i in range(length):
        longer[i + 1] = line[i]
    return length + 1
