"""Backgammon: bring all fifteen checkers home and off by the roll of two dice; gammons count double.

Each side sees its own points numbered 1 to 24, moves from 24 to 1 and bears off from 1 to 6; its point p is the
opponent's point 25 - p. A side's checkers are counted in four bits for each place: 0 off, 1 to 24 the points, 25 the
bar; places 0 to 15 in one word, 16 to 25 in another.

A turn is a roll and a play. A play is one move: up to four parts of ten bits, a checker's place before (five bits) and
after, in descending order. Plays that lead to the same position are the same move: the two steps of one checker are one
part, unless it hits halfway. With a double every step is a part of its own.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..bits import NIBBLE, U, count_at, index, lowest, mirrored, places_with_any, places_with_two, shift_one
from ..rules import ONGOING
from .notation import backgammon_ids, backgammon_plays
from .notation.backgammon_ids import Position

MAX_MOVES = 3060
"""The ways to choose four of fifteen points, with repetition."""
CHANCES = 21
POINTS = 3
SCORE_TELLS = False  # there are none before the end

PASS = 0
OFF, BAR = 0, 25
MEN = 15
OPENING = -1
"""The dice before the first roll of the game, which is no double."""
PART = 10
"""Bits of a part of a play."""
ANY, NO_PLAY = np.int64(BAR), np.int64(0)
ON_BOARD, POINTS_MASK = U((1 << 26) - 2), U((1 << 25) - 2)
"""Bits of the places 1 to 25, and of those that are points."""


class State(NamedTuple):
    own_low: np.uint64
    """Checkers of the side to move, off and on its points 1 to 15."""
    own_high: np.uint64
    """On its points 16 to 24 and on the bar."""
    opponent_low: np.uint64
    """The opponent's, by the opponent's own numbers."""
    opponent_high: np.uint64
    player: int
    """The side to move: 1 or -1."""
    dice: int
    """The roll, larger die first (31); 0 while it is awaited, OPENING before the first."""


START_LOW = U(5 << 4 * 6 | 3 << 4 * 8 | 5 << 4 * 13)
START_HIGH = U(2 << 4 * (24 - 16))


def init_state(player=1):
    """Return the state in which player has won the opening roll, whose numbers are still to be drawn."""
    return State(START_LOW, START_HIGH, START_LOW, START_HIGH, player, OPENING)


def chance(state, outcomes, probabilities):
    """Write the rolls, if one is awaited: doubles are half as likely as others, and the opening roll is none."""
    if state.dice > 0:
        return 0
    n = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            if low < high or state.dice != OPENING:
                outcomes[n] = 10 * high + low
                probabilities[n] = 1 / 15 if state.dice == OPENING else 1 / 36 if low == high else 2 / 36
                n += 1
    return n


def expand(state, moves):
    """Write the plays, each position that they lead to once: as many dice as possible, the larger if only one."""
    occupied = places_with_any(state.own_low, state.own_high) & ON_BOARD
    blocked = mirrored(places_with_two(state.opponent_low, state.opponent_high) & POINTS_MASK) >> U(31 - 25)
    high, low = state.dice // 10, state.dice % 10
    n = NO_PLAY
    if high == low:
        for count in range(4, 0, -1):
            n = repeat(state.own_low, state.own_high, occupied, blocked, high, ANY, count, NO_PLAY, NO_PLAY, moves, n)
            if n:
                return n
    else:
        n = play_both(state, occupied, blocked, high, low, moves, 0)
        n = play_both(state, occupied, blocked, low, high, moves, n)
        if n == 0:
            n = play_one(occupied, blocked, high, moves)
        if n == 0:
            n = play_one(occupied, blocked, low, moves)
    if n == 0:
        moves[0] = PASS
        n = 1
    return n


def apply(state, move):
    if state.dice <= 0:
        return State(
            state.own_low, state.own_high, state.opponent_low, state.opponent_high, state.player, np.int64(move)
        )
    own_low, own_high = state.own_low, state.own_high
    opponent_low, opponent_high = state.opponent_low, state.opponent_high
    while move:
        before, after = move & 31, move >> 5 & 31
        own_low, own_high = shift_one(own_low, own_high, before, after)
        if after != OFF and count_at(opponent_low, opponent_high, 25 - after):
            opponent_low, opponent_high = shift_one(opponent_low, opponent_high, 25 - after, BAR)
        move >>= PART
    return State(opponent_low, opponent_high, own_low, own_high, -state.player, 0)


def test_terminal(state):
    return -1 if (state.opponent_low & NIBBLE) == U(MEN) else ONGOING


def moves_again(before, after):
    return before.player == after.player


def points(state):
    """Return what the side to move has lost: 1, 2 for a gammon, 3 for a backgammon; 0 while the game goes on.

    A gammon: it has borne off no checker. A backgammon: and still has one on the bar or in the opponent's home.
    """
    if (state.opponent_low & NIBBLE) != U(MEN):
        return 0
    if state.own_low & NIBBLE:
        return -1
    return -3 if state.own_high >> U(4 * (19 - 16)) else -2


def movable(occupied, blocked, die):
    """Return the places from which a checker can move by a die, as bits."""
    if occupied >> U(BAR):
        occupied = U(1) << U(BAR)
    found = occupied & ~(blocked << U(die)) & ~((U(2) << U(die)) - U(1))
    if occupied >> U(7) == U(0):  # all at home: bear off
        found |= occupied & U(1) << U(die)
        if occupied >> U(die) == U(0):
            found |= highest(occupied)
    return found


def highest(bits):
    """Return the highest of the bits 1 to 6; 0 if there is none."""
    bits |= bits >> U(1)
    bits |= bits >> U(2)
    bits |= bits >> U(4)
    return bits ^ bits >> U(1)


def places_after(low, high, occupied, before, after):
    """Return the occupied places after a step from before to after."""
    if count_at(low, high, before) == 1:
        occupied ^= U(1) << U(before)
    return (occupied | U(1) << U(after)) & ~U(1)


def repeat(low, high, occupied, blocked, die, last, count, move, shift, moves, n):
    """Write move followed by every count steps of die in descending order, the first from last or below.

    Every play of a double can be made in this order, and plays from different places lead to different positions.
    """
    sources = movable(occupied, blocked, die) & ((U(2) << U(last)) - U(1))
    while sources:
        source = lowest(sources)
        sources ^= source
        before = index(source)
        after = max(before - die, OFF)
        longer = move | part(before, after) << shift
        if count == 1:
            moves[n] = longer
            n += 1
        else:
            left = places_after(low, high, occupied, before, after)
            new_low, new_high = shift_one(low, high, before, after)
            n = repeat(new_low, new_high, left, blocked, die, before, count - 1, longer, shift + PART, moves, n)
    return n


def play_both(state, occupied, blocked, first, second, moves, n):
    """Write the plays of first, then second, that are not yet among the n moves; return how many there are then."""
    sources = movable(occupied, blocked, first)
    while sources:
        source = lowest(sources)
        sources ^= source
        before = index(source)
        after = max(before - first, OFF)
        left = places_after(state.own_low, state.own_high, occupied, before, after)
        hits = after != OFF and count_at(state.opponent_low, state.opponent_high, 25 - after) > 0
        others = movable(left, blocked, second)
        while others:
            other = lowest(others)
            others ^= other
            start = index(other)
            move = joined(before, after, hits, start, max(start - second, OFF))
            if not contains(moves, n, move):
                moves[n] = move
                n += 1
    return n


def joined(before, after, hits, start, end):
    """Return the play of two steps, the first from before to after, the same for all ways to the same position."""
    if start == after and not hits:
        return part(before, end)
    if end == before:
        return part(start, after)
    first, second = part(before, after), part(start, end)
    if (start, end) > (before, after):
        first, second = second, first
    return first | second << PART


def part(before, after):
    return np.int64(before | after << 5)


def contains(moves, n, move):
    return move in moves[:n]


def compiled_contains(moves, n, move):
    found = False
    for i in range(n):
        found |= moves[i] == move
    return found


def play_one(occupied, blocked, die, moves):
    """Write the plays of a single die; return how many there are."""
    sources, n = movable(occupied, blocked, die), 0
    while sources:
        source = lowest(sources)
        sources ^= source
        moves[n] = part(index(source), max(index(source) - die, OFF))
        n += 1
    return n


SIDE_VARIABLES = 24 * 4 + 3
VARIABLES = 2 * SIDE_VARIABLES
"""Of each side, for every point: a blot, two or more, three, and how many beyond three; the bar, off, and the pips."""


def variables(state, out):
    """Write the own checkers, positive, from point 1 to 24, then the opponent's, negative, by its own numbers."""
    write_side(state.own_low, state.own_high, 1.0, out, 0)
    write_side(state.opponent_low, state.opponent_high, -1.0, out, SIDE_VARIABLES)


