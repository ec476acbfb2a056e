"""Rankers of Connect Four moves, learned from exact scores."""
