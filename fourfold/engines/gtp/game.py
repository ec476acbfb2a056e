"""The game of a GTP server: its states, and the commands that read or change them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...games import othello
from ...games.interface.game import Game
from ...records import ggf
from ...records.moves_between import SIDES, with_move
from . import protocol

Command = Callable[[list[str]], str]
"""Takes the arguments and returns the text of the answer; raises InputError if the command fails."""


class GtpGame:
    """The states of a game, and the commands that need no player."""

    def __init__(self, game: Game):
        self.game = game
        self.states = [game.init_state()]
        self.commands: dict[str, Command] = {
            "boardsize": self.check_size,
            "komi": lambda _: "",
            "play": self.play,
            "undo": lambda _: self.undo(["1"]),
            "gg-undo": self.undo,
            "showboard": lambda _: self.picture(),
            "set_game": self.check_name,
            "list_games": lambda _: protocol.title(game),
            "setboard": self.set_position,
            "gogui-play_sequence": self.play_all,
        }
        if game.shipped_name == "othello":
            self.commands |= {
                "final_score": lambda _: self.score(),
                "loadsgf": self.load,
                "gogui-setup": self.set_discs,
                "gogui-setup_player": self.set_side,
                "gogui-rules_game_id": lambda _: protocol.title(game),
                "gogui-rules_legal_moves": lambda _: " ".join(self.legal_moves()),
                "gogui-rules_side_to_move": lambda _: SIDES[self.state.player],
                "gogui-rules_board": lambda _: "\n".join(reversed(self.rows())),  # A1 of GoGui is below
                "gogui-rules_board_size": lambda _: "8",
                "gogui-rules_final_result": lambda _: self.result(),
            }

    @property
    def state(self) -> Any:
        return self.states[-1]

    def clear(self) -> None:
        self.states = [self.game.init_state()]

    def check_size(self, arguments: list[str]) -> str:
        rows = self.game.board(self.state)
        if "".join(arguments[:1]) not in {str(len(side)) for side in (rows, *rows)}:
            raise InputError("unacceptable size")
        return ""

    def check_name(self, arguments: list[str]) -> str:
        if " ".join(arguments).lower() != protocol.title(self.game).lower():
            raise InputError(f"unsupported game; there is {protocol.title(self.game)}")
        return ""

    def play(self, arguments: list[str]) -> str:
        if len(arguments) < 2:
            raise InputError("syntax error: a move is a colour and a square")
        self.play_all([arguments[0], " ".join(arguments[1:])])  # some moves are several words
        return ""

    def play_all(self, arguments: list[str]) -> str:
        """Play a list of colours and moves: all of them, or none if one is wrong."""
        states = self.states
        for side, text in _pairs(arguments):
            try:
                states = with_move(self.game, states, side, text)
            except InputError as error:
                raise InputError(f"illegal move: {error}") from None
        self.states = states
        return ""

    def undo(self, arguments: list[str]) -> str:
        count = arguments[0] if arguments else "1"
        if not (count.isascii() and count.isdigit() and len(count) < 6 and int(count) < len(self.states)):
            raise InputError("cannot undo")
        self.states = self.states[: len(self.states) - int(count)]
        return ""

    def set_position(self, arguments: list[str]) -> str:
        """Set up a position in the game's own notation; for Othello, 64 squares and the side to move."""
        self.states = [self.game.parse(" ".join(arguments))]
        return ""

    def load(self, arguments: list[str]) -> str:
        """Load the game of a file, up to the move before a number, if one is given."""
        *words, last = arguments or [""]
        number = int(last) if words and last.isascii() and last.isdigit() and len(last) < 6 else None
        path = " ".join(arguments if number is None else words)
        self.states = ggf.parse(self.game, _contents(path))[: number or None]
        return ""

    def set_discs(self, arguments: list[str]) -> str:
        """Set up a board with these discs only; Black is to move."""
        self.states = [ggf.board_of(self.game, _pairs(arguments), 1)]
        return ""

    def set_side(self, arguments: list[str]) -> str:
        side = protocol.parse_side("".join(arguments[:1]))
        if side != self.state.player:
            self.states = [self.game.apply(self.state, othello.PASS)]
        return ""

    def legal_moves(self) -> list[str]:
        return [protocol.move_text(self.game, self.state, move) for move in self.game.possible_moves(self.state)]

    def rows(self) -> list[str]:
        """Return the rows of the board, with capitals and spaces."""
        return [" ".join(row).upper() for row in self.game.board(self.state)]

    def picture(self) -> str:
        rows = self.rows()
        if self.game.shipped_name == "othello":
            rows = ["  A B C D E F G H", *(f"{number} {row}" for number, row in enumerate(rows, 1))]
        return "\n".join(["", *rows, f"{SIDES[self.state.player]} to move"])

    def score(self) -> str:
        """Return by how many discs a side has won, as `B+12`."""
        if self.game.possible_moves(self.state):
            raise InputError("cannot score: the game is not over")
        discs = int(othello.difference(self.state)) * self.state.player
        return f"{'B' if discs > 0 else 'W'}+{abs(discs)}" if discs else "0"

    def result(self) -> str:
        if self.game.possible_moves(self.state):
            return "the game is not over"
        score = self.score()
        return f"{'Black' if score[0] == 'B' else 'White'} wins by {score[2:]}" if score != "0" else "Draw"


def _contents(path: str) -> str:
    """Return the text of a regular file; a device might never end."""
    try:
        if Path(path).is_file():
            return Path(path).read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        pass
    raise InputError("cannot load file")


def _pairs(arguments: list[str]) -> list[tuple[int, str]]:
    """Return the pairs of side and word."""
    if len(arguments) % 2:
        raise InputError("syntax error: every colour needs a square")
    return [(protocol.parse_side(colour), text) for colour, text in zip(arguments[::2], arguments[1::2], strict=True)]
