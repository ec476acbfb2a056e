"""A game that is nothing but its board, for tests of drawings."""

from types import ModuleType
from typing import NamedTuple

from fourfold.games.interface.game import Game
from fourfold.rules import ONGOING


class State(NamedTuple):
    number: int
    player: int


def drawn_game(*boards, **style):
    """Return a game whose moves only lead from one of these boards to the next, and stay at the last."""
    module = ModuleType("drawn")
    module.State, module.MAX_MOVES, module.STYLE = State, 1, style
    module.init_state = lambda player=1: State(0, player)
    module.expand = lambda state, moves: 1
    module.apply = lambda state, move: State(state.number + 1, -state.player)
    module.test_terminal = lambda state: ONGOING
    module.board = lambda state: boards[min(state.number, len(boards) - 1)]
    return Game(module, "drawn.py")


KALAH = [
    [("o0", "o4", "o4", "o4", " "), (" ", "x4", "x4", "x4", "x0")],
    [("o0", "o4", "o5", "o5", " "), (" ", "x0", "x5", "x5", "x13")],
]
PITS = {"shape": "pit", "columns": " 321 ", "below": " 123 ", "inside": "", "names": ("South", "North")}
BACKGAMMON = [
    [("x5", ".", "o3", ".", "o2"), ("o5", ".", "x3", ".", "x2")],
    [("x7", ".", "o3", ".", "o2"), ("o5", ".", "x1", "o1", "x2")],
]
POINTS = {"shape": "point", "columns": ("10", "9", "", "8", "7"), "below": ("1", "2", "", "3", "4"), "trays": (2,)}
