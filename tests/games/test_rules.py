"""Rules that random play seldom meets, game by game, on positions made by hand."""

from functools import partial
from itertools import combinations

import numpy as np
import pytest

from fourfold import rules
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game

tic_tac_toe, connect_four = find_game("tic_tac_toe"), find_game("connect_four")
othello, draughts = find_game("othello"), find_game("draughts")
ADJACENT = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def play(game, position, *moves):
    """Return the state after moves from position."""
    return game.replay(list(moves), game.parse(position))[-1]


@pytest.mark.parametrize("game", [tic_tac_toe, connect_four, othello])
def test_a_game_is_the_same_whoever_begins(game):
    rng = np.random.default_rng(3)
    for _ in range(20):
        state, mirrored = game.init_state(1), game.init_state(-1)
        while moves := game.moves(state):
            assert moves == game.moves(mirrored)
            move = moves[rng.integers(len(moves))]
            state, mirrored = game.apply(state, move), game.apply(mirrored, move)
            assert state == mirrored._replace(player=-mirrored.player)
        assert game.outcome(state) == game.outcome(mirrored)


class TestTicTacToe:
    @pytest.mark.parametrize("moves", ["0 3 1 4 2", "3 0 4 1 5", "0 1 3 2 6", "2 0 5 1 8", "0 1 4 2 8", "2 1 4 0 6"])
    def test_three_in_a_line_win(self, moves):
        assert tic_tac_toe.outcome(tic_tac_toe.parse(moves[:-2])) == rules.ONGOING
        assert tic_tac_toe.outcome(tic_tac_toe.parse(moves)) == -1

    def test_a_full_board_is_drawn(self):
        full = tic_tac_toe.parse("4 0 8 2 1 7 6 3 5")
        assert tic_tac_toe.outcome(full) == 0
        assert tic_tac_toe.moves(full) == []

    def test_a_line_of_the_last_cell_wins(self):
        assert tic_tac_toe.outcome(tic_tac_toe.parse("0 1 2 3 4 5 7 6 8")) == -1


class TestConnectFour:
    WINS = ("1212121", "1122334", "7766554", "12233434474", "76655454414")  # upright, level twice, rising, falling
    DRAW = "421127327363224366417626743773654415515515"
    LAST_STONE_WINS = "527321255352474421577234343376616576661114"

    @pytest.mark.parametrize("columns", WINS)
    def test_four_in_a_line_win(self, columns):
        assert connect_four.outcome(connect_four.parse(columns[:-1])) == rules.ONGOING
        assert connect_four.outcome(connect_four.parse(columns)) == -1
        with pytest.raises(InputError, match="the game is over before"):
            connect_four.parse(columns + "4")

    def test_every_line_of_four_wins_and_no_three_of_it(self):
        lines = [
            [1 << 7 * (column + k * right) + row + k * up for k in range(4)]
            for column in range(7)
            for row in range(6)
            for right, up in ((0, 1), (1, 0), (1, 1), (1, -1))
            if column + 3 * right < 7 and 0 <= row + 3 * up < 6
        ]
        assert len(lines) == 69
        for line in lines:
            assert self.has_four(line)
            assert not any(self.has_four(three) for three in combinations(line, 3))

    def test_no_line_wraps_around(self):
        """Neither from the top of a column to the bottom of the next, nor from the right edge to the left one."""
        for parts in (1, 2, 3):
            for column in range(6):
                top = [7 * column + row for row in range(6 - parts, 6)]
                assert not self.has_four(
                    1 << bit for bit in [*top, *(7 * column + 7 + row for row in range(4 - parts))]
                )
            for row in range(6):
                for up in (-1, 0, 1):
                    right = [(7 - parts + k, row + up * k) for k in range(parts)]
                    left = [(k, row + up * (parts + k)) for k in range(4 - parts)]
                    squares = [(column, height) for column, height in right + left if 0 <= height < 6]
                    assert not self.has_four(1 << 7 * column + height for column, height in squares)

    def has_four(self, bits):
        return bool(connect_four.module.has_four(connect_four.module.U(sum(bits))))

    def test_a_full_column_takes_no_stone(self):
        full = connect_four.parse("444444")
        assert connect_four.legal_texts(full) == ["1", "2", "3", "5", "6", "7"]
        with pytest.raises(InputError, match="column 4 is full"):
            connect_four.parse_move(full, "4")

    def test_a_full_board_is_drawn(self):
        full = connect_four.parse(self.DRAW)
        assert connect_four.outcome(full) == 0
        assert connect_four.moves(full) == []
        assert connect_four.outcome(connect_four.parse(self.DRAW[:-1])) == rules.ONGOING

    def test_a_line_of_the_last_stone_wins(self):
        assert connect_four.outcome(connect_four.parse(self.LAST_STONE_WINS)) == -1
        assert connect_four.outcome(connect_four.parse(self.LAST_STONE_WINS[:-1])) == rules.ONGOING

    @pytest.mark.parametrize(
        ("position", "fault"),
        [
            ("." * 35 + "xx..... o", "cannot be to move"),
            ("x" + "." * 41 + " o", "has nothing below it"),
            ("." * 21 + "o......ooo....xxxx... x", "already has four in a row"),
            ("." * 42, "neither column digits"),
            ("448", "columns are 1 to 7"),
            ("4444444", "column 4 is full"),
        ],
    )
    def test_impossible_positions_are_refused(self, position, fault):
        with pytest.raises(InputError, match=fault):
            connect_four.parse(position)


