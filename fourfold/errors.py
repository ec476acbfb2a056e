"""What the user got wrong."""

LONGEST = 600
"""Characters of a message: what was typed may be a whole file."""


class InputError(ValueError):
    """Bad input: its message is one clear line for people. The command line prints it and ends with exit code 2."""

    def __init__(self, message: str):
        line = " ".join(message.split())
        half = LONGEST // 2
        super().__init__(line if len(line) <= LONGEST else f"{line[:half]} ... {line[-half:]}")
