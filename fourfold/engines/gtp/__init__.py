"""The Go Text Protocol, for every game."""
