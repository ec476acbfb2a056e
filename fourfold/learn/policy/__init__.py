"""Nets that predict the moves of strong players: the pattern net of Othello, and the move net of any game."""
