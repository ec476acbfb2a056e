"""Work on many cores or machines: one map with ordered results, and being asked to stop.

May import: the top of the package, binding. Contract: results never depend on who does the work, or how many do.
"""
