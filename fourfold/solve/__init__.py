"""Exact scores: the value of a Connect Four position under perfect play.

May import: everything up to data.
"""
