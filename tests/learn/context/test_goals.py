"""The goals of a game, found by its rules: the lines of line games, the paths of Hex; and games that have none."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from fourfold.binding.bind import plainly
from fourfold.errors import InputError
from fourfold.evaluators.connect_four.contexts import LINES
from fourfold.games import tic_tac_toe
from fourfold.games.interface.find import find_game
from fourfold.learn.context.goals import find_goals, find_view


def goals_of(spec, seed=0):
    return set(find_goals(find_game(spec), seed)[0])


def lines(size, length):
    """Return the lines of a square board, by row and column."""
    found = set()
    for row in range(size):
        for column in range(size):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(length)]
                if all(0 <= r < size and 0 <= c < size for r, c in cells):
                    found.add(frozenset(size * r + c for r, c in cells))
    return found


def test_tic_tac_toe_has_eight_lines():
    expected = {frozenset(cell for cell in range(9) if line >> cell & 1) for line in tic_tac_toe.LINES}
    assert goals_of("tic_tac_toe") == expected == lines(3, 3)


def test_connect_four_has_the_contexts_of_the_paper():
    expected = {frozenset(6 * (square % 7) + square // 7 for square in line) for line in LINES.tolist()}
    assert len(expected) == 69
    assert goals_of("connect_four") == expected


@pytest.mark.parametrize(
    ("size", "count"),
    [(7, 60), pytest.param(5, 12, marks=pytest.mark.slow), pytest.param(15, 572, marks=pytest.mark.slow)],
)
def test_gomoku_has_the_lines_of_five(size, count):
    found = goals_of(f"gomoku:size={size}")
    assert found == lines(size, 5)
    assert len(found) == count


def hex_paths(size):
    """Return the smallest sets of cells that link the top with the bottom, by trying all sets."""
    around = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]

    def links(cells):
        reached = {cell for cell in cells if cell < size}
        new = set(reached)
        while new:
            row, column = divmod(new.pop(), size)
            near = {size * (row + down) + column + right for down, right in around
                    if 0 <= row + down < size and 0 <= column + right < size}  # fmt: skip
            new |= (near & cells) - reached
            reached |= new
        return any(cell >= size * (size - 1) for cell in reached)

    found = []
    for count in range(1, size * size + 1):
        for cells in map(frozenset, combinations(range(size * size), count)):
            if links(cells) and not any(smaller <= cells for smaller in found):
                found.append(cells)
    return set(found)


def test_hex_has_the_paths_from_edge_to_edge():
    goals, view = find_goals(find_game("hex:size=3"))
    assert set(goals) == hex_paths(3)
    assert view.fixed
    assert np.array_equal(view.places[0], np.arange(9))
    assert np.array_equal(view.places[1].reshape(3, 3), np.arange(9).reshape(3, 3).T)  # Blue sees the board turned


def test_the_squares_of_a_large_board_are_told_apart():
    """Blue sees the board of Hex with rows and columns exchanged."""
    game = find_game("hex")
    first, second = find_view(game).places
    assert first.tolist() == list(range(121))
    assert second.reshape(11, 11).T.ravel().tolist() == list(range(121))


def test_plain_python_finds_the_same():
    compiled = goals_of("tic_tac_toe", seed=3)
    with plainly():
        assert goals_of("tic_tac_toe", seed=3) == compiled


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("othello", "none was found in othello"),
        ("breakthrough:size=5", "a single one wins"),
        ("backgammon", "without chance, not for backgammon"),
        ("draughts", "own, empty or the opponent's: draughts has others"),
    ],
)
def test_games_without_goals_say_so(spec, message):
    with pytest.raises(InputError, match=message):
        find_goals(find_game(spec))


def test_a_game_without_squares_says_so(tmp_path):
    source, file = Path(tic_tac_toe.__file__).read_text(), tmp_path / "bare.py"
    file.write_text(source.partition("VARIABLES = 9")[0].replace("from ..rules", "from fourfold.rules"))
    with pytest.raises(InputError, match="bare has no variables"):
        find_goals(find_game(str(file)))
