"""Games of a net against itself inside one kernel, played for what they teach about states and moves."""

from typing import Any, NamedTuple

import numpy as np

from ..rules import REPETITION, apply, each_field, moves_again
from .aim import ended
from .ending import find_ending
from .gumbel import ROOT, best_child, grow, write_policy
from .values import UNPROVEN
from .whole_games import random_opening


class Lessons(NamedTuple):
    """What games teach, state by state."""

    states: Any
    """[state, field of a state]"""
    sides: Any
    """[state]: 0 if the side that began the game is to move, else 1."""
    counts: Any
    """[state]: how many moves it has."""
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


def make_lessons(states, fields, policies):
    """Return room for so many states of so many fields, and for the policies of so many moves."""
    return Lessons(
        np.zeros((states, fields), np.int64),
        np.zeros(states, np.int8),
        np.zeros(states, np.int32),
        np.zeros(states, np.float32),
        np.zeros(policies, np.float32),
    )


def play_games(weights, start, practice, how, rng, work, tree, lessons, results):
    """Play games, one for each row (outcome for the first player, plies) of results; return the states and the moves
    written into lessons. Where there is no room left, a game is not written."""
    states, moves = 0, 0
    for game in range(results.shape[0]):
        plies = int(rng.random() * (practice.opening_plies + 1))
        state, side = random_opening(start, plies, rng, work)
        work.worth, last, used, sure, mishaps = 0.0, states, moves, states, practice.mishaps * rng.random()
        ply, over, outcome = 0, False, 0
        while not over and ply < practice.max_plies:
            work.history, work.stop = ply, 0
            grow(weights, state, practice.simulations, how, rng, work, tree)
            if last < lessons.sides.size and used + tree.nodes[ROOT].children <= lessons.policies.size:
                used = write_lesson(state, side, last, used, how, tree, lessons)
                last += 1
            number = best_child(how, tree)
            if rng.random() < mishaps:
                number, sure = random_number(rng, tree.nodes), last
            child = apply(state, tree.nodes[number].move)
            side = side if moves_again(state, child) else 1 - side
            state = child
            ply += 1
            over, outcome, end = find_ending(state, ply, REPETITION - 1, work)
            if over and end != UNPROVEN:
                work.worth = ended(state, outcome) * (1 - 2 * side)
        write_outcome(sure, last, work.worth, ply - (last - states), how.discount, practice.trust, lessons)
        results[game, 0], results[game, 1] = np.int64(work.worth), ply
        states, moves = last, used
    return states, moves


def random_number(rng, nodes):
    """Return any child of the root."""
    return nodes[ROOT].first + np.int64(rng.random() * nodes[ROOT].children)


def write_lesson(state, side, place, used, how, tree, lessons):
    """Write what a search found out about state; return where the policy of the next state begins."""
    write_fields(state, lessons.states[place])
    n = tree.nodes[ROOT].children
    lessons.sides[place], lessons.counts[place] = side, n
    lessons.values[place] = write_policy(how, tree)
    for i in range(n):
        lessons.policies[used + i] = tree.policy[i]
    return used + n


def write_fields(state, row):
    place = 0
    for field in each_field(state):
        row[place] = np.int64(field)
        place += 1


def write_outcome(first, stop, worth, unwritten, discount, trust, lessons):
    """Mix into the values of a game's states what it was worth to the first player, less for every ply before its end.

    first is the first state after the last random move: what came before it says nothing about the outcome. unwritten
    is how many plies followed the last state that was written.
    """
    for place in range(first, stop):
        own = worth if lessons.sides[place] == 0 else -worth
        outcome = own * discount ** (stop - place + unwritten)
        lessons.values[place] += np.float32(trust) * (np.float32(outcome) - lessons.values[place])
