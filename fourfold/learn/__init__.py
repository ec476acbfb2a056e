"""Learners: hyper-parameters in the constructor, everything else in `fit`."""
