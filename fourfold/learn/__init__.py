"""Ways of learning. `learner.py` is their contract and the one loop that drives them all.

A folder with a `learner.py` is a way of learning, found by its name (`find.py`), nothing to register. May import:
everything up to matches.
"""
