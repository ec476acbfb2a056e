"""The NHB player: OS-ELM on examples that the player makes itself."""
