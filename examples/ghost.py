"""Ghost: take turns adding a letter, and never finish a word.

The letters so far must start some word of the list; the player who completes one loses. The state contains a string,
so the game is not compiled: it runs as plain Python, like any other game but more slowly.
"""

from typing import NamedTuple

from fourfold.rules import ONGOING

WORDS = """
acorn actor adder after agent amber angel ankle apple april arena armor arrow aspen atlas attic badge baker banjo
basil beach beard berry birch bison black blade blank blaze board bonus bread brick bride brook brown brush cabin
camel candy canoe cargo cedar chain chair chalk charm chess cliff clock cloud clown coral crane creek crown dairy
daisy dance delta desert diver donkey dragon drum eagle earth elbow ember engine event fable falcon field flame
flock flute forest frame fruit garden ghost ghoul giant glass globe grain grape green guitar hammer harbor hazel
heart honey horse house island ivory jacket jelly jewel judge juice kettle knife knot ladder lemon lever light
"""
LIST = frozenset(WORDS.split())
MAX_MOVES = 26


class State(NamedTuple):
    letters: str
    """The letters so far; their number shows whose turn it is."""


def init_state(player=1):
    return State("")


def expand(state, moves):
    """Write the letters, 0 for a to 25 for z, that can continue towards a word."""
    size = len(state.letters)
    following = sorted({word[size] for word in LIST if word.startswith(state.letters)})
    for n, letter in enumerate(following):
        moves[n] = ord(letter) - ord("a")
    return len(following)


def apply(state, move):
    return State(state.letters + chr(ord("a") + move))


def test_terminal(state):
    return 1 if state.letters in LIST else ONGOING


def text(state):
    return state.letters


def parse(text):
    if not any(word.startswith(text) for word in LIST):
        raise ValueError(f"no word of the list begins with {text!r}")
    return State(text)


def board(state):
    return [state.letters.upper() or "_"]


def move_text(state, move):
    return chr(ord("a") + move)
