"""The rules against independent libraries: on every state of random games the same legal moves and the same outcome.

Draws by repetition and by counted moves are left aside: the libraries count otherwise.
"""

import re
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from fourfold import rules
from fourfold.bench.openspiel import perft as spiel_perft
from fourfold.binding.bind import bind
from fourfold.games.interface.find import find_game
from fourfold.search import perft

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
pydraughts = pytest.importorskip("draughts", reason="pydraughts is not installed")

draughts = find_game("draughts")
QUICK, ALL = 1_000, 10_000
SIZES = [QUICK, pytest.param(ALL, marks=pytest.mark.slow)]


def outcome_by_spiel(spiel, mover):
    """Return OpenSpiel's outcome for mover (0 or 1), or ONGOING."""
    return int(spiel.returns()[mover]) if spiel.is_terminal() else rules.ONGOING


def same_number(spiel, action):
    """Return our number of OpenSpiel's action, in a game where they are the same."""
    return action


def gomoku_move(size):
    """Return the function that numbers points of a board with this many columns as we do, 16 a row."""
    return lambda spiel, action: 16 * (action // size) + action % size


def breakthrough_move(size):
    """Return the function that reads a move such as b7a6*, of a board that is upside down: there Black begins."""

    def number(spiel, action):
        squares = re.findall(r"([a-h])(\d)", spiel.action_to_string(action))
        source, target = (size * (size - int(row)) + "abcdefgh".index(column) for column, row in squares)
        return 64 * source + target

    return number


ORACLES = {
    "connect_four": ("connect_four", same_number),
    "othello": ("othello", same_number),
    "hex": ("hex", same_number),
    "hex:size=5": ("hex(board_size=5)", same_number),
    "hex:size=4,swap=1": ("hex(board_size=4,swap=True)", same_number),
    "gomoku": ("gomoku", gomoku_move(15)),
    "gomoku:size=7": ("gomoku(size=7)", gomoku_move(7)),
    "breakthrough": ("breakthrough", breakthrough_move(8)),
    "breakthrough:size=6": ("breakthrough(rows=6,columns=6)", breakthrough_move(6)),
}
"""OpenSpiel's game, and how its actions become our moves."""


@pytest.mark.parametrize("positions", SIZES)
@pytest.mark.parametrize("name", ORACLES)
def test_open_spiel_agrees(name, positions):
    game, (spec, our_move) = find_game(name), ORACLES[name]
    rng, oracle, seen = np.random.default_rng(11), pyspiel.load_game(spec), 0
    while seen < positions:
        state, spiel = game.init_state(), oracle.new_initial_state()
        for ply in range(1000):
            seen += 1
            assert game.outcome(state) == outcome_by_spiel(spiel, ply % 2), game.text(state)
            moves = game.moves(state)
            actions = {our_move(spiel, action): action for action in spiel.legal_actions()}
            assert sorted(moves) == sorted(actions), game.text(state)
            if not moves:
                break
            move = moves[rng.integers(len(moves))]
            state = game.apply(state, move)
            spiel.apply_action(actions[move])


@pytest.mark.parametrize(
    ("name", "moves", "depth"),
    [
        ("hex:size=4,swap=1", "a2 swap b2 b3 c2 c3 d2", 4),
        ("gomoku:size=7", "a1 b1 a2 b2 a3 b3 a4 b4", 3),
        ("breakthrough", "", 4),
        ("breakthrough", "b2b3 g7g6 b3b4 g6g5 b4b5 g5g4 b5b6", 4),
    ],
)
def test_open_spiel_counts_as_many_games(name, moves, depth):
    game, (spec, our_move) = find_game(name), ORACLES[name]
    states, spiel = game.replay(moves.split()), pyspiel.load_game(spec).new_initial_state()
    for before, text in zip(states, moves.split(), strict=False):
        actions = {our_move(spiel, action): action for action in spiel.legal_actions()}
        spiel.apply_action(actions[game.parse_move(before, text)])
    assert bind(perft, game=game.module).perft(states[-1], depth) == spiel_perft(spiel, depth)


def effect(squares):
    """Return a draughts move as what it does: the squares that it leaves and reaches, and those it captures on.

    squares are all that the moving piece visits. A king that ends where it began leaves no square.
    """
    ends = frozenset() if squares[0] == squares[-1] else frozenset((squares[0], squares[-1]))
    hops = [(place(a), place(b)) for a, b in pairwise(squares)]
    jumped = [((a + c) // 2, (b + d) // 2) for (a, b), (c, d) in hops if abs(a - c) == 2]
    return ends, frozenset(4 * row + column // 2 + 1 for row, column in jumped)


def place(square):
    """Return the row and column of a square, 1 to 32; square 1 is in row 0, column 1."""
    row = (square - 1) // 4
    return row, 2 * ((square - 1) % 4) + 1 - row % 2


def our_effects(state):
    """Return the effects of our moves, read from their bits as the documentation of the game says."""
    bits = {1 << square + square // 8: square + 1 for square in range(32)}

    def squares(mask):
        return frozenset(square for bit, square in bits.items() if mask & bit)

    return Counter((squares(move & (1 << 35) - 1), squares(move >> 35 << 4)) for move in draughts.moves(state))


def spiel_square(name):
    """Return the number of a square such as g1, which is our square 1."""
    row, column = int(name[1]) - 1, 7 - "abcdefgh".index(name[0])
    return 4 * row + column // 2 + 1


def spiel_moves(spiel):
    """Yield (squares visited, state reached) of whole moves: jumps that the same side makes in a row are one."""
    mover = spiel.current_player()

    def go_on(spiel, squares):
        for action in spiel.legal_actions():
            name = spiel.action_to_string(action)
            visited = [*(squares or [spiel_square(name[:2])]), spiel_square(name[2:4])]
            after = spiel.clone()
            after.apply_action(action)
            if not after.is_terminal() and after.current_player() == mover:
                yield from go_on(after, visited)
            else:
                yield visited, after

    yield from go_on(spiel, None)


@pytest.mark.parametrize("positions", SIZES)
def test_open_spiel_agrees_on_draughts(positions):
    rng, oracle, seen, jumps = np.random.default_rng(12), pyspiel.load_game("checkers"), 0, 0
    while seen < positions:
        state, spiel = draughts.init_state(), oracle.new_initial_state()
        for ply in range(1000):
            if spiel.is_terminal():
                decided = spiel.returns()[0] != 0
                assert not decided or draughts.outcome(state) == outcome_by_spiel(spiel, ply % 2) == -1
                break
            seen += 1
            assert draughts.outcome(state) in (rules.ONGOING, 0), draughts.text(state)
            found = list(spiel_moves(spiel))
            if draughts.outcome(state) == 0:
                break
            assert our_effects(state) == Counter(effect(squares) for squares, _ in found), draughts.text(state)
            jumps += any(len(squares) > 2 for squares, _ in found)
            squares, spiel = found[rng.integers(len(found))]
            state = draughts.apply(state, draughts.parse_move(state, "x".join(map(str, squares))))
    assert jumps > positions // 100


def hub_effect(move):
    """Return the effect of a pydraughts move, whose Hub text names both ends and what is captured."""
    first, last, *captured = map(int, re.split("[-x]", move.hub_move))
    return frozenset() if first == last else frozenset((first, last)), frozenset(captured)


def same_position(fen, other):
    """Return whether two FENs name the same side and pieces, in whatever order."""
    sides = [{part[0]: set(part[1:].split(",")) for part in text.split(":")[1:3]} for text in (fen, other)]
    return fen[0] == other[0] and sides[0] == sides[1]


@pytest.mark.parametrize("positions", SIZES)
def test_pydraughts_agrees(positions):
    rng, seen, kings = np.random.default_rng(13), 0, 0
    while seen < positions:
        state = draughts.init_state()
        while draughts.outcome(state) != 0:
            seen += 1
            text = draughts.text(state).partition(":H")[0]
            kings += "K" in text
            board = pydraughts.Board(variant="english", fen=text)
            theirs = board.legal_moves()
            assert (draughts.outcome(state) == -1) == (not theirs), text
            assert our_effects(state) == Counter(map(hub_effect, theirs)), text
            if not theirs:
                assert board.winner() == (pydraughts.WHITE if state.player == 1 else pydraughts.BLACK), text
                break
            chosen = theirs[rng.integers(len(theirs))]
            state = draughts.apply(state, draughts.parse_move(state, "x".join(map(str, chosen.steps_move))))
            assert same_position(draughts.text(state), board.push(chosen).fen), f"{text} {chosen.pdn_move}"
    assert kings > positions // 10


def random_board(rng):
    """Return a state that play hardly ever brings: up to twelve pieces a side anywhere, half of them kings."""
    counts = rng.integers(1, 13, 2)
    squares = [int(square) + 1 for square in rng.permutation(32)]
    lists = {"W": squares[: counts[0]], "B": squares[counts[0] : counts.sum()]}
    king_row = {"W": range(1, 5), "B": range(29, 33)}
    parts = [
        side + ",".join(f"K{at}" if at in king_row[side] or rng.random() < 0.5 else str(at) for at in pieces)
        for side, pieces in lists.items()
    ]
    return draughts.parse(":".join([rng.choice(["B", "W"]), *parts]))


@pytest.mark.parametrize("positions", [QUICK // 4, pytest.param(ALL, marks=pytest.mark.slow)])
def test_pydraughts_agrees_on_boards_full_of_kings(positions):
    rng, long_captures = np.random.default_rng(14), 0
    for _ in range(positions):
        state = random_board(rng)
        theirs = pydraughts.Board(variant="english", fen=draughts.text(state)).legal_moves()
        assert our_effects(state) == Counter(map(hub_effect, theirs)), draughts.text(state)
        long_captures += any(len(move.steps_move) > 3 for move in theirs)
    assert long_captures > positions // 50
