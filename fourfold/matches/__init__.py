"""Games between players: the referee, matches, openings, ratings, statistics.

May import: everything up to engines.
"""
