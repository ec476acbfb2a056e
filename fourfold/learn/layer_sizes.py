"""The setting of learners that says how many units the hidden layers of a net have."""

from ..errors import InputError


def layer_sizes(units: str, layers: int) -> tuple[int, ...]:
    """Return the numbers of hidden units that a setting such as `64,16` has."""
    try:
        found = tuple(int(word) for word in units.split(","))
    except ValueError:
        found = ()
    if len(found) != layers or min(found) < 1:
        wanted = "a number" if layers == 1 else f"{layers} numbers with commas between them"
        raise InputError(f"units={units} is not valid; it must be {wanted}, above 0")
    return found
