"""Nets that evolve by playing each other."""
