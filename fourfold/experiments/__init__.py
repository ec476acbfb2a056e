"""The tables and figures of the four papers, measured again: a folder for each paper, and the framework of all.

`fourfold reproduce` is their one door. May import: everything up to learn.
"""
