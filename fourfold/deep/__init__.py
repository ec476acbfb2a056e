"""Networks of torch that predict experts' moves in Othello; only files with layers import torch when they are loaded."""
