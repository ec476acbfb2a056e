"""The pattern net, learned from games of Othello experts."""
