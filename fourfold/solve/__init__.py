"""Exact scores: what a position of Connect Four is worth when nobody errs.

May import: everything up to data.
"""
