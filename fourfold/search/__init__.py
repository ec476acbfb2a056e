"""Searches, written once for every game and evaluator; `bind` joins them.

May import: the top of the package, binding; never games. Contract: functions that call the stand-ins of `rules.py`,
`evaluation.py` and, where whole games are played, `choice.py` by name, on flat arrays.
"""
