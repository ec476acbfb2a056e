"""What players need is compiled in processes of its own."""

from support.paths import ROOT  # noqa: F401

from fourfold.games.interface.find import find_game
