"""Rolls and plays of backgammon as people write them: `31: 8/5 6/5`, `bar/22*`, `6/off`, `24/18*/14`, `13/7(2)`.

A place is 0 off, 1 to 24 a point, 25 the bar, by the numbers of the side that moves.
"""

import re
from collections.abc import Iterable
from itertools import groupby, pairwise

OFF, BAR = 0, 25
NO_PLAY = "no play"
NAMES = {OFF: "off", BAR: "bar"}
PLACES = {"off": OFF, "bar": BAR}
ROLL = re.compile("[1-6][1-6]:?")
CHAIN = re.compile(r"((?:bar|[0-9]{1,2})(?:/(?:off|[0-9]{1,2})\*?)+)(?:\(([1-4])\))?")


def is_roll(text: str) -> bool:
    return ROLL.fullmatch(text) is not None


def write(steps: Iterable[tuple[int, int]], blots: set[int]) -> str:
    """Return a play of steps, (place before, place after), where the opponent has these blots.

    Of the places on a checker's way, only those where it hits are written.
    """
    chains: list[list[int]] = []
    for before, after in steps:
        chain = next((chain for chain in chains if chain[-1] == before), None)
        if chain is None:
            chain = [before]
            chains.append(chain)
        elif before not in blots:
            chain.pop()
        chain.append(after)
    texts = ["/".join(NAMES.get(place, str(place)) + "*" * (place in blots) for place in chain) for chain in chains]
    times = {text: texts.count(text) for text in texts}
    return " ".join(text if count == 1 else f"{text}({count})" for text, count in times.items()) or NO_PLAY


def read(text: str) -> list[tuple[int, int]]:
    """Return the steps that a play names, in order; ValueError if it is not written as one."""
    steps: list[tuple[int, int]] = []
    for word in text.lower().split():
        found = CHAIN.fullmatch(word)
        if not found:
            raise ValueError(f"{word!r} is not part of a play such as 8/5, bar/22*, 6/off or 13/7(2)")
        names = found[1].replace("*", "").split("/")
        places = [PLACES[name] if name in PLACES else int(name) for name in names]
        steps += list(pairwise(places)) * int(found[2] or 1)
    return steps


def join(texts: list[str]) -> str:
    """Return rolls and plays as one line."""
    return " ".join(text + ":" if is_roll(text) else text for text in texts)


def split(line: str) -> list[str]:
    """Return the rolls and plays of a line, with or without numbers before the turns (`1.` or `1)`)."""
    words = re.sub(r"(?<!\S)[0-9]+[.)]+(?!\S)|,", " ", line).split()
    texts: list[str] = []
    for are_rolls, group in groupby(words, is_roll):
        found = list(group)
        texts += [word[:2] for word in found] if are_rolls else [" ".join(found)]
    return texts
