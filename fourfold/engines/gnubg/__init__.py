"""GNU Backgammon as a player."""
