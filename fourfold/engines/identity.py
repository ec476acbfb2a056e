"""How our engines identify themselves in every protocol."""

from .. import __version__

NAME = "Fourfold"
AUTHOR = "The Fourfold project"
VERSION = __version__
