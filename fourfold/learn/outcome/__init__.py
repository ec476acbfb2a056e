"""Nets fitted to the outcomes of their own games."""
