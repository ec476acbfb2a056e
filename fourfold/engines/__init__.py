"""Engines: other programs as players, and our players for other programs, by the protocols of each game."""
