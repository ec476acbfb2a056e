"""Parallel work on many cores or machines: one ordered map, and interrupts.

May import: the top of the package, binding. Contract: results never depend on who does the work, or how many do.
"""
