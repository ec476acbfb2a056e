"""Networks of torch that predict experts' moves in Othello; only files of layers import torch when loaded."""
