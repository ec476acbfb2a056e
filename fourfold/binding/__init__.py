"""Joins rules, search and evaluator into functions, compiled or plain.

`compiler.py` is the only file that imports Numba. May import: the top of the package.
"""
