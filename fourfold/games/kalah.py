"""Kalah: sow seeds around the board; whoever has more in the store at the end wins.

A side has PITS pits with SEEDS seeds each, and a store. A move takes all seeds of an own pit and sows them one by one,
counter-clockwise: into the own pits that follow, the own store, the opponent's pits, and on from the first own pit; the
opponent's store is left out. If the last seed falls into the own store, the side moves again. If it falls into an
empty own pit and the pit opposite holds seeds, these and the last seed go to the own store. When a side has no seeds
in its pits, the game ends, and the other side puts the seeds in its pits into its own store.

A side's pits are the bytes of a word, in the order in which they are sown.
"""

from re import fullmatch
from typing import NamedTuple

import numpy as np

from ..bits import U, index, lowest, popcount
from ..rules import ONGOING

PITS = 6
SEEDS = 4
OPTIONS = {"pits": range(1, 8), "seeds": range(1, 16)}
MAX_MOVES = PITS
POINTS = 2 * PITS * SEEDS

LAP = 2 * PITS + 1
"""Where a seed can fall: all pits and the own store."""
BYTE = U(0xFF)
ONES = U(sum(1 << 8 * pit for pit in range(PITS)))
"""One seed in every pit."""


class State(NamedTuple):
    own: np.uint64
    """Seeds in the pits of the side to move."""
    opponent: np.uint64
    own_store: int
    opponent_store: int
    player: int
    """Who is to move: 1 or -1."""


def init_state(player=1):
    return State(ONES * U(SEEDS), ONES * U(SEEDS), 0, 0, player)


def expand(state, moves):
    """Write the pits with seeds, from 0, which is farthest from the store."""
    filled = with_seeds(state.own)
    n = 0
    while filled:
        moves[n] = index(lowest(filled)) // 8
        filled &= filled - U(1)
        n += 1
    return n


def apply(state, move):
    seeds = seeds_in(state.own, move)
    own = state.own ^ U(seeds) << U(8 * move)
    opponent, store = state.opponent, state.own_store
    while seeds >= LAP:  # once around, which is rare
        own, opponent, store, seeds = own + ONES, opponent + ONES, store + 1, seeds - LAP
    last = move + seeds
    own += ones(move + 1, last + 1)
    if last >= PITS:
        store += 1
        opponent += ones(0, last - PITS)
        own += ones(0, last + 1 - LAP)
        last = last % LAP
    if last < PITS and seeds_in(own, last) == 1:
        own, opponent, captured = capture(own, opponent, last)
        store += captured
    opponent_store = state.opponent_store
    if own == U(0) or opponent == U(0):
        store, opponent_store = store + sum_of(own), opponent_store + sum_of(opponent)
        own, opponent = U(0), U(0)
    if last == PITS:
        return State(own, opponent, store, opponent_store, state.player)
    return State(opponent, own, opponent_store, store, -state.player)


def test_terminal(state):
    if state.own:
        return ONGOING
    ahead = points(state)
    return 1 if ahead > 0 else -1 if ahead < 0 else 0


def moves_again(before, after):
    return before.player == after.player


def points(state):
    return state.own_store - state.opponent_store


def pick_move(state, share, moves):
    """Return the pit at place int(share * n) of the n pits with seeds."""
    filled = with_seeds(state.own)
    for _ in range(int(share * popcount(filled))):
        filled &= filled - U(1)
    return index(lowest(filled)) // 8


def count_moves(state):
    return popcount(with_seeds(state.own))


def capture(own, opponent, pit):
    """Return both sides' pits and the number of seeds won by the last seed, which has fallen into the own empty pit."""
    opposite = seeds_in(opponent, PITS - 1 - pit)
    if opposite == 0:
        return own, opponent, 0
    return own ^ U(1) << U(8 * pit), opponent ^ U(opposite) << U(8 * (PITS - 1 - pit)), opposite + 1


def seeds_in(pits, pit):
    return np.int64(pits >> U(8 * pit) & BYTE)


def with_seeds(pits):
    """Return the lowest bit of every pit that has seeds."""
    pits |= pits >> U(4)
    pits |= pits >> U(2)
    return (pits | pits >> U(1)) & ONES


def sum_of(pits):
    """Return the number of seeds in all pits of a side."""
    total = 0
    for pit in range(PITS):
        total += seeds_in(pits, pit)
    return total


def ones(first, end):
    """Return one seed in each of the pits from first up to end; either may lie outside the row."""
    end = min(end, PITS)
    if first >= end:
        return U(0)
    return ONES >> U(8 * (PITS - end)) & ~((U(1) << U(8 * first)) - U(1))


