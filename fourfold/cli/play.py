"""The command `play`: a game against a player, or of a player against itself, in the terminal."""

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from shlex import quote

from ..errors import InputError
from ..games.interface.board_layout import status
from ..matches.session import Session
from ..players.base import Analyst, Decision, Player
from ..players.describe import outlook, search_effort
from ..players.plain_first import PlainFirst, player_at_once
from ..players.specs import parse_spec
from .analyse import print_analysis
from .draw_board import board, has_colour
from .live_analysis import watched
from .output import Show
from .validate import default_player, given_game, given_state

QUIT = ("quit", "exit")
HELP = """\
  {example:10} makes a move
  moves      lists the legal moves
  hint       says what the computer would play
  analyse    says what every move is worth
  undo       takes back your last move and the answer
  board      shows the board again
  quit       ends the game"""


def run(game_spec: str, player_spec: str | None, human: int | None, position: str, seed: int, show: Show) -> None:
    """Play a game in which the person moves first (0), second (1) or not at all (None)."""
    game = given_game(game_spec, compiled=False)  # whoever compiles it checks it too
    spec = player_spec or default_player(game, "seconds=1" if human is not None else "nodes=100000")
    parse_spec(spec)
    session = Session(game, given_state(game, position), position, human)
    opponent = player_at_once(spec, game, seed)
    try:
        Conversation(session, opponent, show).go_on()
    finally:
        if isinstance(opponent, PlainFirst):
            opponent.close()
    show.result({"player": spec, **session.to_json()})


