"""What people use of a game: finding it by name (`find.py`), its rules and notation (`game.py`), its board."""
