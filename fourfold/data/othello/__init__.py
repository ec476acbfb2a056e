"""Moves of Othello experts, and training and test sets of them."""
