"""The contract of a player, which makes a decision in a state, and what players share."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

from ..errors import Forfeit, InputError
from ..games.interface.game import Game
from ..search.alphabeta import MAX_HISTORY, MAX_PLY
from ..search.values import NO_OUTCOME, NO_VALUE

GAME_OVER = "the game is over: there is no move to choose"
ROLL_FIRST = "chance is to move: give what it brings, such as the dice, as the next move"
NOT_FINITE = "{} values a position by NaN or infinity, not by a number between -1 and 1"
DEFAULT_SECONDS = 1.0
MOST = {"depth": MAX_PLY, "nodes": 1e18, "seconds": 1e6}
"""The largest budgets that make sense."""


class Decision(NamedTuple):
    """A chosen move, its value and the expected line."""

    move: int
    value: float
    """For the side to move, from -1 to 1; a proven result is exactly -1, 0 or 1."""
    proven: int | None
    """Plies to the end of the game if the result is proven."""
    depth: int
    nodes: int
    line: list[int]
    """The moves expected, the chosen one first."""


class Known(NamedTuple):
    """What a solver knows of a move's score: the fastest win has the highest, the fastest loss the lowest."""

    low: int
    high: int
    words: str
    """What that means, such as `wins in 7 moves or sooner`."""

    @property
    def is_exact(self) -> bool:
        return self.low == self.high


class Analysis(NamedTuple):
    """The result of a search for every legal move, the best first."""

    moves: list[Decision]
    depth: int
    nodes: int
    known: dict[int, Known] | None = None
    """What a solver knows of each move; None if the player is none."""

    @property
    def is_open(self) -> bool:
        """Whether a solver does not know every score yet."""
        return any(not each.is_exact for each in (self.known or {}).values())

    @property
    def best(self) -> int | None:
        """The best move; None if a solver does not know yet which one it is."""
        first, *others = (each.move for each in self.moves)
        known = self.known or {}
        is_known = not known or all(known[first].low >= known[other].high for other in others)
        return first if is_known else None


class Player(Protocol):
    """Chooses moves in one game after another."""

    name: str

    def new_game(self, seed: int) -> None:
        """Forget the previous game; all randomness of the next one follows from seed."""

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        """Return the decision in state; history has the earlier states of the game."""


@runtime_checkable
class Analyst(Player, Protocol):
    """A player that can value every move."""

    def analyse(self, state: Any, history: Sequence[Any] = ()) -> Analysis:
        """Return the value of every legal move."""


@dataclass(frozen=True)
class Budget:
    """The limits of a search, which ends when the first of them is reached."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        limits = {"depth": self.depth, "nodes": self.nodes, "seconds": self.seconds}
        given = {name: limit for name, limit in limits.items() if limit is not None}
        if not given:
            raise InputError("a search needs depth=, nodes= or seconds=")
        for name, limit in given.items():
            if not 0 < limit <= MOST[name]:
                raise InputError(f"{name}={limit} must be above 0 and at most {MOST[name]:g}")

    def step(self) -> int:
        """Return by how many plies to deepen: by two if only the depth limits the search."""
        return 2 if self.nodes is None and self.seconds is None else 1

    def table_bits(self) -> int:
        """Return the size of the table: twice the nodes, or 16 to 64 MB if the nodes are unknown."""
        if self.nodes is not None:
            return min(max(int(2 * self.nodes - 1).bit_length(), 8), 22)
        return 20 if self.seconds is None or self.seconds < 2 else 22


UNLIMITED = Budget(seconds=MOST["seconds"])


@runtime_checkable
class Searcher(Player, Protocol):
    """A player whose search can be limited and ended from outside, as engines need."""

    budget: Budget

    def limit(self, budget: Budget) -> None:
        """Search within budget from now on."""

    def stop(self) -> None:
        """End the running search, from another thread: it answers with the best it has."""


@runtime_checkable
class Observable(Searcher, Protocol):
    """A searcher whose progress can be read while it searches."""

    def so_far(self) -> Analysis | None:
        """Return what the running search has found, from another thread: the chosen move first, or it alone.

        None from new_game until the next search has found something, so results of the previous search are never shown.
        A line may be inconsistent, since it is read while the search changes it: its moves may be illegal.
        """


def parse_budget(options: dict[str, str]) -> Budget:
    """Return the budget of depth=, nodes= and seconds=; one second if none is given."""
    try:
        return Budget(
            depth=int(options["depth"]) if "depth" in options else None,
            nodes=int(options["nodes"]) if "nodes" in options else None,
            seconds=float(options["seconds"]) if "seconds" in options else None if options else DEFAULT_SECONDS,
        )
    except InputError:
        raise
    except (ValueError, OverflowError):
        given = ",".join(f"{name}={value}" for name, value in options.items())
        raise InputError(f"{given} is not a budget; depth and nodes are whole numbers, seconds a number") from None


def check_turn(game: Game, state: Any, moves: Sequence[int]) -> None:
    """Raise InputError unless a player is to choose one of these moves: the game may be over, or chance to move."""
    if not moves:
        raise InputError(GAME_OVER)
    if game.chances(state):
        raise InputError(ROLL_FIRST)


def check_legal(game: Game, state: Any, move: int, chooser: str) -> None:
    """Raise Forfeit, which loses the game for the chooser, for an illegal move."""
    if move not in game.possible_moves(state):
        raise Forfeit(f"{chooser} chose {move} in {game.text(state)!r}, which is not a legal move of {game.name}")


def remember(game: Game, kernels: Any, history: Sequence[Any], memory: Any) -> None:
    """Store the keys of the game's positions, in which a search looks for repetitions."""
    recent = history[-MAX_HISTORY:] if game.repetition else ()
    for place, state in enumerate(recent):
        memory.path[place] = kernels.position_key(state)
    memory.history = len(recent)


def check_finite(memory: Any, evaluator: str) -> None:
    """Raise InputError if a search in this memory was given what is no number, and let the next begin anew."""
    found, memory.not_finite = int(memory.not_finite), 0
    if found == NO_VALUE:
        raise InputError(NOT_FINITE.format(evaluator))
    if found == NO_OUTCOME:
        raise InputError("test_terminal of the game returns what is not ONGOING, -1, 0 or 1")


@contextmanager
def timer(seconds: float | None, stop: Callable[[], None]) -> Iterator[None]:
    """Call stop after seconds, from another thread: kernels release the GIL and cannot read a clock."""
    if seconds is None:
        yield
        return
    alarm = threading.Timer(seconds, stop)
    alarm.daemon = True
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()
