"""A game as users see it: lookup by name (`find.py`), rules and notation (`game.py`), and its board."""