def changes(before, after, out):
    """A roll changes nothing; after a play, each side sees the board from the other end."""
    return 0 if moves_again(before, after) else -1


def write_side(low, high, sign, out, place):
    pips = BAR * count_at(low, high, BAR)
    for point in range(1, 25):
        count = count_at(low, high, point)
        out[place] = sign if count == 1 else 0.0
        out[place + 1] = sign if count >= 2 else 0.0
        out[place + 2] = sign if count == 3 else 0.0
        out[place + 3] = sign * (count - 3) / 2 if count > 3 else 0.0
        pips += point * count
        place += 4
    out[place] = sign * count_at(low, high, BAR) / 2
    out[place + 1] = sign * count_at(low, high, OFF) / MEN
    out[place + 2] = sign * pips / 100


TITLE = "Backgammon"
STYLE = {
    "names": ("White", "Red"), "first": "#f4ecdc", "second": "#a4343a", "rims": ("#b9ab8c", "#6d1d22"),
    "light": "#d9c39a", "dark": "#9c6b43", "line": "#f0e2c4", "last": "#5f8a3a", "frame": "#4a2e1b", "label": "#f1dfbf",
    "columns": (*map(str, range(13, 19)), "bar", *map(str, range(19, 25)), "off"),
    "below": (*map(str, range(12, 6, -1)), "bar", *map(str, range(6, 0, -1)), "off"),
    "mirrored": True, "inside": "", "faint": "#4a2e1b", "shape": "point", "trays": (6, 13),
}  # fmt: skip


