"""Nets that come with Fourfold, each in NAME/GAME.safetensors, made by the command in the docs of its method.

May import: nothing.
"""
