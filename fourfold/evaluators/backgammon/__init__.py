"""Evaluators of backgammon."""
