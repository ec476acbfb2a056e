"""Nets that value states: their kinds, and how each is fitted to values."""
