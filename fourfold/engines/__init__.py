"""Other programs as players, and our players for other programs: a folder for each protocol.

A protocol is its language, a client (a program as a player) and a server (a player as a program). May import:
everything up to players.
"""
