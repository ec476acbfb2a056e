"""Torch networks, trained on games of Othello experts."""
