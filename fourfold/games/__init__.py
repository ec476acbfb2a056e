"""The games that come with Fourfold: every file here is one, nothing to register. `rules.py` is their contract.

`interface/` is what people use of a game (finding it, its text, its board), `conformance/` the checks that each must
pass. May import: the top of the package, binding, parallel, storage.
"""
