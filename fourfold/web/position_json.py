"""Positions for the page: the board, the side to move, the legal moves, and the result."""

from typing import Any

from ..games.interface.board_layout import Picture, Square, board_rows, last_squares, margin, picture
from ..games.interface.style import Style
from ..matches.session import Session
from .move_squares import legal_moves


def side_to_move(session: Session) -> int:
    """Return 0 for the first player, else 1; at a roll, who moves after it."""
    return _sides(session)[-1]


def _sides(session: Session) -> list[int]:
    """Return who is to move in every state; a set-up position may begin with the second player."""
    first = getattr(session.states[0], "player", 1)
    return [0 if side * (-1 if first == -1 else 1) == 1 else 1 for side in session.referee.sides]


def to_json(game_name: str, session: Session) -> dict[str, Any]:
    game, state, outcome, sides = session.game, session.state, session.outcome(), _sides(session)
    shown = picture(game, state)._replace(last=_last_squares(session)) if board_rows(game, state) else None
    chances = [] if outcome is not None else session.chances()
    moves = [] if outcome is not None or chances else legal_moves(game, state)
    return {
        "game": game_name,
        "start": session.position,
        "moves": session.texts,
        **_drawing(shown, game.style, game.board(state)),
        "turn": sides[-1] if outcome is None else None,
        "turn_name": game.style.names[sides[-1]] if outcome is None else "",
        "turns": [None if fell else side for side, fell in zip(sides, session.referee.rolls, strict=False)],
        "legal": moves,
        "chances": [{"move": game.move_text(state, move), "probability": share} for move, share in chances],
        "points": game.points(state) * (1, -1)[sides[-1]] if game.most_points else None,
        "outcome": None if outcome is None else outcome_to_json(session, outcome, sides[-1]),
        "ply": len(session.texts),
        "record": game.join_moves(session.texts),
        "position": game.text(state) if game.has_notation else game.join_moves(session.texts),
    }


def _last_squares(session: Session) -> list[Square]:
    """Return where the last move ended that a player made."""
    plies = [ply for ply, fell in enumerate(session.referee.rolls) if not fell]
    return last_squares(session.game, *session.states[plies[-1] : plies[-1] + 2]) if plies else []


def _drawing(shown: Picture | None, style: Style, lines: list[Any]) -> dict[str, Any]:
    return {
        "rows": shown.rows if shown else [],
        "text": [] if shown else lines,
        "style": style._asdict(),
        "columns": shown.columns if shown else [],
        "below": shown.below if shown else [],
        "sides": shown.sides if shown else [],
        "notes": [[*square, text] for square, text in shown.notes.items()] if shown else [],
        "last": [list(square) for square in shown.last] if shown else [],
    }


def outcome_to_json(session: Session, outcome: int, side: int) -> dict[str, Any]:
    if outcome == 0:
        words = "a draw"
        if session.is_repetition():
            words += f": this position has stood {session.game.repetition} times"
        return {"winner": None, "words": words}
    winner = side if outcome == 1 else 1 - side
    return {"winner": winner, "words": f"{session.game.style.names[winner]} wins{margin(session.game, session.state)}"}
