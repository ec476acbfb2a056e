"""FEN, the notation of draughts positions."""

from hypothesis import given
from hypothesis import strategies as st
from support.draughts_strategies import DRAUGHTS, Position, positions


@given(positions(), st.integers(0, 79))
def test_what_is_written_is_read_again(position, quiet):
    state = DRAUGHTS.parse(position.fen() + f":H{quiet}")
    assert DRAUGHTS.parse(DRAUGHTS.text(state)) == state
    assert state.quiet == quiet


@given(positions(), st.data())
def test_a_position_has_many_spellings(position, data):
    """Either colour first, ranges, any order, lower case, spaces, a dot at the end, the number of the move."""
    parts = [
        f"W{spelled(position.white, data)}",
        f"B{spelled(position.black, data)}",
    ]
    order = data.draw(st.permutations(parts))
    fen = ":".join([position.side, *order]) + data.draw(st.sampled_from(["", ":F3", ":H0:F12", "."]))
    if data.draw(st.booleans()):
        fen = f" {fen.lower().replace(',', ' , ')} "
    assert DRAUGHTS.parse(fen) == DRAUGHTS.parse(position.fen())


def spelled(side, data):
    """Return one of the ways to list a side's pieces: neighbours of a kind may be a range."""
    items, squares = [], sorted(side)
    while squares:
        first = last = squares.pop(0)
        while squares and squares[0] == last + 1 and side[last + 1] == side[first] and data.draw(st.booleans()):
            last = squares.pop(0)
        items.append(("K" if side[first] else "") + (f"{first}-{last}" if last > first else f"{first}"))
    return ",".join(data.draw(st.permutations(items)))


@given(positions())
def test_every_piece_stands_where_the_fen_says(position):
    state = DRAUGHTS.parse(position.fen())
    text = DRAUGHTS.text(state)
    assert Position(*read(text)) == position._replace(
        white=dict(sorted(position.white.items())), black=dict(sorted(position.black.items()))
    )


def read(text):
    """Return side, white and black of a FEN without ranges, by other means than the game's own."""
    side, *colours = text.split(":")
    return side, *({int(item.strip("K")): "K" in item for item in part[1:].split(",") if item} for part in colours)
