"""Position and match IDs of GNU Backgammon, and XGIDs, of which only what a game without a cube needs is used.

A side's checkers are a list of counts by its own numbers: 0 off, 1 to 24 the points, 25 the bar. Its point p is the
other side's point 25 - p. The first player is X, GNU Backgammon's player 1, and the second O, its player 0.
"""

import base64
import binascii
from re import IGNORECASE, Match, fullmatch, sub
from typing import NamedTuple

OFF, BAR, MEN = 0, 25, 15
POSITION_BYTES, MATCH_BYTES = 10, 9
NOT_STARTED, PLAYING, OVER = 0, 1, 2
"""The state of the game in a match ID."""
CENTRED = 3
"""The owner of a cube that nobody owns."""
LABELS = r"GNU Backgammon|(Position|Match)\s*ID\s*:|GNUID\s*="
GNU_ID = r"([A-Za-z0-9+/]{14})(?:[\s:]+([A-Za-z0-9+/]{12}))?"
XGID = r"(?:XGID=)?([-a-oA-O]{26}):(\d+):(-?[01]):(-?1):(\w+)((?::\w+){0,5})"
NOT_AN_ID = "it is neither a GNU Backgammon ID such as 4HPwATDgc/ABMA:cAkAAAAAAAAA nor an XGID"


class Position(NamedTuple):
    first: list[int]
    """The first player's checkers."""
    second: list[int]
    player: int
    """The side to move: 1 or -1."""
    dice: int
    """The roll, larger die first; 0: it is awaited."""
    game_state: int


def write(position: Position) -> str:
    """Return the position ID and the match ID, joined by a colon."""
    sides = (position.second, position.first) if position.player == 1 else (position.first, position.second)
    bits = "".join("1" * count + "0" for side in sides for count in side[1:])
    return f"{_encode(bits, POSITION_BYTES)}:{_encode(_match_bits(position), MATCH_BYTES)}"


def read(text: str) -> Position:
    """Return what a GNU Backgammon ID, with or without its match ID, or an XGID says; ValueError if it is none."""
    words = sub(LABELS, " ", text[:200], flags=IGNORECASE).strip()
    if found := fullmatch(XGID, words):
        return _checked(_read_xgid(found))
    if found := fullmatch(GNU_ID, words):
        opponent, own = _read_position_id(found[1])
        player, dice, game_state = _read_match_id(found[2]) if found[2] else (1, 0, PLAYING)
        sides = (own, opponent) if player == 1 else (opponent, own)
        return _checked(Position(*sides, player, dice, game_state))
    raise ValueError(NOT_AN_ID)


def _match_bits(position: Position) -> str:
    mover, dice = position.player == 1, divmod(position.dice, 10)
    cube, offers, widths = (0, CENTRED), 0, (4, 2, 1, 1, 3, 1, 3, 3, 3)
    values = (*cube, mover, 0, position.game_state, mover, offers, *dice)
    return "".join(f"{value:0{width}b}"[::-1] for value, width in zip(values, widths, strict=True))


def _encode(bits: str, size: int) -> str:
    """Return bits, the lowest of each byte first, in base 64 without padding."""
    number = int(bits[::-1] or "0", 2)
    return base64.b64encode(number.to_bytes(size, "little")).decode().rstrip("=")


def _decode(text: str, size: int) -> str:
    """Return the bits of base 64, the lowest of each byte first."""
    try:
        content = base64.b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        raise ValueError(NOT_AN_ID) from None
    return f"{int.from_bytes(content, 'little'):0{8 * size}b}"[::-1]


def _read_position_id(text: str) -> tuple[list[int], list[int]]:
    """Return the checkers of the side that is not on roll, and of the side that is."""
    runs = _decode(text, POSITION_BYTES).split("0")
    counts = [len(run) for run in runs[:50]]
    if len(counts) < 50 or any(runs[50:]):
        raise ValueError(f"{text} is not a position ID: it has too many checkers")
    return _with_off(counts[:25]), _with_off(counts[25:])


def _with_off(counts: list[int]) -> list[int]:
    """Return the checkers at all places, from those on the points and on the bar."""
    return [MEN - sum(counts), *counts]


def _read_match_id(text: str) -> tuple[int, int, int]:
    """Return who is to move, the dice and the state of the game; the cube and the score do not matter here."""
    bits = _decode(text, MATCH_BYTES)

    def field(start: int, width: int) -> int:
        return int(bits[start : start + width][::-1], 2)

    if field(12, 3):
        raise ValueError(f"{text} is a match ID with a double or a resignation offered, which this game does not have")
    return 1 if field(11, 1) else -1, _dice(field(15, 3), field(18, 3), text), field(8, 3)


def _read_xgid(found: Match[str]) -> Position:
    """Return the position; cube, score and match length do not matter here."""
    places, _, _, turn, dice, _ = found.groups()
    first, second = [0] * 26, [0] * 26
    for place, letter in enumerate(places):
        if letter.isupper():
            first[place] = ord(letter) - ord("A") + 1
        elif letter != "-":
            second[25 - place] = ord(letter) - ord("a") + 1
    if first[OFF] or second[OFF]:
        raise ValueError("the first of the 26 letters of an XGID is O's bar, a small letter, the last X's, a capital")
    if not fullmatch("[0-6][0-6]", dice):
        raise ValueError(f"{dice} in the XGID is not a roll; doubles offered are not part of this game")
    roll = _dice(int(dice[0]), int(dice[1]), dice)
    return Position(_with_off(first[1:]), _with_off(second[1:]), int(turn), roll, PLAYING)


def _dice(first: int, second: int, text: str) -> int:
    if max(first, second) > 6 or (first == 0) != (second == 0):
        raise ValueError(f"{text} has the dice {first} and {second}")
    return 10 * max(first, second) + min(first, second)


def _checked(position: Position) -> Position:
    """Return position; ValueError if it cannot be."""
    first, second, player, *_ = position
    own, opponent = (first, second) if player == 1 else (second, first)
    if min(first[OFF], second[OFF]) < 0:
        raise ValueError("a side has more than fifteen checkers")
    if any(first[point] and second[25 - point] for point in range(1, 25)):
        raise ValueError("both sides have checkers on the same point")
    if own[OFF] == MEN:
        raise ValueError("the side to move has borne off all its checkers")
    return position if opponent[OFF] < MEN else position._replace(dice=0, game_state=OVER)
