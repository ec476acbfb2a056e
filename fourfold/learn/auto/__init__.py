"""Several learners race, and the best gets most of the time."""
