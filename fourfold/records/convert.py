"""Legal games of one format written in another."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from ..errors import InputError
from ..rules import ONGOING
from . import pdn, record
from .legality import LegalGame
from .record import Record


def write(path: str | Path, games: Iterable[LegalGame]) -> int:
    """Write games as .pdn, .jsonl or .txt and return how many; only PDN can express an unknown result."""
    path = Path(path)
    if path.suffix != ".pdn":
        found = list(_records(games))
        record.write(path, found)
        return len(found)
    texts = [pdn_text(game) for game in games]
    try:
        pdn.write(path, texts)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    return len(texts)


def pdn_text(game: LegalGame) -> tuple[dict[str, str], str]:
    """Return the tags, including those of the file, and the movetext in standard notation."""
    stored = game.stored
    if stored.game != "draughts":
        raise InputError(f"PDN is for draughts, not for {stored.game}; use a .txt or .jsonl file")
    set_up = {"SetUp": "1", "FEN": game.rules.text(game.start)} if stored.opening else {}
    result = pdn.UNKNOWN if stored.outcome is None else pdn.RESULTS[stored.outcome]
    return {**stored.tags, "Result": result, **set_up}, game.rules.join_moves(_moves(game))


def _records(games: Iterable[LegalGame]) -> Iterator[Record]:
    for game in games:
        stored, tags = game.stored, game.stored.tags
        if stored.outcome is not None:
            first, second = tags.get("Black", "?"), tags.get("White", "?")
            opening = game.rules.text(game.start) if stored.opening else ""
            reason = "agreement" if game.rules.outcome(game.last) == ONGOING else "rules"
            yield Record(game.rules.spec, first, second, opening, [], _moves(game), stored.outcome, reason, [0, 0])


def _moves(game: LegalGame) -> list[str]:
    return game.rules.rewrite(game.stored.moves, game.start)
