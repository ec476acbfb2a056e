"""Moves of Othello experts, and sets of them to learn from and be tested on."""
