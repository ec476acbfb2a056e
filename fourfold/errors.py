"""Errors caused by bad input."""

LONGEST = 600
"""The longest message: what was typed may be a whole file."""


class InputError(ValueError):
    """Bad input; the message is one clear line. The command line prints it and exits with code 2."""

    def __init__(self, message: str):
        line = " ".join(message.split())
        half = LONGEST // 2
        super().__init__(line if len(line) <= LONGEST else f"{line[:half]} ... {line[-half:]}")


class Forfeit(InputError):  # noqa: N818 (the match goes on)
    """Why a player loses the game: its program crashed, hung or answered nonsense, or its move is illegal."""


class MoveError(InputError):
    """An illegal move in a line: move is its number, reason what is wrong with it."""

    def __init__(self, move: int, reason: str):
        super().__init__(f"move {move}: {reason}")
        self.move = move
        self.reason = reason

    def __reduce__(self) -> tuple[type["MoveError"], tuple[int, str]]:
        """Pickle with both arguments, since workers send it to other processes."""
        return MoveError, (self.move, self.reason)
