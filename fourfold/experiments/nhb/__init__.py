"""The NHB paper (Ghignone and Cancelliere)."""