def board(state):
    """Return two rows of stacks as the first player sees them: points 13 to 24 above 12 to 1.

    The bar is the column in the middle, checkers borne off are at the right: the second player's above, the first's
    below.
    """
    first, second = _sides(state)
    stacks = [_stack("x", first[point]) if first[point] else _stack("o", second[25 - point]) for point in range(26)]
    upper, lower = stacks[13:25], stacks[12:0:-1]
    return [
        (*upper[:6], _stack("o", second[BAR]), *upper[6:], _stack("o", second[OFF])),
        (*lower[:6], _stack("x", first[BAR]), *lower[6:], _stack("x", first[OFF])),
    ]


def _stack(letter, count):
    return f"{letter}{count}" if count else "."


def _sides(state):
    """Return how many checkers are at each place, by its own numbers: of the first player and of the second."""
    own, opponent = _counts(state.own_low, state.own_high), _counts(state.opponent_low, state.opponent_high)
    return (own, opponent) if state.player == 1 else (opponent, own)


def _counts(low, high):
    return [int(count_at(low, high, place)) for place in range(26)]


def text(state):
    """Return GNU Backgammon's position ID and match ID, `4HPwATDgc/ABMA:cAkAAAAAAAAA`."""
    over = test_terminal(state) != ONGOING
    game_state = backgammon_ids.OVER if over else 1 - (state.dice == OPENING)
    first, second = _sides(state)
    return backgammon_ids.write(Position(first, second, state.player, max(state.dice, 0), game_state))


def parse(text):
    """Return the state of a position ID, alone or with a match ID, or of an XGID; None for rolls and plays."""
    line = split_moves(text)
    if not line or backgammon_plays.is_roll(line[0]):
        return None
    first, second, player, dice, game_state = backgammon_ids.read(text)
    own, opponent = (_words(side) for side in ((first, second) if player == 1 else (second, first)))
    starts = game_state == backgammon_ids.NOT_STARTED and dice == 0 and own == opponent == (START_LOW, START_HIGH)
    return State(*own, *opponent, player, OPENING if starts else dice)


def _words(counts):
    low, high = (sum(count << 4 * place for place, count in enumerate(part)) for part in (counts[:16], counts[16:]))
    return U(low), U(high)


