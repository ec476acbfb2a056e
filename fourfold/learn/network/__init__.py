"""Torch networks, learned from games of Othello experts."""
