"""The board in the browser: a server of one page and of a small JSON API.

May import: everything up to bench.
"""
