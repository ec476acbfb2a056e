"""Whether a game follows the contract: the checks for users' games, and for the included ones."""

from .checks import Report, check

__all__ = ["Report", "check"]
