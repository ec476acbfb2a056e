"""Rankers of Connect Four moves, trained on exact scores."""
