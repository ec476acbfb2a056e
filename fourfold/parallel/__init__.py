"""Parallel work on many cores or machines: one ordered map, and interrupts.

May import: the top of the package, binding. Contract: results never depend on the number or kind of workers.
"""
