"""Connect Four positions with exact scores."""
