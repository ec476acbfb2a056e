"""What is measured, against which peer, in one run."""