VARIABLES = 6 * PITS + 1
"""Of every pit: its seeds, whether it is empty, and whether its last seed falls into the store; and the stores."""


def variables(state, out):
    """Write the own pits, positive, then the opponent's, negative, each in the order of sowing."""
    write_pits(state.own, 1.0, out, 0)
    write_pits(state.opponent, -1.0, out, 3 * PITS)
    out[6 * PITS] = (state.own_store - state.opponent_store) / (PITS * SEEDS)


def fixed_variables(state, out):
    """Write the same from the first player's view."""
    if state.player == 1:
        variables(state, out)
    else:
        variables(State(state.opponent, state.own, state.opponent_store, state.own_store, 1), out)
    return state.player


def write_pits(pits, sign, out, place):
    for pit in range(PITS):
        seeds = seeds_in(pits, pit)
        out[place + pit] = sign * seeds / (2 * SEEDS)
        out[place + PITS + pit] = sign if seeds == 0 else 0.0
        out[place + 2 * PITS + pit] = sign if seeds > 0 and (pit + seeds) % LAP == PITS else 0.0


TITLE = "Kalah"
NUMBERS = "1234567"[:PITS]
STYLE = {
    "names": ("South", "North"), "first": "#e0c097", "second": "#d8a25f", "rims": ("#8a5a2b", "#7a4a1e"),
    "light": "#a9703c", "dark": "#a9703c", "line": "#8a5a2b", "last": "#f2d49b", "frame": "#6b4423", "label": "#f6e7cf",
    "columns": f" {NUMBERS[::-1]} ", "below": f" {NUMBERS} ", "inside": "", "faint": "#f6e7cf", "shape": "pit",
}  # fmt: skip


def board(state):
    """Return North's store and pits, sown from right to left, above South's pits and store."""
    (south, south_store), (north, north_store) = _sides(state)
    upper = [f"o{seeds}" for seeds in (north_store, *reversed(north))]
    lower = [f"x{seeds}" for seeds in (*south, south_store)]
    return [(*upper, " "), (" ", *lower)]


def _sides(state):
    """Return the seeds of the pits and of the store, of the first player and of the second."""
    own, opponent = ([int(seeds_in(pits, pit)) for pit in range(PITS)] for pits in (state.own, state.opponent))
    sides = (own, state.own_store), (opponent, state.opponent_store)
    return sides if state.player == 1 else sides[::-1]


def text(state):
    """Return the pits and the store of both sides, in the order of sowing, and the side to move."""
    sides = [",".join(map(str, (*pits, store))) for pits, store in _sides(state)]
    return " ".join((*sides, "x" if state.player == 1 else "o"))


def parse(text):
    """Return the state of `4,4,4,4,4,4,0 4,4,4,4,4,4,0 x`, or None for a line of moves (`3 6 1`)."""
    words = text.lower().split()
    return _parse_board(text, words) if words and words[-1] in ("x", "o") else None


def _parse_board(text, words):
    if len(words) != 3 or not all(fullmatch(rf"[0-9]{{1,3}}(,[0-9]{{1,3}}){{{PITS}}}", side) for side in words[:2]):
        raise ValueError(f"{text!r} is neither moves (`3 6 1`) nor both sides' {PITS} pits and store, then x or o")
    south, north = ([int(number) for number in side.split(",")] for side in words[:2])
    if sum(south + north) != POINTS:
        raise ValueError(f"there are {sum(south + north)} seeds, not {POINTS}")
    if (sum(south[:-1]) == 0) != (sum(north[:-1]) == 0):
        raise ValueError("a side's pits are empty: the game is over, and the other side's seeds belong in its store")
    own, opponent = (south, north) if words[2] == "x" else (north, south)
    return State(_word(own), _word(opponent), own[-1], opponent[-1], 1 if words[2] == "x" else -1)


def _word(numbers):
    return U(sum(seeds << 8 * pit for pit, seeds in enumerate(numbers[:-1])))


def move_text(state, move):
    """Return the number of the pit, from 1, which is farthest from the own store."""
    return str(move + 1)


def parse_move(state, text):
    if not fullmatch("[1-9]", text.strip()) or int(text) > PITS:
        raise ValueError(f"{text!r} is not a pit; pits are 1 to {PITS}, the highest is next to the own store")
    if not seeds_in(state.own, int(text) - 1):
        raise ValueError(f"pit {text.strip()} is empty")
    return int(text) - 1


def routes(state):
    """Return the pit to click on for each move; North's are above, in reverse, after its store."""
    first, step = (PITS + 2, 1) if state.player == 1 else (PITS + 1, -1)
    return [((first + step * pit,), pit) for pit in range(PITS) if seeds_in(state.own, pit)]
