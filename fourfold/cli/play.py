"""The command `play`: a game against a player, or of a player against itself, in the terminal."""

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from shlex import quote

from ..errors import InputError
from ..games.interface.board_layout import margin, status
from ..games.interface.game import Game
from ..matches.dice import Dice
from ..matches.session import Session
from ..players.aim import points_aimed_at
from ..players.base import Analyst, Decision, Player
from ..players.default import default_player
from ..players.describe import outlook, search_effort
from ..players.plain_first import PlainFirst, player_at_once
from ..players.specs import parse_spec
from .analyse import print_analysis
from .draw_board import board, has_colour
from .live_analysis import watched
from .output import Show
from .score_text import score
from .validate import given_game, given_state

QUIT = ("quit", "exit")
ROLL, ASK = "roll", "ask"
"""Who rolls the dice: the program, or the person, who says what has fallen."""
HELP = """\
  {example:10} {what}
  moves      lists {choices}
  hint       says what the computer would play
  analyse    says what every move is worth
  undo       takes back your last move and the answer
  board      shows the board again
  quit       ends the game"""


def run(
    game_spec: str, player_spec: str | None, human: int | None, position: str, dice: str, seed: int, show: Show
) -> None:
    """Play a game in which the person moves first (0), second (1) or not at all (None)."""
    game = given_game(game_spec, compiled=False)  # whoever compiles it checks it too
    check_dice(dice, game)
    spec = player_spec or default_player(game, "seconds=1" if human is not None else "nodes=100000")
    parse_spec(spec)
    session = Session(game, given_state(game, position), position, human, enters_dice=dice == ASK)
    conversation = Conversation(session, player_at_once(spec, game, seed), Dice(seed), show)
    try:
        conversation.go_on()
    finally:
        conversation.close()
    show.result({"player": spec, **session.to_json()})


def check_dice(dice: str, game: Game) -> None:
    if dice not in (ROLL, ASK):
        raise InputError(f"--dice {dice} is not valid; choose from {ROLL}, {ASK}")
    if dice == ASK and not game.most_chances:
        raise InputError(f"--dice {ASK} is for games of chance, and {game.name} is none")


