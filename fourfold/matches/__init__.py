"""Games between players: the referee, matches that can be trusted, openings, ratings, statistics.

May import: everything up to engines.
"""