def move_text(state, move):
    """Return a roll as `31`, a play as `8/5 6/5`, `bar/22*`, `6/off`, `24/18*/14`, `13/7(2)` or `no play`."""
    if state.dice <= 0:
        return str(move)
    opponent = _counts(state.opponent_low, state.opponent_high)
    return backgammon_plays.write(_parts(move), {25 - place for place in range(1, 25) if opponent[place] == 1})


def _parts(move):
    while move:
        yield int(move & 31), int(move >> 5 & 31)
        move >>= PART


def parse_move(state, text):
    """Return the roll or play of a text; of a play, any order and any steps that lead to the same position."""
    word = " ".join(text.lower().split())
    if state.dice <= 0:
        return _parse_roll(state, word)
    plays = _plays(state)
    if word in (backgammon_plays.NO_PLAY, "pass"):
        if PASS not in plays:
            raise ValueError("passing is allowed only when there is no legal play")
        return PASS
    own, opponent = _played(state, sorted(backgammon_plays.read(word), reverse=True))
    same = [move for move, (other, _) in plays.items() if other == own]
    if len(same) > 1:  # a blot on the way is hit only by who stops there
        same = [move for move in same if plays[move][1] == opponent]
    if not same:
        raise ValueError(f"{word} is not a legal play of {state.dice}")
    return same[0]


@lru_cache(16)
def _plays(state):
    """Return the words of the side that has moved, and of the other, after every play: many are read in one state."""
    moves = np.empty(MAX_MOVES, np.int64)
    children = {move: apply(state, move) for move in moves[: expand(state, moves)].tolist()}
    return {move: (child[2:4], child[:2]) for move, child in children.items()}


def _parse_roll(state, word):
    if not backgammon_plays.is_roll(word):
        raise ValueError(f"{word!r} is not a roll such as 31")
    if state.dice == OPENING and word[0] == word[1]:
        raise ValueError("the opening roll is no double")
    return int(max(word[:2]) + min(word[:2]))


def _played(state, steps):
    """Return the words of both sides after steps, legal or not; ValueError for a step that no checker can make."""
    own, opponent = (state.own_low, state.own_high), (state.opponent_low, state.opponent_high)
    for before, after in steps:
        if not after < before <= BAR or not count_at(*own, before):
            raise ValueError(f"no checker can go from {before} to {after}")
        own = shift_one(*own, before, after)
        if after != OFF and count_at(*opponent, 25 - after) == 1:
            opponent = shift_one(*opponent, 25 - after, BAR)
    return own, opponent


def join_moves(texts):
    """Return a game as `31: 8/5 6/5 64: 24/14`."""
    return backgammon_plays.join(texts)


def split_moves(text):
    return backgammon_plays.split(text)


def routes(state):
    """Return the squares of each play, 0 between its parts; who goes on with both dice may stop on either way."""
    if state.dice <= 0:
        return []
    moves, found = np.empty(MAX_MOVES, np.int64), []
    for move in moves[: expand(state, moves)].tolist():
        parts = list(_parts(move))  # none in a pass, which nobody clicks
        if not parts:
            break
        for stop in _stops(state, parts) or [None]:
            ways = [(before, after) if stop is None else (before, stop, after) for before, after in parts]
            squares = [square for way in ways for square in (0, *(_square(place, state.player) for place in way))]
            found.append((tuple(squares[1:]), move))
    return found


def _stops(state, parts):
    """Return the open points on which the only checker of a play may stop between its two dice."""
    dice = divmod(state.dice, 10)
    if len(parts) != 1 or dice[0] == dice[1] or parts[0][0] - parts[0][1] in dice:
        return []
    stops = [parts[0][0] - die for die in dice]
    return [stop for stop in stops if stop > parts[0][1] and not count_at(*_opponent(state), 25 - stop)]


def _opponent(state):
    return state.opponent_low, state.opponent_high


def _square(place, player):
    """Return the number of a place's square, counted from 1 at the upper left."""
    if place in (OFF, BAR):
        return {OFF: 28, BAR: 21}[place] - (0 if player == 1 else 14)
    point = place if player == 1 else 25 - place
    return point - 12 + (point > 18) if point > 12 else 27 - point + (point < 7)
