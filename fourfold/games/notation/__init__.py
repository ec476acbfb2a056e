"""Notations of positions that are too long for the file of their game."""
