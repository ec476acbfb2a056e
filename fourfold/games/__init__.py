"""The included games: every file here is one, and nothing is registered. `rules.py` is their contract.

`interface/` is the view of a game for users (lookup, notation, board), `conformance/` the checks that each must pass.
 May import: the top of the package, binding, parallel, storage.
"""
