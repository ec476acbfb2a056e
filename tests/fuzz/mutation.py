"""Inputs that are almost right: samples with a few things changed."""

import random

TOKENS = [
    b"\x00", b"\xff", b"\n", b"\r\n", b" ", b",", b":", b"=", b"[", b"]", b"{", b"}", b"(", b")", b'"', b"'", b"-",
    b"x", b"0", b"-1", b"999999999999999999999", b"1e999", b"nan", b"null", b"true", b"\xef\xbb\xbf", b"%s",
    b"\xe2\x80\xae",
    b"../", b"\xf0\x9f\x98\x80", b"K", b"W", b"B", b"f5", b"1-0", b"*", b"{" * 200, b"[" * 2000, b"9" * 5000,
]  # fmt: skip
MOST = 60_000
"""Bytes of an input."""


def mutate(samples: list[bytes], chance: random.Random) -> bytes:
    """Return a sample with one to six changes; now and then something without any sense."""
    if chance.random() < 0.02:
        return chance.randbytes(chance.randrange(200))
    found = bytearray(chance.choice(samples))
    for _ in range(1 + int(chance.expovariate(0.7))):
        place = chance.randrange(len(found) + 1)
        chance.choice(CHANGES)(found, place, chance, samples)
    return bytes(found[:MOST])


def _flip(found: bytearray, place: int, chance: random.Random, _: list[bytes]) -> None:
    if place < len(found):
        found[place] ^= 1 << chance.randrange(8)


def _set(found: bytearray, place: int, chance: random.Random, _: list[bytes]) -> None:
    if place < len(found):
        found[place] = chance.randrange(256)


def _insert(found: bytearray, place: int, chance: random.Random, _: list[bytes]) -> None:
    found[place:place] = chance.choice(TOKENS)


def _delete(found: bytearray, place: int, chance: random.Random, _: list[bytes]) -> None:
    del found[place : place + 1 + int(chance.expovariate(0.1))]


def _cut(found: bytearray, place: int, chance: random.Random, _: list[bytes]) -> None:
    del found[place:]


def _repeat(found: bytearray, place: int, chance: random.Random, _: list[bytes]) -> None:
    part = found[place : place + chance.randrange(1, 40)]
    found[place:place] = part * chance.randrange(1, 20)


def _splice(found: bytearray, place: int, chance: random.Random, samples: list[bytes]) -> None:
    other = chance.choice(samples)
    start = chance.randrange(len(other) + 1)
    found[place:] = other[start:]


def _number(found: bytearray, place: int, chance: random.Random, _: list[bytes]) -> None:
    """Write a length that a header may hold."""
    value = chance.choice([0, 1, 255, 256, 2**15, 2**16, 2**31 - 1, 2**31, 2**32 - 1, 2**62])
    found[place : place + 4] = (value & 0xFFFFFFFF).to_bytes(4, "little")


CHANGES = (_flip, _set, _insert, _delete, _cut, _repeat, _splice, _number)
