"""Evaluators and rankers: one module each, found by name (`find.py`); nothing is registered.

`evaluation.py` is their contract; `weights_file.py` stores learned weights. A folder has the parts of a net for one
game. May import: everything up to search.
"""
