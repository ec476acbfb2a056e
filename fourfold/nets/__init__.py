"""Evaluators: a module each, with `evaluate(weights, state)` and `make_weights(seed)`; nothing to register."""
