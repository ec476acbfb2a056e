"""The clock of one side in GTP: main time, then periods, each for a number of moves."""

from dataclasses import dataclass, field

from ..limits import allotment


@dataclass
class Clock:
    """The time left to one side; it is counted here, and corrected by every `time_left`."""

    main: float
    period: float
    moves: int
    """Moves of a period."""
    left: float = field(init=False)
    moves_left: int = field(init=False, default=0)
    """Moves for which the time left must suffice; 0 in the main time."""

    def __post_init__(self) -> None:
        self.left = self.main
        self._begin_period_if_due()

    @property
    def is_limited(self) -> bool:
        """Return whether there is a limit at all: a period without moves means that there is none."""
        return self.moves > 0 or (self.main > 0 and not self.period)

    def seconds(self) -> float | None:
        """Return the seconds for the next move; None if unlimited."""
        if not self.is_limited:
            return None
        if self.moves_left:
            return allotment(self.left, self.moves_left)
        return max(allotment(self.left), allotment(self.period, self.moves) if self.moves else 0.0)

    def set_left(self, seconds: float, moves: int) -> None:
        self.left, self.moves_left = seconds, moves

    def spend(self, seconds: float) -> None:
        """Subtract the time of a move."""
        self.left -= seconds
        if self.moves_left:
            self.moves_left -= 1
            self.left = self.left if self.moves_left else 0.0
        self._begin_period_if_due()

    def _begin_period_if_due(self) -> None:
        if self.left <= 0 and self.moves:
            self.left, self.moves_left = self.period, self.moves
