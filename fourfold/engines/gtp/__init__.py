"""The Go Text Protocol, for Othello and whatever else is played."""