class TestOthello:
    WIPE_OUT = "d3c3b3f4f5b2a1d6d7e3f3g3h2"
    EARLY_END = "d3c3b3d6d7e3f3c5b4b5b6c7f5f4g4b2b8d2a1a3d1f6g7b1c1b7a5g3e2e1f1f2c4c6c2g2g1h5a8e6h3a4a2e7f8"
    DRAW = (
        "d3e3f3c5b6c3c6d2c4f4b3f2e1b2g3h2g4a3a2a1b1c2c1g5h4a7f6b4b5d1"
        "a6f1a8e6d6a4a5f7f8g6h6g2e2g8g1e8f5d7d8b7c7h1h8h3h5e7g7b8c8h7"
    )

    def test_a_side_without_a_move_passes(self):
        stuck = othello.parse("ox" + "." * 62 + " x")
        assert othello.legal_texts(stuck) == ["pass"]
        with pytest.raises(InputError, match="the only move is a pass"):
            othello.parse_move(stuck, "c1")
        passed = othello.replay(["pass", "c1"], stuck)[-1]
        assert othello.text(passed) == "ooo" + "." * 61 + " x"

    def test_passing_is_not_a_choice(self):
        with pytest.raises(InputError, match="only when there is no other move"):
            othello.parse_move(othello.init_state(), "pass")

    def test_neither_side_can_move(self):
        assert othello.outcome(othello.parse("x" + "." * 62 + "o x")) == 0
        assert othello.outcome(othello.parse("xx" + "." * 61 + "o x")) == 1
        assert othello.outcome(othello.parse("xx" + "." * 61 + "o o")) == -1

    def test_wipe_out(self):
        end = othello.parse(self.WIPE_OUT)
        assert (int(end.own), othello.outcome(end), othello.moves(end)) == (0, -1, [])
        assert othello.outcome(othello.parse(self.WIPE_OUT[:-2])) == rules.ONGOING

    def test_the_game_ends_with_empty_squares_when_nobody_can_move(self):
        end = othello.parse(self.EARLY_END)
        assert othello.board(end).count("........") == 0
        assert "." in othello.text(end)
        assert abs(othello.module.difference(end)) == 47
        assert othello.moves(end) == []

    def test_a_board_may_be_written_in_rows(self):
        rows = othello.board(othello.init_state())
        assert othello.parse("\n".join(rows).replace("x", "b").replace("o", "W") + "\nx") == othello.init_state()
        with pytest.raises(InputError, match="64 squares and the side to move, not 64"):
            othello.parse("".join(rows))

    def test_full_board(self):
        full = othello.parse(self.DRAW)
        assert "." not in othello.text(full)
        assert (othello.outcome(full), othello.module.difference(full)) == (0, 0)

    @pytest.mark.parametrize("word", ["--", "pa", "Pa", "PA"])
    def test_a_transcript_may_leave_passes_out_or_write_them(self, word):
        """In this game White passes before b8 and again before d6."""
        before = (
            "d3c3b3b2b1a1c4c1c2c5e6a3a2a4c6f6d2e1g7f7g8c7d1e2c8e3f1f2g2b4a5b5"
            "a6h2f3b6h1d7e8d8a7e7h3g5b7h8h4f8h7g6f5h5h6g4f4g1"
        )
        assert othello.parse(before + word + "b8a8g3" + word + "d6") == othello.parse(before + "b8a8g3d6")
        assert "." not in othello.text(othello.parse(before + "b8a8g3d6"))

    def test_discs_flip_in_all_directions_and_not_across_the_edge(self):
        star = ["x..x..x.", ".o.o.o..", "..ooo...", "xoo.ooox", "..ooo...", ".o.o.o..", "x..o..x.", "...x...."]
        state = othello.parse("".join(star) + " x")
        flipped = othello.apply(state, othello.parse_move(state, "d4"))
        assert "o" not in othello.text(flipped)[:64]
        edge = othello.parse("." * 24 + "......xo" + "o......." + "." * 24 + " x")
        assert othello.legal_texts(edge) == ["pass"]


