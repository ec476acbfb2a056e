"""Positions for the page: the board, the side to move, the legal moves, and the result."""

from typing import Any

from ..games.interface.board_layout import board_rows, picture
from ..matches.session import Session
from .move_squares import legal_moves

OUTCOMES = {1: 0, -1: 1}
"""The side of a player's number: 0 moves first in the initial state."""


def side_to_move(session: Session) -> int:
    """Return 0 for the first player, else 1; counted from the moves if the state does not show it."""
    mover = getattr(session.state, "player", 0)
    return OUTCOMES.get(mover, len(session.texts) % 2)


def to_json(game_name: str, session: Session) -> dict[str, Any]:
    game, state, outcome = session.game, session.state, session.outcome()
    shown = picture(game, state, session.history[-1] if session.history else None) if board_rows(game, state) else None
    side = side_to_move(session)
    return {
        "game": game_name,
        "start": session.position,
        "moves": session.texts,
        "rows": shown.rows if shown else [],
        "text": [] if shown else game.board(state),
        "style": game.style._asdict(),
        "columns": shown.columns if shown else [],
        "sides": shown.sides if shown else [],
        "notes": [[*square, text] for square, text in shown.notes.items()] if shown else [],
        "turn": side if outcome is None else None,
        "turn_name": game.style.names[side] if outcome is None else "",
        "legal": legal_moves(game, state) if outcome is None else [],
        "last": [list(square) for square in shown.last] if shown else [],
        "outcome": None if outcome is None else outcome_to_json(session, outcome, side),
        "ply": len(session.texts),
        "record": game.join_moves(session.texts),
        "position": game.text(state) if game.has_notation else game.join_moves(session.texts),
    }


def outcome_to_json(session: Session, outcome: int, side: int) -> dict[str, Any]:
    if outcome == 0:
        words = "a draw"
        if session.is_repetition():
            words += f": this position has stood {session.game.repetition} times"
        return {"winner": None, "words": words}
    winner = side if outcome == 1 else 1 - side
    return {"winner": winner, "words": f"{session.game.style.names[winner]} wins"}
