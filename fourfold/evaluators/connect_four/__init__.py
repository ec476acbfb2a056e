"""Rankers of Connect Four moves: the context paper's systems, and the sorter."""
