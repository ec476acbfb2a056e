"""What our engines say of themselves, whatever the protocol."""

from .. import __version__

NAME = "Fourfold"
AUTHOR = "The Fourfold project"
VERSION = __version__
