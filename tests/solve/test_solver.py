"""Scores agree with published ones, with an independent solver, and with plain minimax."""

import random
import threading
import time

import numpy as np
import pytest
from support.paths import DATA

from fourfold.binding.bind import typed
from fourfold.errors import InputError
from fourfold.experiments.context import order_by_centre, order_by_history
from fourfold.games import connect_four
from fourfold.players.perfect import PerfectPlayer, plies_to_end
from fourfold.solve.book import Book
from fourfold.solve.solver import Solver, StoppedError, best_move, best_moves

FILES = ("Test_L3_R1", "Test_L2_R1", "Test_L1_R1")


@pytest.fixture(scope="module")
def solver():
    return Solver(book=Book())


def state_after(text):
    return typed(connect_four.parse(text))


def random_states(count, plies, seed):
    """Return states of random games that are not over."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        state, wanted = connect_four.init_state(), rng.choice(plies)
        moves = np.zeros(7, np.int64)
        for _ in range(wanted):
            state = connect_four.apply(state, int(rng.choice(moves[: connect_four.expand(state, moves)])))
            if connect_four.test_terminal(state) != connect_four.ONGOING:
                break
        else:
            found.append(typed(state))
    return found


def check_file(solver, name, limit=None):
    path = DATA / "connect_four" / name
    if not path.is_file():
        pytest.skip(f"{name} is not there; FOURFOLD_DATA names the folder of data")
    for line in path.read_text().splitlines()[:limit]:
        position, score = line.split()
        assert solver.score(state_after(position)) == int(score), position


@pytest.mark.parametrize("name", FILES)
def test_published_scores(solver, name):
    check_file(solver, name, 200)


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_all_published_scores(solver, name):
    check_file(solver, name)


def check_bitbully(solver, count):
    core = pytest.importorskip("bitbully.bitbully_core")
    judge = core.BitBullyCore()
    for state in random_states(count, range(16, 40), seed=count):
        board = core.BoardCore()
        rows = [[".xo".index(letter) for letter in row] for row in connect_four.board(state)]
        assert board.setBoard(rows)
        expected = {column: score for column, score in enumerate(judge.scoreMoves(board)) if score > -1000}
        assert solver.scores(state) == expected, connect_four.text(state)


def test_an_independent_solver_agrees(solver):
    check_bitbully(solver, 150)


@pytest.mark.slow
def test_an_independent_solver_agrees_on_many_positions(solver):
    check_bitbully(solver, 2000)


def minimax(state, plies):
    """Return the score by trying everything."""
    outcome = connect_four.test_terminal(state)
    if outcome != connect_four.ONGOING:
        return outcome * ((44 - plies) // 2)
    moves = np.zeros(7, np.int64)
    n = connect_four.expand(state, moves)
    return max(-minimax(connect_four.apply(state, move), plies + 1) for move in moves[:n].tolist())


def test_plain_minimax_agrees_with_plain_and_compiled_search(solver):
    plain = Solver(bits=12, book=Book(), jit=False)
    for state in random_states(25, range(34, 41), seed=1):
        expected = minimax(state, int(state.stones).bit_count())
        assert solver.score(state) == plain.score(state) == expected


@pytest.mark.parametrize("order", [order_by_centre, order_by_history])
def test_the_order_of_moves_changes_no_score(solver, order):
    weights = order_by_history.make_weights() if order is order_by_history else 0
    other = Solver(bits=16, book=Book(), order=order, weights=weights)
    for state in random_states(20, range(20, 30), seed=2):
        assert other.scores(state) == solver.scores(state)


def test_a_small_table_changes_no_score(solver):
    small = Solver(bits=6, book=Book())
    for state in random_states(20, range(24, 36), seed=3):
        assert small.score(state) == solver.score(state)


def test_of_several_best_moves_the_one_nearest_to_the_centre_is_the_best():
    assert best_moves({0: 1, 2: 3, 4: 3, 6: 3}) == [2, 4, 6]
    assert best_move({0: 1, 2: 3, 4: 3, 6: 3}) == 2
    assert best_move({0: -1, 6: -1}) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1212121", "is over"),
        ("." * 28 + "xx.....oo....." + " x", "cannot be reached"),
    ],
)
def test_positions_without_a_score(solver, text, message):
    with pytest.raises(InputError, match=message):
        solver.scores(state_after(text))


@pytest.mark.parametrize("seed", range(3))
def test_the_perfect_player_ends_games_when_it_says(seed):
    from fourfold.games.interface.find import find_game

    player = PerfectPlayer(find_game("connect_four"))
    state = random_states(1, [18], seed)[0]
    said = player.choose(state).proven
    plies = 0
    while connect_four.test_terminal(state) == connect_four.ONGOING:
        decision = player.choose(state)
        assert decision.proven == said - plies
        state = typed(connect_four.apply(state, decision.move))
        plies += 1
    assert plies == said


def test_plies_to_the_end_of_the_game():
    assert plies_to_end(18, 7) == 1  # the fourth stone of the second player
    assert plies_to_end(-18, 6) == 2
    assert plies_to_end(0, 30) == 12


def test_figure_1_of_the_paper(solver):
    win = state_after("......." * 2 + "...x..." + "..xo..." + ".xoo..." + ".oxx..o" + " x")
    assert best_moves(solver.scores(win)) == [0]
    assert plies_to_end(solver.score(win), 10) == 1
    for line, column in (("355543415337", 4), ("42463335564412", 5)):
        scores = solver.scores(state_after(line))
        assert best_moves(scores) == [column - 1]
        assert plies_to_end(scores[column - 1], len(line)) == 3


def test_several_threads_find_the_same_scores():
    alone, together = Solver(book=Book(), bits=20), Solver(book=Book(), bits=20, workers=3)
    for state in random_states(40, range(14, 24), seed=3):
        assert together.scores(state) == alone.scores(state)
        assert together.best(state) == alone.best(state)


def test_the_best_moves_are_those_with_the_highest_score(solver):
    for state in random_states(300, range(16, 42), seed=4):
        scores = solver.scores(state)
        assert solver.best(state) == (max(scores.values()), best_moves(scores))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_search_is_watched_and_stopped(workers):
    solver, ended = Solver(book=Book(), bits=16, workers=workers), []

    def search():
        with pytest.raises(StoppedError):
            solver.scores(connect_four.init_state())
        ended.append(True)

    thread = threading.Thread(target=search)
    thread.start()
    while solver.so_far().get(3, (-20, 20)) == (-20, 20):
        time.sleep(0.01)
    low, high = solver.so_far()[3]
    assert low <= 1 <= high, "the move in the centre wins with the last stone"
    solver.stop()
    thread.join()
    assert ended
    state = state_after("142261674354242135112741435533577263")
    assert solver.scores(state) == Solver(book=Book()).scores(state), "what was stopped spoils nothing"


def test_a_stop_before_the_search_is_not_forgotten():
    solver = Solver(book=Book(), bits=16)
    solver.compile()
    solver.stop()
    with pytest.raises(StoppedError):
        solver.scores(connect_four.init_state())
