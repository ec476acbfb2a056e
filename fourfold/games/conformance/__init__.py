"""Whether a game keeps the contract: the checks that a stranger's game must pass, and ours too."""

from .checks import Report, check

__all__ = ["Report", "check"]
