"""The contexts of a game: its goals with the features that the context paper gives to lines, by the rules alone."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from ...binding.bind import bind
from ...errors import InputError
from ...evaluators.goal_contexts import EITHER, MOST_KINDS, OPPONENT, OWN, Contexts, make_contexts
from ...games.interface.game import Game
from ...search import goal_play
from ...search.squares import CHANGES, FILLED, View
from .goals import Goal, find_goals, shifted_squares

GAMES, MOST_PLIES = 2000, 400
"""Random games that show what moves change."""


class Description(NamedTuple):
    """What a net needs to know of a game."""

    contexts: Contexts
    view: View
    changes: int
    """How many ways of changing a square count: 1 if moves only fill squares."""


class Arrangement(NamedTuple):
    """Goals with their squares in order, and what they have in common."""

    goals: list[tuple[int, ...]]
    kinds: list[int]
    locations: list[int]


@cache
def describe(game: Game, seed: int = 0) -> Description:
    """Return the contexts of a game; InputError if it has none."""
    goals, view = find_goals(game, seed)
    supports, ways = note_moves(game, view, seed)
    theirs = {frozenset(across(view)[list(goal)].tolist()) for goal in goals}
    found = arrange(game, goals)
    changes = CHANGES if ways[FILLED + 1 :].any() else 1
    if theirs == set(goals) and max(found.kinds) < MOST_KINDS:
        contexts = make_contexts(found.goals, [EITHER] * len(goals), found.kinds, found.locations, supports, True)
        return Description(contexts, view, changes)
    if theirs == set(goals):
        owners, kinds, locations = [EITHER] * len(goals), [0] * len(goals), found.locations
        return Description(make_contexts(found.goals, owners, kinds, locations, supports, False), view, changes)
    others = arrange(game, sorted(theirs, key=sorted))
    both = Arrangement(
        found.goals + others.goals,
        [0] * len(found.goals) + [1] * len(others.goals),
        found.locations + [max(found.locations) + 1 + location for location in others.locations],
    )
    owners = [OWN] * len(found.goals) + [OPPONENT] * len(others.goals)
    return Description(make_contexts(both.goals, owners, both.kinds, both.locations, supports, False), view, changes)


def across(view: View) -> np.ndarray:
    """Return, for each square of the opponent's own view, where the side to move sees it."""
    first, second = view.places
    found, back = np.zeros_like(first), np.zeros_like(first)
    found[second], back[first] = first, second
    if not np.array_equal(found, back):
        raise InputError("contexts need a board that both sides see in the same way, straight or turned")
    return found


def note_moves(game: Game, view: View, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return which squares must be filled before another, and how many are filled, left and taken in random games."""
    kernels, rng = bind(goal_play, game=game.module), np.random.default_rng([seed, 5])
    supports, ways = np.ones((game.variables, game.variables), np.int64), np.zeros(CHANGES, np.int64)
    memory = goal_play.make_memory(game.max_moves, game.variables)
    changed = np.zeros((game.variables, 2), np.int64)
    for _ in range(GAMES):
        kernels.note_moves(game.init_state(), MOST_PLIES, view, rng, memory, changed, supports, ways)
    np.fill_diagonal(supports, 0)
    supports[supports.sum(axis=1) == game.variables - 1] = 0  # it was never filled
    return supports, ways


def arrange(game: Game, goals: Sequence[Goal]) -> Arrangement:
    """Return goals with their squares in an order that symmetries and shifts carry over, their kinds and locations.

    Symmetries come first, so that a goal and its mirror image are read in mirrored order, as in the context paper.
    """
    images = [np.argsort(places) for places in game.symmetries]
    orders: dict[Goal, tuple[int, ...]] = {}
    kinds: dict[Goal, int] = {}
    locations: dict[Goal, int] = {}

    def put(order: tuple[int, ...], kind: int) -> list[tuple[int, ...]]:
        """Note a goal and its symmetric images; return those that are new."""
        new, location = [], len(set(locations.values()))
        for image in images:
            seen = tuple(int(image[square]) for square in order)
            if frozenset(seen) not in orders:
                orders[frozenset(seen)], kinds[frozenset(seen)], locations[frozenset(seen)] = seen, kind, location
                new.append(seen)
        return new

    known = set(goals)
    for goal in goals:
        if goal in orders:
            continue
        kind = len(set(kinds.values()))
        waiting = put(tuple(sorted(goal)), kind)
        while waiting:
            for moved in shifted_squares(waiting.pop(0), game.places):
                if frozenset(moved) in known and frozenset(moved) not in orders:
                    waiting += put(moved, kind)
    return Arrangement([orders[goal] for goal in goals], [kinds[goal] for goal in goals],
                       [locations[goal] for goal in goals])  # fmt: skip