class TestDraughts:
    def test_the_first_moves(self):
        black = {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"}
        assert set(draughts.legal_texts(draughts.init_state(1))) == black
        white = {"21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"}
        assert set(draughts.legal_texts(draughts.init_state(-1))) == white

    def test_a_capture_is_compulsory(self):
        state = draughts.parse("B:W18:B1,14")
        assert draughts.legal_texts(state) == ["14x23"]
        with pytest.raises(InputError, match="1-5 is not a legal move: a capture is compulsory"):
            draughts.parse_move(state, "1-5")

    def test_the_shorter_capture_may_be_chosen(self):
        assert set(draughts.legal_texts(draughts.parse("B:W18,27,6:B14,1"))) == {"14x32", "1x10"}

    def test_a_jump_sequence_is_completed(self):
        state = draughts.parse("B:W18,27:B14")
        assert draughts.legal_texts(state) == ["14x32"]
        with pytest.raises(InputError, match="not a legal move"):
            draughts.parse_move(state, "14x23")

    def test_men_neither_move_nor_capture_backwards(self):
        assert set(draughts.legal_texts(draughts.parse("B:W10,32:B14"))) == {"14-17", "14-18"}
        assert set(draughts.legal_texts(draughts.parse("W:W18:B1,23"))) == {"18-14", "18-15"}

    def test_a_man_stops_on_the_king_row(self):
        """The new king on 31 could go on over 27."""
        after = play(draughts, "B:W26,27:B22", "22x31")
        assert draughts.text(after) == "W:W27:BK31"
        assert draughts.legal_texts(draughts.parse("B:W26,27:BK22")) == ["22x24"]

    def test_a_man_that_steps_on_the_king_row_becomes_a_king(self):
        assert draughts.text(play(draughts, "B:W5:B28", "28-32")) == "W:W5:BK32"
        assert draughts.text(play(draughts, "W:W5:B28", "5-1")) == "B:WK1:B28"

    def test_a_king_moves_one_square_in_all_directions(self):
        assert set(draughts.legal_texts(draughts.parse("B:W32:BK14"))) == {"14-9", "14-10", "14-17", "14-18"}

    def test_a_king_may_end_where_it_began(self):
        state = draughts.parse("W:WK15:B18,19,26,27")
        assert draughts.legal_texts(state) == ["15x15"]
        assert len(draughts.moves(state)) == 2  # either way round
        for text in ("15x15", "15x22x31x24x15", "15x24x31x22x15"):
            assert draughts.text(play(draughts, "W:WK15:B18,19,26,27:H7", text)) == "B:WK15:B"

    def test_no_piece_is_jumped_twice(self):
        assert draughts.legal_texts(draughts.parse("W:WK15:B18")) == ["15x22"]
        round_once = draughts.parse("W:WK15:B18,19,26,27,10")
        assert draughts.legal_texts(round_once) == ["15x22x31x24x15x6", "15x6"]

    def test_captured_kings_leave_the_board(self):
        assert draughts.text(play(draughts, "B:WK18:B14", "14x23")) == "W:W:B23"

    @pytest.mark.parametrize(
        "position", ["B:W5,6,10:B1", "B:WK1:B", "W:W:B1", "W:W32:B27,28,23,24", "B:W5,6,10:B1:H80"]
    )
    def test_a_side_that_cannot_move_loses(self, position):
        state = draughts.parse(position)
        assert (draughts.outcome(state), draughts.moves(state)) == (-1, [])

    def test_eighty_quiet_plies_are_a_draw(self):
        state = play(draughts, "B:WK1:BK32:H78", "32-28")
        assert (state.quiet, draughts.outcome(state)) == (79, rules.ONGOING)
        drawn = draughts.apply(state, draughts.parse_move(state, "1-5"))
        assert (drawn.quiet, draughts.outcome(drawn), draughts.moves(drawn)) == (80, 0, [])
        assert draughts.replay(["28-32"], drawn)[-1].quiet == 81  # in records the game goes on

    def test_a_man_move_or_a_capture_ends_quiet_plies(self):
        assert play(draughts, "B:WK1:B9,K32:H50", "9-13").quiet == 0
        assert play(draughts, "B:W27:B9,K32:H50", "32x23").quiet == 0
        assert play(draughts, "B:W21:B9,K32:H50", "32-28").quiet == 51

    def test_fen(self):
        assert (
            draughts.parse("B:W21-32:B1-12") == draughts.parse("start") == draughts.parse("") == draughts.init_state()
        )
        assert draughts.parse("1. 9-14 22-17 2. 11-15") == draughts.parse("9-14 22-17 11-15")
        assert draughts.parse("9-14") == draughts.parse("W:W21-32:B1-8,10-12,14")
        assert draughts.parse("w:b1-4,k9-10 : w 30, K31:H12") == draughts.parse("W:WK31,30:BK9,K10,1,2,3,4:H12")
        assert draughts.text(draughts.parse("W:W30:B1:H12")) == "W:W30:B1:H12"
        assert draughts.text(draughts.parse("W:W30:B1:H0")) == "W:W30:B1"

    @pytest.mark.parametrize(
        ("position", "fault"),
        [
            ("B:W33:B1", "'33' in the FEN is not a square"),
            ("B:W0:B1", "'0' in the FEN is not a square"),
            ("B:W-1:B1", "'-1' in the FEN is not a square"),
            ("B:W00321:B1", "'00321' in the FEN is not a square"),
            ("B:W16-12:B1", "'16-12' in the FEN is not a square"),
            ("B:W1-2-3:B5", "'1-2-3' in the FEN is not a square"),
            ("B:W\u0662\u0661:B1", "in the FEN is not a square"),
            ("B:W21,21:B1", "square 21 is named twice"),
            ("B:W21:B21", "two pieces are on one square"),
            ("B:W1:B5", "a man of White is on its king row"),
            ("B:W21:B32", "a man of Black is on its king row"),
            ("B:W20-32:B1", "more than twelve pieces"),
            ("B:W21:W22", "is not a FEN"),
            ("B:W21:B1:H-1", "is not a FEN"),
            ("B:W21:B1:H\u0663", "is not a FEN"),
            ("R:W21:B1", "is not a FEN"),
            ("B", "is not a FEN"),
        ],
    )
    def test_bad_fen_is_refused(self, position, fault):
        with pytest.raises(InputError, match=fault):
            draughts.parse(position)

    def test_ambiguous_captures_name_every_square(self):
        state = draughts.parse("B:W18,19,26,27:B15")
        assert draughts.legal_texts(state) == ["15x22x31", "15x24x31"]
        with pytest.raises(InputError, match="15x31 is ambiguous: 15x22x31 or 15x24x31"):
            draughts.parse_move(state, "15x31")
        assert draughts.text(play(draughts, "B:W18,19,26,27:B15", "15x24x31")) == "W:W18,26:BK31"

    def test_hyphen_x_and_colon_mean_the_same(self):
        state = draughts.parse("B:W18,27:B14")
        texts = ("14x32", "14-32", "14:32", "14X23X32", " 14x32 ")
        assert len({draughts.parse_move(state, text) for text in texts}) == 1

    def test_no_position_has_more_than_max_moves(self):
        """Kings on all squares at once, none in the way of another, could not capture in more ways than this.

        A jump keeps the parity of its row, so kings on even rows jump only pieces on odd rows, and the other way round.
        """
        dark = [(row, column) for row in range(8) for column in range(8) if (row + column) % 2]
        inner = [(row, column) for row, column in dark if 0 < row < 7 and 0 < column < 7]
        most = [0] * 10
        odd = [square for square in inner if square[0] % 2]
        for count in range(1, len(odd) + 1):
            for pieces in combinations(odd, count):
                routes = sum(map(partial(captures, opponent=frozenset(pieces)), dark))
                most[count] = max(most[count], routes)
        assert max(most[here] + most[12 - here] for here in range(3, 10)) == 227 < draughts.max_moves
        assert 12 * 4 < draughts.max_moves  # steps


def captures(square, opponent):
    """Return in how many ways a king on square, alone with opponent, can capture."""
    routes = 0
    for down, right in ADJACENT:
        over = square[0] + down, square[1] + right
        target = square[0] + 2 * down, square[1] + 2 * right
        if over in opponent and 0 <= target[0] < 8 and 0 <= target[1] < 8:
            routes += captures(target, opponent - {over}) or 1
    return routes


@pytest.mark.parametrize("seed", range(20))
def test_points_of_othello_are_discs_and_empty_squares_the_winners(seed):
    """Oracle: the letters on the board."""
    game, random = find_game("othello"), np.random.default_rng(seed)
    state = game.init_state()
    while moves := game.moves(state):
        own, others = (sum(row.count(letter) for row in game.board(state)) for letter in "xo"[:: state.player])
        assert game.points(state) == own - others
        state = game.apply(state, moves[random.integers(len(moves))])
    own, others = (sum(row.count(letter) for row in game.board(state)) for letter in "xo"[:: state.player])
    margin = own - others
    assert game.points(state) == margin + (64 - own - others) * ((margin > 0) - (margin < 0))
    assert (game.points(state) > 0) - (game.points(state) < 0) == game.outcome(state)


def test_a_wiped_out_side_of_othello_loses_by_64():
    game = find_game("othello")
    assert game.points(game.parse("x" * 13 + "." * 51 + "x")) == 64
    assert game.points(game.parse("x" * 13 + "." * 51 + "o")) == -64
