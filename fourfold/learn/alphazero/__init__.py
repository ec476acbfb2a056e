"""Gumbel AlphaZero: a net that values states and scores moves learns from games against itself."""
