"""A baseline move ordering for the solver: the columns from the centre outwards."""

PREFERS = True


def prefer(weights, state, moves, n, preferences):
    for i in range(n):
        preferences[i] = 0.0  # of equal ones the solver takes the one nearest to the centre
