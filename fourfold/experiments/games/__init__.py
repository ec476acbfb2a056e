"""Experiments on included games, of no paper, and variants of games for them."""
