"""Positions and games of draughts for hypothesis."""

from typing import NamedTuple

from hypothesis import strategies as st

from fourfold.games.interface.find import find_game

DRAUGHTS = find_game("draughts")
SQUARES = range(1, 33)


class Position(NamedTuple):
    side: str
    white: dict[int, bool]
    """Whether the piece on a square is a king."""
    black: dict[int, bool]

    def fen(self) -> str:
        return f"{self.side}:W{pieces(self.white)}:B{pieces(self.black)}"


def pieces(side: dict[int, bool]) -> str:
    return ",".join(f"{'K' if king else ''}{square}" for square, king in side.items())


@st.composite
def positions(draw) -> Position:
    squares = draw(st.lists(st.sampled_from(SQUARES), unique=True, max_size=24))
    split = draw(st.integers(max(0, len(squares) - 12), min(12, len(squares))))
    white = {square: square < 5 or draw(st.booleans()) for square in squares[:split]}
    black = {square: square > 28 or draw(st.booleans()) for square in squares[split:]}
    return Position(draw(st.sampled_from("BW")), white, black)


@st.composite
def games(draw):
    """Draw (FEN or nothing, moves as the game writes them, states) of a random game of at most 60 moves."""
    fen = draw(st.just("") | positions().map(Position.fen))
    state = DRAUGHTS.parse(fen)
    states, texts = [state], []
    for choice in draw(st.lists(st.integers(0, 1 << 16), max_size=60)):
        moves = DRAUGHTS.moves(state)
        if not moves:
            break
        move = moves[choice % len(moves)]
        texts.append(DRAUGHTS.move_text(state, move))
        state = DRAUGHTS.apply(state, move)
        states.append(state)
    return fen, texts, states
