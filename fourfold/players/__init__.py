"""Players: given a state, a decision. `base.py` is the contract, `specs.py` the one door by which they are named.

May import: everything up to solve.
"""
