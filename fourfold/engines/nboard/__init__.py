"""The protocol of NBoard, for Othello."""
