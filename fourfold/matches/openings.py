"""Openings: the positions from which matches are played, so that deterministic players do not repeat one game."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..binding.hashing import canonical
from ..errors import InputError
from ..games.interface.game import NO_MOVE, Game
from ..records import pdn
from ..rules import ONGOING
from .dice import drawn

BALLOT_PLIES = 12
"""The longest game without FEN that counts as an opening; a longer one is a played game, not a ballot."""
ATTEMPTS = 32
"""Attempts to find a new random opening in which the game is not over."""


class Opening(NamedTuple):
    """A position to play from, and the moves that led there from the initial state (none if it was set up)."""

    state: Any
    move_texts: list[str]
    earlier: tuple[Any, ...] = ()
    """The states along these moves, if known."""

    def text(self, game: Game) -> str:
        """Return what a record says about this opening: empty for the initial state."""
        if not self.move_texts and self.state == game.init_state():
            return ""
        return game.text(self.state) if game.has_notation else game.join_moves(self.move_texts)

    def is_first_to_move(self, game: Game) -> bool:
        """Return whether the first player is to move."""
        if self.move_texts:
            return game.sides(self.states(game))[-1] == 1
        return getattr(self.state, "player", None) == getattr(game.init_state(), "player", None)

    def states(self, game: Game) -> list[Any]:
        """Return the states of the game so far, this position last."""
        if self.move_texts and not self.earlier:
            return game.replay(self.move_texts)
        return [*self.earlier, self.state]


def from_text(game: Game, text: str, move_texts: list[str]) -> Opening:
    """Return the opening that a record describes."""
    if move_texts:
        *earlier, state = game.replay(move_texts)
        return Opening(state, move_texts, tuple(earlier))
    return Opening(game.parse(text) if text else game.init_state(), [])


def openings(game: Game, spec: str | None, count: int, seed: int = 0) -> list[Opening]:
    """Return count openings; more of them begin with the same ones.

    spec is None (or `none`): the initial state each time; `random:K`: K random moves, all different as far as possible,
    with what falls by chance before, between and after them; or the path of a file: a line for each, a position in the
    game's notation or the moves to it, with or without their numbers (`#` begins a comment); or a .pdn file: the FEN
    tags of its games, and the moves of those that have none. A file's openings come in an order shuffled by seed, and
    again from the first when they run out.
    """
    return list(itertools.islice(stream(game, spec, seed), count))


def stream(game: Game, spec: str | None, seed: int = 0) -> Iterator[Opening]:
    """Return the openings of spec one after the other, without end."""
    if spec is None or spec == "none":
        return itertools.repeat(Opening(game.init_state(), []))
    kind, colon, plies = spec.partition(":")
    if kind == "random":
        if not colon or not plies.isascii() or not plies.isdigit() or len(plies) > 4:
            raise InputError(f"{spec!r} is not valid; random:4 means four random moves")
        return _random_openings(game, int(plies), seed)
    found = _read(game, Path(spec))
    return itertools.cycle(found[i] for i in np.random.default_rng(seed).permutation(len(found)))


def _random_openings(game: Game, plies: int, seed: int) -> Iterator[Opening]:
    seen: set[str] = set()
    for index in itertools.count():
        opening = _random_opening(game, plies, [seed, index], seen)
        seen.add(canonical(opening.state))
        yield opening


def _random_opening(game: Game, plies: int, seed: list[int], seen: set[str]) -> Opening:
    """Return an opening whose state is not among those seen, or one that is if ATTEMPTS draws find no other."""
    repeated: list[tuple[int, Any]] = []
    for attempt in range(ATTEMPTS):
        line = _random_line(game, plies, np.random.default_rng([*seed, attempt]))
        if line and canonical(line[-1][1]) not in seen:
            return _opening(game, line)
        repeated = repeated or line
    if not repeated:
        raise InputError(f"random:{plies} is too long for {game.name}: every game was over by then")
    return _opening(game, repeated)


def random_state(game: Game, plies: int, random: np.random.Generator) -> Any:
    """Return the state after plies random moves, or the first if every attempt ended the game; a player is to move."""
    lines = (_random_line(game, plies, random) for _ in range(ATTEMPTS))
    return next((line[-1][1] for line in lines if line), game.first_choice())


def _random_line(game: Game, plies: int, random: np.random.Generator) -> list[tuple[int, Any]]:
    """Return (move, state after it) of plies random moves, behind the initial state; empty if the game is over.

    What falls by chance is among them, but is not one of the plies; the line ends where a player is to move.
    """
    line = [(NO_MOVE, game.init_state())]
    _let_fall(game, line, random)
    for _ in range(plies):
        moves = game.moves(line[-1][1])
        if not moves:
            return []
        move = moves[random.integers(len(moves))]
        line.append((move, game.apply(line[-1][1], move)))
        _let_fall(game, line, random)
    return line if game.outcome(line[-1][1]) == ONGOING else []


def _let_fall(game: Game, line: list[tuple[int, Any]], random: np.random.Generator) -> None:
    """Add to a line what falls by chance at its end, until a player is to move."""
    while chances := game.chances(line[-1][1]):
        outcome = drawn(chances, random)
        line.append((outcome, game.apply(line[-1][1], outcome)))


def _opening(game: Game, line: list[tuple[int, Any]]) -> Opening:
    texts = [game.move_text(before, move) for (_, before), (move, _) in itertools.pairwise(line)]
    return Opening(line[-1][1], texts, tuple(state for _, state in line[:-1]))


def _read(game: Game, path: Path) -> list[Opening]:
    """Return the openings of a file, in its order."""
    if not path.is_file():
        raise InputError(f"there is no file {str(path)!r}; openings are a file, random:4 (four random moves) or none")
    found = list(_read_pdn(game, path) if path.suffix.lower() == ".pdn" else _read_lines(game, path))
    if not found:
        raise InputError(f"{path} has no positions")
    return found


def _read_pdn(game: Game, path: Path) -> Iterator[Opening]:
    """Yield the positions that are set up, and the ballots: games of a few moves from the initial state."""
    for number, (tags, moves) in enumerate(pdn.read(path), 1):
        where = f"{path}, game {number}"
        if "FEN" in tags:
            yield _checked(game, where, _from_position, tags["FEN"])
        elif 0 < len(moves) <= BALLOT_PLIES:
            yield _checked(game, where, _from_moves, " ".join(moves))
        else:
            raise InputError(f"{where}: no FEN, and {len(moves)} moves; an opening has 1 to {BALLOT_PLIES}")


def _read_lines(game: Game, path: Path) -> Iterator[Opening]:
    """Yield the openings of the lines that are neither empty nor comments."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        raise InputError(f"{path} cannot be read as text") from None
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            yield _checked(game, f"{path}, line {number}", _from_line, line.strip())


def _checked(game: Game, where: str, read: Callable[[Game, str], Opening], text: str) -> Opening:
    """Return the opening that read makes of text; its game must not be over."""
    try:
        opening = read(game, text)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    if game.outcome(opening.state) != ONGOING:
        raise InputError(f"{where}: the game is over in this position")
    return opening


def _from_line(game: Game, text: str) -> Opening:
    try:
        state = game.parse_position(text) if game.has_notation else None
    except InputError:
        if not _begins_with_move(game, text):
            raise
        state = None
    return _from_moves(game, text) if state is None else Opening(state, [])


def _from_position(game: Game, text: str) -> Opening:
    return Opening(game.parse(text), [])


def _from_moves(game: Game, text: str) -> Opening:
    moves = game.rewrite(game.split_moves(text))
    *earlier, state = game.replay(moves)
    return Opening(state, moves, tuple(earlier))


def _begins_with_move(game: Game, text: str) -> bool:
    try:
        return bool(game.replay(game.split_moves(text)[:1]))
    except InputError:
        return False
