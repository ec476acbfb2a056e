"""The tables of the NHB paper (Ghignone and Cancelliere)."""
