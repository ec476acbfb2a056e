"""64-bit hash keys of states, for tables, repetition checks and random values."""

from hashlib import blake2b
from typing import Any

import numpy as np

from ..bits import U
from ..rules import each_field, position


def key(state):
    """Return the hash of state; collisions are possible but rare."""
    bits = U(0x9E3779B97F4A7C15)
    for field in each_field(state):
        bits = scramble(bits ^ U(np.int64(field)))
    return bits


def position_key(state):
    """Return the hash of what repetition compares."""
    return key(position(state))


def scramble(bits):
    """Return well mixed bits; a bijection."""
    bits = multiply(bits, U(0xBF58476D1CE4E5B9))
    return bits ^ bits >> U(32)


def multiply(a, b):
    """Return the product modulo 2**64, without the overflow warning of NumPy's scalars."""
    return U(int(a) * int(b) & 0xFFFFFFFFFFFFFFFF)


def compiled_multiply(a, b):
    return a * b


def key_of_objects(state):
    """Return the key of a state with other fields than integers, never compiled: the same in every process."""
    return U(int.from_bytes(blake2b(canonical(state).encode(), digest_size=8).digest(), "big"))


def canonical(value: Any) -> str:
    """Return a text that is the same for equal values, whatever the order of their sets and dicts."""
    if isinstance(value, dict):
        value = {(canonical(name), canonical(item)) for name, item in value.items()}
    if isinstance(value, set | frozenset):
        value = sorted(map(canonical, value))
    if isinstance(value, tuple | list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return repr(value.item() if isinstance(value, np.generic) else value)
