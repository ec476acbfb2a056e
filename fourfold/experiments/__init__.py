"""The tables and figures of the four papers, reproduced: a folder for each paper, and their common framework.

`fourfold reproduce` runs them. May import: everything up to learn.
"""
