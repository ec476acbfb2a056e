"""The Hub protocol, for English draughts."""
