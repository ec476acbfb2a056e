"""Bits of a word: counted, found and picked; and counts of four bits in two words."""

from hypothesis import given
from hypothesis import strategies as st

from fourfold import bits
from fourfold.bits import U, index, lowest, nth, popcount

COUNTS = st.lists(st.integers(0, 15), min_size=32, max_size=32)


@given(st.integers(1, (1 << 64) - 1))
def test_every_bit_is_found(word):
    places = [place for place in range(64) if word >> place & 1]
    assert popcount(U(word)) == len(places)
    assert index(lowest(U(word))) == places[0]
    assert [nth(U(word), n) for n in range(len(places))] == places


def words(counts):
    low, high = (sum(count << 4 * place for place, count in enumerate(half)) for half in (counts[:16], counts[16:]))
    return U(low), U(high)


def places(found):
    return [place for place in range(32) if int(found) >> place & 1]


@given(COUNTS)
def test_counts_are_read(counts):
    assert [bits.count_at(*words(counts), place) for place in range(32)] == counts
    assert places(bits.places_with_any(*words(counts))) == [place for place in range(32) if counts[place]]
    assert places(bits.places_with_two(*words(counts))) == [place for place in range(32) if counts[place] > 1]


@given(COUNTS, st.integers(0, 31), st.integers(0, 31))
def test_one_goes_from_place_to_place(counts, before, after):
    counts[after] = min(counts[after], 14)
    counts[before] = max(counts[before], 1)
    expected = list(counts)
    expected[before] -= 1
    expected[after] += 1
    assert bits.shift_one(*words(counts), before, after) == words(expected)


@given(st.integers(0, (1 << 32) - 1))
def test_mirrored(number):
    assert places(bits.mirrored(U(number))) == sorted(31 - place for place in places(number))
