"""PDN, the portable notation of draughts games. 1-0 means that the first player, Black, won."""

import re
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from ..storage.atomic_files import write_whole

RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
OUTCOMES = {"1-0": 1, "2-0": 1, "1/2-1/2": 0, "1-1": 0, "0-1": -1, "0-2": -1}
"""Results for the first player; some files count two points per game. Anything else, such as 0-0, is unknown."""
UNKNOWN = "*"

TOKEN = re.compile(
    r"""\s+
    | (?P<comment>\{)
    | (?P<remark>;.*|%.*)
    | (?P<open>\() | (?P<close>\))
    | \[\s*(?P<tag>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]
    | (?P<result>(?:1/2-1/2|[01]-[01]|2-0|0-2|\*)(?![\w/:-]))   # 1-1 is no move: no circle ends on 1
    | (?P<move>\d+(?:[-x:]\d+)+)[!?*]*(?:[a-z][\w.,]*)?   # collections have remarks glued to a move
    | \d*\.+ | \$\d+ | [!?]+      # move numbers and marks of a move's merit""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)


class PdnGame(NamedTuple):
    """One game of a file: its tags (the result is always among them) and its moves as they are written."""

    tags: dict[str, str]
    moves: list[str]


def read(path: str | Path) -> Iterator[PdnGame]:
    """Yield the games of a PDN file."""
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as lines:
            yield from parse(lines, str(path))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None


def parse(lines: Iterable[str], name: str = "PDN") -> Iterator[PdnGame]:
    """Yield the games in lines; name is their file in messages.

    A game ends with its result, or where the tags of the next begin. Comments and variations are skipped.
    """
    game = PdnGame({}, [])
    for token in _main_line(lines, name):
        if token["tag"]:
            if game.moves:
                yield _ended(game, UNKNOWN)
                game = PdnGame({}, [])
            game.tags[token["tag"]] = re.sub(r"\\(.)", r"\1", token["value"])
        elif token["move"]:
            game.moves.append(token["move"].lower())
        elif token["result"]:
            yield _ended(game, token["result"])
            game = PdnGame({}, [])
    if game.tags or game.moves:
        yield _ended(game, UNKNOWN)


def _ended(game: PdnGame, result: str) -> PdnGame:
    """Return game with its result, which is used if the tag has none."""
    if game.tags.get("Result", UNKNOWN) == UNKNOWN:
        game.tags["Result"] = result
    return game


def outcome(tags: dict[str, str]) -> int | None:
    """Return 1, 0 or -1 for the first player, Black; None if the result is unknown."""
    return OUTCOMES.get(tags["Result"].replace(" ", ""))


def _main_line(lines: Iterable[str], name: str) -> Iterator[re.Match[str]]:
    """Yield the tokens outside comments and variations."""
    opened: list[int] = []  # lines where the variations begin that are not closed yet
    comment = number = 0  # comment: the line where the open comment begins
    for number, line in enumerate(lines, 1):
        at = 0
        while at < len(line):
            if comment:
                end = line.find("}", at)
                comment, at = (comment, len(line)) if end < 0 else (0, end + 1)
                continue
            token = TOKEN.match(line, at)
            if token is None:
                raise InputError(f"{name}, line {number}: {_first_word(line[at:])!r} is not PDN")
            at = token.end()
            if token["comment"]:
                comment = number
            elif token["open"]:
                opened.append(number)
            elif token["close"]:
                if not opened:
                    raise InputError(f"{name}, line {number}: a variation ends that never started")
                opened.pop()
            elif not opened:
                yield token
    if comment or opened:
        kind = "comment" if comment else "variation"
        raise InputError(f"{name}, line {comment or opened[-1]}: this {kind} never ends")


def _first_word(text: str) -> str:
    return (text.split() or [text])[0][:40]


def write(path: str | Path, games: Iterable[tuple[dict[str, str], str]]) -> None:
    """Write games, each its tags (with a Result) and its movetext."""
    write_whole(path, "".join(text(tags, movetext) + "\n" for tags, movetext in games))


def text(tags: dict[str, str], movetext: str) -> str:
    """Return one game: its tags, its movetext and the result in lines of at most 80 characters."""
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    return "\n".join([*lines, *textwrap.wrap(f"{movetext} {tags['Result']}", 80, break_on_hyphens=False), ""])


def _escaped(value: str) -> str:
    """Return value escaped for a tag, which must be one line."""
    return re.sub(r'(["\\])', r"\\\1", re.sub(r"[\r\n]+", " ", value))
