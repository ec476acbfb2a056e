"""The learners. `learner.py` has their contract and the one training loop.

A folder with a `learner.py` is a learner, found by its name (`find.py`); nothing is registered. May import: everything
up to matches.
"""
