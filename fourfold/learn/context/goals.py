"""The goals of a game, found by its rules alone: sets of squares that win for whoever holds them.

Random games say who has won with which squares. From these, squares are left out one by one as long as the rest still
wins (`search/goal_play.py` asks the rules, by playing). What remains is a goal: it wins, and does not without any one
of its squares. Its images under the symmetries of the game are goals too, and so are its images elsewhere on the board
that the rules confirm. In tic-tac-toe, Connect Four and gomoku goals are the lines; in Hex, the paths from edge to
edge.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from ... import rules
from ...binding.bind import bind
from ...binding.definition import Definition
from ...errors import InputError
from ...games.interface.game import Game
from ...search import goal_play
from ...search.goal_play import NOBODY
from ...search.squares import View, own_view

Goal = frozenset[int]

SAMPLES, SAMPLE_PLIES = 20, 400
"""Positions, for each variable, that show where the sides see which square; and the longest game."""
PATIENCE, FIRST_PATIENCE = 400, 60
"""The search ends after so many games without a new goal; or so many without any."""
PLAYS, SURE_PLAYS, ENOUGH = 50, 1000, 8
"""How often squares are tried, at first and to be sure; how many plays must agree if the taker took others too."""
LARGEST = 12
"""The most squares of a goal."""
MOST = 1000
"""The most goals; the smallest are kept."""


def find_goals(game: Game, seed: int = 0) -> tuple[list[Goal], View]:
    """Return the goals as the side that holds them sees the board, smallest first, and the view of the sides."""
    if game.most_chances:
        raise InputError(f"contexts are for games without chance, not for {game.name}")
    view = find_view(game)
    finder = Finder(game, view, seed)
    goals = sorted(finder.find(), key=lambda goal: (len(goal), sorted(goal)))
    if not goals:
        raise InputError(
            f"contexts need a goal, squares that win for whoever holds them: none was found in {game.name}"
        )
    if len(goals[0]) == 1:
        raise InputError(f"contexts need a goal of several squares: in {game.name} a single one wins")
    return goals[:MOST], view


class Finder:
    """Finds the goals of a game."""

    def __init__(self, game: Game, view: View, seed: int):
        self.game, self.view = game, view
        self.kernels = bind(goal_play, game=game.module)
        self.memory = goal_play.make_memory(game.max_moves, game.variables)
        self.rng = np.random.default_rng([seed, 4])
        self.start = game.init_state()
        self.terms = ENOUGH, SAMPLE_PLIES, self.view, self.rng, self.memory

    def find(self) -> set[Goal]:
        """Return the goals that random games lead to."""
        found: set[Goal] = set()
        idle = 0
        while idle < (PATIENCE if found else FIRST_PATIENCE) and len(found) < 2 * MOST:
            idle += 1
            goal = self.next_goal()
            if goal is None or goal in found or not self.is_goal(goal):
                continue
            found |= self.images(goal, found)
            idle = 0
        return found

    def next_goal(self) -> Goal | None:
        """Return what is left of the squares of a winner when no more can be left out; None if that is too many."""
        winner = self.kernels.play_randomly(self.start, SAMPLE_PLIES, self.view, self.rng, self.memory)
        if winner == NOBODY:
            return None
        wanted = self.memory.held > 0
        order = self.rng.permutation(np.flatnonzero(wanted))
        self.kernels.leave_out(self.start, wanted, order, winner, PLAYS, *self.terms)
        return frozenset(np.flatnonzero(wanted).tolist()) if wanted.sum() <= LARGEST else None

    def is_goal(self, goal: Goal) -> bool:
        """Return whether these squares win for either side, and do not without any one of them."""
        wanted = np.isin(np.arange(self.game.variables), list(goal))
        return bool(self.kernels.is_goal(self.start, wanted, SURE_PLAYS, *self.terms))

    def images(self, goal: Goal, known: set[Goal]) -> set[Goal]:
        """Return the goal, its symmetric images, and their images elsewhere on the board as far as they are goals."""
        found, new = set[Goal](), [goal]
        tried = set(known)
        while new:
            for image in symmetric(new.pop(), self.game.symmetries):
                if image not in found:
                    found.add(image)
                    shifts = [frozenset(moved) for moved in shifted_squares(image, self.game.places)]
                    shifts = [moved for moved in shifts if moved not in tried | found]
                    tried |= set(shifts)
                    new += [moved for moved in shifts if self.is_goal(moved)]
        return found


def symmetric(goal: Goal, symmetries: Iterable[Iterable[int]]) -> Iterator[Goal]:
    """Yield the images of a goal under the symmetries of the game."""
    for places in symmetries:
        yield frozenset(square for square, place in enumerate(places) if place in goal)


def shifted_squares(squares: Iterable[int], places: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, ...]]:
    """Yield these squares one row or column further, as far as they are on the board."""
    if not places:
        return
    numbers = {place: square for square, place in enumerate(places)}
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        moved = [numbers.get((places[square][0] + down, places[square][1] + right), -1) for square in squares]
        if min(moved) >= 0:
            yield tuple(moved)


def find_view(game: Game) -> View:
    """Return where both sides see which square; InputError if the variables are not squares."""
    defined = Definition(game.module, rules)
    if not defined.defines("variables"):
        raise InputError(f"contexts need the squares of the board: {game.name} has no variables")
    rows = list(_views(game, defined.defines("fixed_variables")))
    own = np.array([row for _, row, _ in rows])
    if not np.isin(own, (-1.0, 0.0, 1.0)).all():
        raise InputError(f"contexts need squares that are own, empty or the opponent's: {game.name} has others")
    if not defined.defines("fixed_variables"):
        return own_view(game.variables)
    places = []
    for turn in (1, -1):
        fixed = np.array([turn * row + 0.0 for side, _, row in rows if side == turn])
        seen = np.array([row + 0.0 for side, row, _ in rows if side == turn])
        columns = {seen[:, square].tobytes(): square for square in range(game.variables)}
        places.append([columns.get(fixed[:, square].tobytes(), -1) for square in range(game.variables)])
    if sorted(places[0]) != sorted(places[1]) or sorted(places[0]) != list(range(game.variables)):
        raise InputError(f"contexts need squares: the variables of {game.name} are none")
    return View(np.array(places), 1)


def _views(game: Game, fixed: bool) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """Yield who is to move, the variables and the fixed ones in positions of random games."""
    rng, state = np.random.default_rng(0), game.init_state()
    for _ in range(SAMPLES * game.variables):
        moves = game.moves(state)
        if not moves:
            state = game.init_state()
            continue
        own, common = np.zeros(game.variables), np.zeros(game.variables)
        game.module.variables(state, own)
        turn = game.module.fixed_variables(state, common) if fixed else 1
        yield turn, own, common
        state = game.apply(state, moves[rng.integers(len(moves))])
