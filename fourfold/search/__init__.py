"""Searches, written once for every game and evaluator; `bind` joins them."""