class Conversation:
    """The dialogue of a session."""

    def __init__(self, session: Session, opponent: Player, dice: Dice, show: Show):
        self.session, self.game, self.opponent, self.show = session, session.game, opponent, show
        self.dice = dice
        self._adviser: Player | None = None
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

    def close(self) -> None:
        """End compilations that are still under way."""
        for who in (self.opponent, self._adviser):
            if isinstance(who, PlainFirst):
                who.close()

    def turn(self) -> bool:
        """Make the next move, the person's or the computer's, or roll; return whether the game continues."""
        if self.session.outcome() is not None:
            self.announce()
            return self.wants_to_undo()
        if self.session.chances():
            return self.ask() if self.session.enters_dice else self.roll()
        if self.session.is_persons_turn():
            return self.ask()
        self.reply()
        return True

    def roll(self) -> bool:
        """Let the program roll; return True, for the game continues."""
        who = self.session.side() or "the side to move"
        if self.session.human is not None:
            who = "you" if self.session.human == self.session.turn else "I"
        self.session.roll(self.dice)
        self.show.line(f"{who} {'roll' if who in ('you', 'I') else 'rolls'} {self.session.texts[-1]}", "bold")
        return True

    def greet(self) -> None:
        if self.session.human is None:
            self.show.line(f"{self.opponent.name} plays {self.game.name} against itself.")
        else:
            self.show.line(f"You play {self.game.name} against {self.opponent.name}.")
            self.show.line(f"Type a move, such as {self.example()}, or help.")

    def example(self) -> str:
        """Return a legal move, if need be after the roll that comes first in the rules."""
        state = self.session.state
        while chances := self.game.chances(state):
            state = self.game.apply(state, chances[0][0])
        return self.game.legal_texts(state)[0]

    def draw(self) -> None:
        previous = self.session.history[-1] if self.session.history else None
        drawing = board(self.game, self.session.state, previous, has_colour(self.show.people))
        self.show.line()
        self.show.line(drawing)
        if found := score(self.session):
            self.show.line(found, "dim")
        self.show.line()

    def ask(self) -> bool:
        """Do what the person types; return whether the game continues."""
        line = self.read(self.prompt())
        if line is None or line.lower() in QUIT:
            return False
        command = self.commands.get(line.lower())
        if command and line not in self.game.legal_texts(self.session.state):
            command()
        elif line:
            self.try_move(line)
        elif self.session.chances():
            self.roll()
        return True

    def prompt(self) -> str:
        side, whose = self.session.side(), "your" if self.session.human == self.session.turn else "my"
        what = f"{whose} roll, or Enter" if self.session.chances() else f"your move{self.rolled()}"
        return f"{side}, {what}> " if side else f"{what}> "

    def rolled(self) -> str:
        """Return what was just rolled, in parentheses; nothing if it was not."""
        referee = self.session.referee
        return f" ({referee.texts[-1]})" if referee.rolls and referee.rolls[-1] else ""

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
        is_roll = bool(self.session.chances())
        self.session.move(move)
        if not is_roll:
            self.draw()

    def reply(self) -> None:
        """Let the computer move."""
        computer, other = self.names()
        decision, seconds = self.think(self.opponent)
        self.session.move(decision.move)
        self.show.line(f"{computer} {'play' if computer == 'I' else 'plays'} {self.session.texts[-1]}", "bold")
        if decision.nodes:
            thought = f"{outlook(decision, computer, other)} ({self.value(decision)})"
            self.show.line(f"thinks: {thought}; {search_effort(decision, seconds)}", "dim")
            self.say_if_plain(self.opponent)
        self.draw()

    def value(self, decision: Decision) -> str:
        most = points_aimed_at(self.opponent, self.game)
        return f"{most * decision.value:+.1f} points" if most else f"{decision.value:+.2f}"

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
        """Return the player that gives hints: the opponent if it searches, without its mistakes if it makes any."""
        errs = getattr(self.opponent, "errs", False)
        if isinstance(self.opponent, Analyst) and not errs:
            return self.opponent
        if not self._adviser:
            self._adviser = player_at_once("perfect" if errs else default_player(self.game), self.game)
        assert isinstance(self._adviser, Analyst)
        return self._adviser

    def say_if_plain(self, who: Player) -> None:
        if isinstance(who, PlainFirst) and not who.is_compiled:
            self.show.line(f"(in plain Python: {who.reason})", "dim")

    def hint(self) -> None:
        if self.must_roll_first():
            return
        decision, seconds = self.think(self.adviser())
        text = self.game.move_text(self.session.state, decision.move)
        self.show.line(f"try {text}: {outlook(decision, 'you', 'I')} ({search_effort(decision, seconds)})", "green")

    def analyse(self) -> None:
        if self.must_roll_first():
            return
        who = self.adviser()
        analysis = watched(who.analyse, who, self.game, self.session.state, self.session.history, self.show)
        print_analysis(self.game, self.session.state, analysis, self.show, points_aimed_at(who, self.game))

    def must_roll_first(self) -> bool:
        """Return whether there is no move to choose yet, and say so."""
        if self.session.chances():
            self.show.line("there is nothing to choose before the roll")
        return bool(self.session.chances())

    def list_moves(self) -> None:
        what = "possible rolls" if self.session.chances() else "legal moves"
        self.show.line(f"{what}: " + ", ".join(self.game.legal_texts(self.session.state)))

    def help(self) -> None:
        what, choices = "makes a move", "the legal moves"
        if self.session.chances():
            what, choices = "says what has fallen; Enter lets me roll", "what can fall"
        example = self.game.legal_texts(self.session.state)[0]
        self.show.line(HELP.format(example=example, what=what, choices=choices))

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
            has_won, points = self.session.is_persons_turn() == (outcome == 1), margin(self.game, self.session.state)
            text = f"You win{points}, well played" if has_won else f"I win{points}"
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
