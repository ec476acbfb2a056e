"""The games of examples/: one that is compiled, and one that cannot be."""

import itertools
import warnings

import pytest
from support.paths import EXAMPLES

from fourfold import rules
from fourfold.binding import bind
from fourfold.binding.hashing import canonical
from fourfold.games.conformance import check
from fourfold.games.interface.find import find_game
from fourfold.players import specs
from fourfold.search import perft

PERFT = [22, 484, 11132, 256036]


def example(name):
    return find_game(str(EXAMPLES / f"{name}.py"))


def steps(rows, side):
    """Yield the boards after every Breakthrough move of side, the squares written as a list of rows, row 1 first."""
    ahead, other = (1, "o") if side == "x" else (-1, "x")
    for row in range(8):
        for column in range(8):
            for left_or_right in (-1, 0, 1):
                to_row, to_column = row + ahead, column + left_or_right
                if rows[row][column] != side or not 0 <= to_row < 8 or not 0 <= to_column < 8:
                    continue
                if rows[to_row][to_column] == "." or (left_or_right and rows[to_row][to_column] == other):
                    after = [list(line) for line in rows]
                    after[row][column], after[to_row][to_column] = ".", side
                    yield after


def brute_force(rows, side, depth):
    """Return the number of Breakthrough's leaves depth plies on, as a beginner would count them."""
    if depth == 0:
        return 1
    if "x" in rows[7] or "o" in rows[0] or not any(side in row for row in rows):
        return 0
    return sum(brute_force(after, "o" if side == "x" else "x", depth - 1) for after in steps(rows, side))


def rows_of(game, state):
    return [list(row) for row in reversed(game.board(state))]


def late_states():
    """Yield Breakthrough states in which pieces meet, and some games end within three plies."""
    game = example("breakthrough")
    state = game.init_state()
    for ply in itertools.count():
        moves = game.moves(state)
        if not moves:
            return
        state = game.apply(state, moves[(7 * ply + 3) % len(moves)])
        if ply % 8 == 7 or ply > 40:
            yield state


def test_breakthrough_is_short():
    assert len((EXAMPLES / "breakthrough.py").read_text().splitlines()) <= 60


def test_breakthrough_perft_equals_brute_force():
    game = example("breakthrough")
    kernels = bind.bind(perft, game=game.module)
    state = game.init_state()
    assert [kernels.perft(state, depth) for depth in range(1, 5)] == PERFT
    assert [brute_force(rows_of(game, state), "x", depth) for depth in (1, 2, 3)] == PERFT[:3]
    for late in late_states():
        side = "x" if late.player == 1 else "o"
        assert kernels.perft(late, 3) == brute_force(rows_of(game, late), side, 3)


def test_breakthrough_is_compiled():
    assert bind.why_plain(example("breakthrough").module) == ""


def test_breakthrough_wins_by_reaching_the_far_row_or_capturing_all():
    game = example("breakthrough")
    state_type = game.module.State
    U = game.module.U
    almost = state_type(U(1 << 48), U(1 << 63), 1)
    won = game.apply(almost, game.parse_move(almost, "a7a8"))
    assert game.outcome(won) == -1
    capture = state_type(U(1 << 9), U(1 << 16), 1)
    assert game.outcome(game.apply(capture, game.parse_move(capture, "b2a3"))) == -1
    blocked = state_type(U(1 << 8), U(1 << 16), 1)
    assert game.legal_texts(blocked) == ["a2b3"]


def test_breakthrough_needs_no_wrap_around():
    game = example("breakthrough")
    corner = game.module.State(game.module.U(1 << 7), game.module.U(1 << 63), 1)
    assert sorted(game.legal_texts(corner)) == ["h1g2", "h1h2"]


@pytest.mark.parametrize("name", ["breakthrough", "ghost"])
def test_alphabeta_beats_random(name):
    game = example(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", bind.PlainPythonWarning)
        strong, weak = specs.player("alphabeta:nodes=2000", game), specs.player("random", game, seed=1)
    for number in range(4):
        players = [strong, weak] if number % 2 == 0 or name == "ghost" else [weak, strong]
        for player in players:
            player.new_game(number)
        history = [game.init_state()]
        while game.outcome(history[-1]) == rules.ONGOING:
            mover = players[(len(history) - 1) % 2]
            history.append(game.apply(history[-1], mover.choose(history[-1], history[:-1]).move))
        side_to_move = players[(len(history) - 1) % 2]
        winner = side_to_move if game.outcome(history[-1]) == 1 else players[len(history) % 2]
        assert winner is strong


def test_ghost_runs_as_plain_python_and_says_so_in_one_line():
    game = example("ghost")
    bind.why_plain.cache_clear()
    with pytest.warns(bind.PlainPythonWarning) as caught:
        kernels = bind.bind(perft, game=game.module)
    assert [str(warning.message) for warning in caught] == [
        "ghost runs as plain Python, not compiled: field 'letters' of State is not an integer"
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bind.bind(perft, game=game.module)
    words = game.module.WORDS.split()
    shortest = min(map(len, words))
    counts = [kernels.perft(game.init_state(), depth) for depth in range(1, shortest + 1)]
    assert counts == [len({word[:depth] for word in words}) for depth in range(1, shortest + 1)]


def test_ghost_is_solved():
    """The search finds the same winning first letters as a recursion over prefixes."""
    game = example("ghost")

    def wins(letters):
        nexts = {word[: len(letters) + 1] for word in game.module.LIST if word.startswith(letters)}
        return any(after not in game.module.LIST and not wins(after) for after in nexts)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", bind.PlainPythonWarning)
        analysis = specs.player("alphabeta:depth=9", game).analyse(game.init_state())
    good = {game.move_text(game.init_state(), decision.move) for decision in analysis.moves if decision.value == 1}
    assert good == {letter for letter in "abcdefghijkl" if not wins(letter)}
    assert good


@pytest.mark.parametrize("name", ["breakthrough", "ghost"])
def test_check_passes(name):
    report = check(example(name), games=6)
    assert report.ok, str(report)


def test_keys_of_objects_do_not_depend_on_order():
    words = ["pear", "fig", "plum", "kiwi"]
    assert canonical(set(words)) == canonical(frozenset(reversed(words)))
    assert canonical({"a": [1, 2], "b": 3}) == canonical({"b": 3, "a": [1, 2]})
    assert canonical(({"a"}, 1)) != canonical(({"a"}, 2))
    assert canonical("1") != canonical(1)
