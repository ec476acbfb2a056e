"""Games of a net against itself inside one kernel, played for what they teach about states and moves."""

from typing import Any, NamedTuple

import numpy as np

from ..rules import CHANCES, REPETITION, apply, chance, each_field, moves_again
from .aim import ended
from .ending import find_ending
from .gumbel import ROOT, best_child, grow, write_policy
from .lots import draw
from .tree import draws
from .values import UNPROVEN
from .whole_games import random_opening

ASIDE = 2
"""In place of a side: the state did not occur in the game, only in a search."""


class Lessons(NamedTuple):
    """What games teach, state by state."""

    states: Any
    """[state, field of a state]"""
    plies: Any
    """[state]: how many plies of its game came before it."""
    sides: Any
    """[state]: 0 if the side that began the game is to move, else 1; or ASIDE."""
    counts: Any
    """[state]: how many moves it has; 0 where chance decides."""
    values: Any
    """[state]: what it is worth to the side to move."""
    policies: Any
    """The improved policies of all states, one after the other, over the moves that `expand` writes."""


class Practice(NamedTuple):
    """How games are played, and what is learned from them."""

    simulations: int
    """Per move."""
    opening_plies: int
    """A game starts after so many random moves at most."""
    max_plies: int
    """A longer game is a draw."""
    trust: float
    """The weight of a game's outcome in the value of its states, against the value that the search found."""
    mishaps: float
    """Of a game's moves up to this share are random, a share that is drawn for each game."""
    sidelines: int
    """The least visits of a move that was not chosen, for the state after it to be learned from, too; 0: none is."""


def make_lessons(states, fields, policies):
    """Return room for so many states of so many fields, and for the policies of so many moves."""
    return Lessons(
        np.zeros((states, fields), np.int64),
        np.zeros(states, np.int32),
        np.zeros(states, np.int8),
        np.zeros(states, np.int32),
        np.zeros(states, np.float32),
        np.zeros(policies, np.float32),
    )


def play_games(weights, start, practice, how, rng, work, tree, lessons, results):
    """Play games, one for each row (outcome for the first player, plies) of results; return the states and the moves
    written into lessons. Where there is no room left, a state is not written."""
    states, moves = 0, 0
    for game in range(results.shape[0]):
        state, side = random_opening(start, int(rng.random() * (practice.opening_plies + 1)), rng, work)
        first, sure, mishaps = states, 0, practice.mishaps * rng.random()
        ply, over, outcome, work.worth = 0, False, 0, 0.0
        while not over and ply < practice.max_plies:
            n = chance(state, work.outcomes[0], work.probabilities[0]) if CHANCES else 0
            if n > 0:
                states = write_state(state, ply, side, 0, states, lessons)
                child = apply(state, work.outcomes[0, draw(work.probabilities[0], n, rng.random())])
            else:
                work.history, work.stop = ply, 0
                grow(weights, state, practice.simulations, how, rng, work, tree)
                number = best_child(how, tree)
                states, moves = write_lesson(state, ROOT, ply, side, states, moves, how, tree, lessons)
                if practice.sidelines > 0:
                    states, moves = write_sidelines(
                        state, number, ply, practice.sidelines, states, moves, how, tree, lessons
                    )
                if rng.random() < mishaps:
                    number, sure = random_child_of_root(rng, tree.nodes), ply + 1
                child = apply(state, tree.nodes[number].move)
            side = side if moves_again(state, child) else 1 - side
            state = child
            ply += 1
            over, outcome, end = find_ending(state, ply, REPETITION - 1, work)
            if over and end != UNPROVEN:
                work.worth = ended(state, outcome) * (1 - 2 * side)
        write_outcome(first, states, sure, ply, work.worth, how.discount, practice.trust, lessons)
        results[game, 0], results[game, 1] = np.int64(np.sign(work.worth)), ply
    return states, moves


def random_child_of_root(rng, nodes):
    """Return the number of any child of the root."""
    return nodes[ROOT].first + np.int64(rng.random() * nodes[ROOT].children)


def write_lesson(state, number, ply, side, place, used, how, tree, lessons):
    """Write what a search found out about the state of a node at place, and its policy from used on.

    Return the place of the next state, and where its policy begins.
    """
    n = tree.nodes[number].children
    if used + n > lessons.policies.size or write_state(state, ply, side, n, place, lessons) == place:
        return place, used
    lessons.values[place] = write_policy(number, how, tree)
    for i in range(n):
        lessons.policies[used + i] = tree.policy[i]
    if CHANCES and place > 0 and lessons.counts[place - 1] == 0 and side != ASIDE:
        lessons.values[place - 1] = lessons.values[place]  # it was the state before the throw: this is a sample
    return place + 1, used + n


def write_state(state, ply, side, n, place, lessons):
    """Write a state with n moves at place, if there is room for it; return the place of the next."""
    if place == lessons.plies.size:
        return place
    write_fields(state, lessons.states[place])
    lessons.plies[place], lessons.sides[place], lessons.counts[place] = ply, side, n
    lessons.values[place] = 0.0
    return place + 1


def write_sidelines(state, chosen, ply, least, place, used, how, tree, lessons):
    """Write what was found out about the states after other moves than the chosen one, with at least so many visits."""
    nodes, first = tree.nodes, tree.nodes[ROOT].first
    for number in range(first, first + nodes[ROOT].children):
        if number != chosen and nodes[number].visits >= least and has_lesson(number, nodes):
            child = apply(state, nodes[number].move)
            place, used = write_lesson(child, number, ply + 1, ASIDE, place, used, how, tree, lessons)
    return place, used


def has_lesson(number, nodes):
    """Return whether a node has moves to choose from."""
    return nodes[number].children > 0 and not draws(number, nodes)


def write_fields(state, row):
    place = 0
    for field in each_field(state):
        row[place] = np.int64(field)
        place += 1  # noqa: SIM113 (compiled, the loop is unrolled, and counts nothing)


def write_outcome(first, stop, sure, plies, worth, discount, trust, lessons):
    """Mix into the values of a game's states what it was worth to the first player, less for every ply before its end.

    Not into those before the ply sure, after which no move was random: they say nothing about the outcome.
    """
    for place in range(first, stop):
        if lessons.sides[place] != ASIDE and lessons.plies[place] >= sure:
            own = worth if lessons.sides[place] == 0 else -worth
            outcome = own * discount ** (plies - lessons.plies[place])
            lessons.values[place] += np.float32(trust) * (np.float32(outcome) - lessons.values[place])