class Conversation:
    """The dialogue of a session."""

    def __init__(self, session: Session, opponent: Player, show: Show):
        self.session, self.game, self.opponent, self.show = session, session.game, opponent, show
        self.commands: dict[str, Callable[[], None]] = {
            "help": self.help,
            "moves": self.list_moves,
            "hint": self.hint,
            "analyse": self.analyse,
            "undo": self.undo,
            "board": self.draw,
        }

    def go_on(self) -> None:
        """Greet, play until the game is over or the person leaves, and say goodbye."""
        self.greet()
        self.draw()
        while self.turn():
            pass
        self.print_record()

    def turn(self) -> bool:
        """Make the next move, the person's or the computer's; return whether the game continues."""
        if self.session.outcome() is not None:
            self.announce()
            return self.wants_to_undo()
        if self.session.is_persons_turn():
            return self.ask()
        self.reply()
        return True

    def greet(self) -> None:
        if self.session.human is None:
            self.show.line(f"{self.opponent.name} plays {self.game.name} against itself.")
        else:
            self.show.line(f"You play {self.game.name} against {self.opponent.name}.")
            self.show.line(f"Type a move, such as {self.game.legal_texts(self.session.state)[0]}, or help.")

    def draw(self) -> None:
        previous = self.session.history[-1] if self.session.history else None
        drawing = board(self.game, self.session.state, previous, has_colour(self.show.people))
        self.show.line()
        self.show.line(drawing)
        self.show.line()

    def ask(self) -> bool:
        """Do what the person types; return whether the game continues."""
        side = self.session.side()
        line = self.read(f"{side}, your move> " if side else "your move> ")
        if line is None or line.lower() in QUIT:
            return False
        command = self.commands.get(line.lower())
        if command and line not in self.game.legal_texts(self.session.state):
            command()
        elif line:
            self.try_move(line)
        return True

    def read(self, prompt: str) -> str | None:
        """Return the next line of input, None at its end. Without a terminal it is echoed."""
        if not sys.stdin.isatty():
            line = sys.stdin.readline()
            self.show.line(prompt + (line.strip() if line else "(end of standard input: the game stops here)"))
            return line.strip() if line else None
        try:
            return self._input(prompt).strip()
        except EOFError:
            self.show.line()
            return None

    def _input(self, prompt: str) -> str:
        if self.show.as_json:  # standard output is not for people then
            self.show.people.print(prompt, end="")
            return input()
        with suppress(ImportError):
            import readline  # noqa: F401 (gives input() its line editing, where there is one)
        return input(prompt)

    def try_move(self, text: str) -> None:
        try:
            move = self.game.parse_move(self.session.state, text)
        except InputError as error:
            self.show.line(str(error), "red")
            if "legal moves:" not in str(error):
                self.list_moves()
            return
        self.session.move(move)
        self.draw()

    def reply(self) -> None:
        """Let the computer move."""
        computer, other = self.names()
        decision, seconds = self.think(self.opponent)
        self.session.move(decision.move)
        self.show.line(f"{computer} {'play' if computer == 'I' else 'plays'} {self.session.texts[-1]}", "bold")
        if decision.nodes:
            thought = f"{outlook(decision, computer, other)} ({decision.value:+.2f})"
            self.show.line(f"thinks: {thought}; {search_effort(decision, seconds)}", "dim")
            self.say_if_plain(self.opponent)
        self.draw()

    def names(self) -> tuple[str, str]:
        """Return the names of the computer, which is to move, and of its opponent."""
        if self.session.human is not None:
            return "I", "you"
        return self.session.side() or "it", self.session.other_side() or "the other"

    def think(self, who: Player) -> tuple[Decision, float]:
        start = time.perf_counter()
        decision = watched(who.choose, who, self.game, self.session.state, self.session.history, self.show)
        return decision, time.perf_counter() - start

    def adviser(self) -> Analyst:
        """Return the player that gives hints: the opponent if it searches."""
        if isinstance(self.opponent, Analyst):
            return self.opponent
        adviser = player_at_once(default_player(self.game), self.game)
        assert isinstance(adviser, Analyst)
        return adviser

    def say_if_plain(self, who: Player) -> None:
        if isinstance(who, PlainFirst) and not who.is_compiled:
            self.show.line(f"(in plain Python: {who.reason})", "dim")

    def hint(self) -> None:
        decision, seconds = self.think(self.adviser())
        text = self.game.move_text(self.session.state, decision.move)
        self.show.line(f"try {text}: {outlook(decision, 'you', 'I')} ({search_effort(decision, seconds)})", "green")

    def analyse(self) -> None:
        who = self.adviser()
        analysis = watched(who.analyse, who, self.game, self.session.state, self.session.history, self.show)
        print_analysis(self.game, self.session.state, analysis, self.show)

    def list_moves(self) -> None:
        self.show.line("legal moves: " + ", ".join(self.game.legal_texts(self.session.state)))

    def help(self) -> None:
        self.show.line(HELP.format(example=self.game.legal_texts(self.session.state)[0]))

    def undo(self) -> None:
        if self.session.undo():
            self.draw()
        else:
            self.show.line("there is no move to undo")

    def announce(self) -> None:
        """Say how the game has ended."""
        outcome = self.session.outcome()
        if outcome == 0:
            text = "A draw"
            text += f": this position has stood {self.game.repetition} times" if self.session.is_repetition() else ""
        elif self.session.human is None:
            text = status(self.game, self.session.state)
        else:
            text = "You win, well played" if self.session.is_persons_turn() == (outcome == 1) else "I win"
        self.show.line(f"{text}.", "bold")

    def wants_to_undo(self) -> bool:
        """Ask whether to continue from an earlier position; not without a terminal."""
        if self.session.human is None or not sys.stdin.isatty():
            return False
        if self.read("undo to take back your last move, Enter to end> ") != "undo":
            return False
        self.undo()
        return True

    def print_record(self) -> None:
        """Print the moves and, if the game is not over, how to continue."""
        if self.session.texts:
            self.show.line(f"moves: {self.session.record()}")
            if self.session.outcome() is None:
                position = quote(self.session.position_text())
                self.show.line(f"continue: fourfold play {self.game.spec} --position {position}")
