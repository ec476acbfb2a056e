"""Other programs as players, and Fourfold's players for other programs: a folder for each protocol.

A protocol has a syntax, a client (a program as a player) and a server (a player as a program). May import:
everything up to players.
"""
