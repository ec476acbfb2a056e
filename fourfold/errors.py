"""What the user got wrong."""


class InputError(ValueError):
    """Bad input: its message is one clear line for people. The command line prints it and ends with exit code 2."""
