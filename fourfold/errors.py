"""What the user got wrong."""

LONGEST = 600
"""Characters of a message: what was typed may be a whole file."""


class InputError(ValueError):
    """Bad input: its message is one clear line for people. The command line prints it and ends with exit code 2."""

    def __init__(self, message: str):
        line = " ".join(message.split())
        half = LONGEST // 2
        super().__init__(line if len(line) <= LONGEST else f"{line[:half]} ... {line[-half:]}")


class Forfeit(InputError):  # noqa: N818 (the match goes on)
    """What a player did that costs it the game: a program that crashed, hung or talked nonsense, an illegal move."""


class MoveError(InputError):
    """A move of a line that cannot be played: move is its number in the line, reason what is wrong with it."""

    def __init__(self, move: int, reason: str):
        super().__init__(f"move {move}: {reason}")
        self.move = move
        self.reason = reason

    def __reduce__(self) -> tuple[type["MoveError"], tuple[int, str]]:
        """Say how another process, to which a worker sends it, makes it again."""
        return MoveError, (self.move, self.reason)
