"""The evolved-draughts paper (Nguyen)."""
