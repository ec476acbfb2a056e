"""Torch networks that predict expert moves in Othello; only the modules of layers import torch."""
