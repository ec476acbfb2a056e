"""What values a state or ranks moves: a module each, found by name (`find.py`), nothing to register.

`evaluation.py` is their contract; `weights_file.py` keeps learned weights. A folder holds the parts of one net that is
for one game. May import: everything up to search.
"""
