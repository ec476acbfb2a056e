"""Training data: moves of experts, positions with exact scores.

May import: everything up to records.
"""
