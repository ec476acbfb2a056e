"""The pattern net, trained on games of Othello experts."""
