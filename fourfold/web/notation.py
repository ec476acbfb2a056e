"""Notation: reading pasted records and positions, and exporting games."""

import re
from collections.abc import Callable
from typing import Any

from ..errors import InputError
from ..games.interface.game import Game
from ..matches.session import Session
from ..records import pdn
from .position_json import side_to_move
from .replay_cache import Replays

Line = tuple[str, list[str]]
"""A position, empty for the initial one, and the moves from there."""


def read(game: Game, text: str, replays: Replays) -> Session:
    """Return the game of a record or position, in any of the game's formats."""
    text = text.strip().removeprefix("\ufeff")
    reasons: list[str] = []
    for reader in [READERS[name] for name in (*game.formats, "position") if name in READERS]:
        try:
            start, moves = reader(game, text)
            return replays.session(game, start, moves)
        except InputError as error:
            reasons.append(str(error))
    raise InputError(reasons[0] if _has_moves(text) else reasons[-1])


def _has_moves(text: str) -> bool:
    """Return whether text looks like a line of moves, so that errors should be about moves."""
    return not re.search(r"[xo.*-]{7}|^\s*[BW]\s*:", text, re.IGNORECASE)


def _read_pdn(game: Game, text: str) -> Line:
    games = list(pdn.parse(text.splitlines(), "record"))
    if len(games) != 1:
        raise InputError("there is no game in this text" if not games else "paste one game; this is several")
    return games[0].tags.get("FEN", ""), games[0].moves


def _read_digits(game: Game, text: str) -> Line:
    digits = re.sub(r"[\s,]", "", text)
    if not digits.isascii() or not (digits.isdigit() or not digits):
        raise InputError(f"a game of {game.title} is a line of digits, one per move")
    return "", list(digits)


def _read_transcript(game: Game, text: str) -> Line:
    """Return the moves of a transcript such as `f5d6c3`, with passes, which are usually omitted, inserted."""
    letters = re.sub(r"[\s,]|\d+\.\s", "", text.lower()).replace("pass", "--")
    session = Session(game, game.init_state(), "", None)
    for at in range(0, len(letters), 2):
        word = letters[at : at + 2]
        passing = game.moves(session.state) == [game.pass_move]
        if passing and word not in ("--", "pa"):
            session.move(game.pass_move)
        try:
            session.move(game.parse_move(session.state, word))
        except InputError as error:
            raise InputError(f"move {at // 2 + 1}: {error}") from None
    return "", session.texts


def _read_moves(game: Game, text: str) -> Line:
    return "", game.rewrite(game.split_moves(text))


def _read_position(game: Game, text: str) -> Line:
    if not game.has_notation:
        raise InputError(f"{game.name} has no notation for positions; give the moves that lead there")
    game.parse(text)
    return text, []


READERS: dict[str, Callable[[Game, str], Line]] = {
    "moves": _read_moves,
    "digits": _read_digits,
    "transcript": _read_transcript,
    "pdn": _read_pdn,
    "position": _read_position,
}
"""How records are read, by format."""


def formats(game: Game) -> list[str]:
    """Return the formats in which a game can be exported."""
    return [*game.formats, *(["position"] if game.has_notation else [])]


def write(session: Session, how: str) -> dict[str, Any]:
    """Return the text of a game in a format, and a file name for it."""
    game = session.game
    if how not in formats(game):
        raise InputError(f"{game.name} is not written as {how!r}; its formats are {', '.join(formats(game))}")
    text = WRITERS.get(how, _moves)(session)
    return {"text": text, "filename": f"{game.file_name}.{'pdn' if how == 'pdn' else 'txt'}"}


def _moves(session: Session) -> str:
    return session.game.join_moves(session.texts)


def _position(session: Session) -> str:
    return session.game.text(session.state)


def _pdn(session: Session) -> str:
    outcome = session.outcome()
    result = pdn.UNKNOWN
    if outcome is not None:
        result = pdn.RESULTS[outcome if side_to_move(session) == 0 else -outcome]
    first, second = session.game.style.names
    set_up = {"SetUp": "1", "FEN": session.position} if session.position else {}
    tags = {"Event": "Fourfold", first: "?", second: "?", "Result": result, **set_up}
    return pdn.text(tags, _moves(session))


WRITERS: dict[str, Callable[[Session], str]] = {"pdn": _pdn, "fen": _position, "position": _position}
