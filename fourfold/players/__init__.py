"""Players: they make a decision in a state. `base.py` is the contract, `specs.py` finds them by name.

May import: everything up to solve.
"""
