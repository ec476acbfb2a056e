"""A game as users see it: the four functions with lists, text and styles, around a module of rules."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from ... import rules
from ...binding import variant
from ...binding.bind import typed
from ...binding.definition import Definition
from ...errors import InputError, MoveError
from ...spec import is_source_file, name_of
from .style import Style

OUTCOMES = (rules.ONGOING, -1, 0, 1)

NO_MOVE = -1


class Game:
    """A game: its rules as plain Python, its notation and its style.

    `module` has the rules that searches compile. `rules.py` has the defaults of what it does not define.
    """

    def __init__(self, module: ModuleType, spec: str):
        self.module = module
        self.spec = spec
        """The name or path by which another process finds this game, with its options."""
        path = name_of(spec)
        self.options = {name: variant.default(module, name) for name in variant.options_of(module)}
        """The options of the game and their values."""
        self.name = Path(path).stem + spec[len(path) :]
        self.file_name = re.sub(r"\W+", "-", self.name)
        """The name as part of the name of a file or folder."""
        self.shipped_name = "" if "/" in path or is_source_file(path) else spec
        """The name of an included game, with its options; empty for a file, whatever its name."""
        self._defined = Definition(module, rules)
        self.max_moves: int = self._defined.get("MAX_MOVES")
        self.repetition: int = self._defined.get("REPETITION")
        self.most_chances: int = self._defined.get("CHANCES")
        """No state has more chance outcomes than this; 0: nothing is left to chance."""
        self.most_points: int = self._defined.get("POINTS")
        """No side is ever more points ahead; 0: the game has no points."""
        self.score_tells: bool = self.most_points > 0 and self._defined.get("SCORE_TELLS")
        """Whether whoever has more points during the game is likely to win."""
        self.title: str = self._defined.get("TITLE") or self.name.replace("_", " ").capitalize()
        self.about = (module.__doc__ or "").strip().partition("\n")[0]
        """The first line of its docstring."""
        self.formats: tuple[str, ...] = self._defined.get("FORMATS")
        """How whole games are written, best first."""
        self.pass_move: int = self._defined.get("PASS")
        self.places: tuple[tuple[int, int], ...] = self._defined.get("PLACES")
        """Row and column of each variable's square; empty if variables are not squares."""
        self.has_board = self._defined.defines("board")
        self.has_notation = self._defined.defines("text", "parse")
        """Whether positions have a notation, besides the moves that lead to them."""

    def __repr__(self) -> str:
        return f"fourfold.game({self.spec!r})"

    @cached_property
    def style(self) -> Style:
        try:
            return Style(**self._defined.get("STYLE"))
        except TypeError as error:
            raise InputError(f"STYLE of {self.name} is not valid: {error}") from None

    @property
    def variables(self) -> int:
        """The number of inputs of a net."""
        return self._defined.get("VARIABLES") or rules.FIELD_VARIABLES * len(self.module.State._fields)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Permutations of these inputs under which the game is the same."""
        return self._defined.get("SYMMETRIES") or (tuple(range(self.variables)),)

    def init_state(self, player: int = 1) -> Any:
        """Return the state in which player, 1 or -1, makes the first move."""
        return typed(self.module.init_state(player))

    def first_choice(self) -> Any:
        """Return the first state in which a player is to move; if chance comes before it, after its first outcomes."""
        state = self.init_state()
        while found := self.chances(state):
            state = self.apply(state, found[0][0])
        return state

    def moves(self, state: Any) -> list[int]:
        """Return the legal moves, or what may happen by chance; none when the game is over."""
        return self._written_moves(state) if self.outcome(state) == rules.ONGOING else []

    def possible_moves(self, state: Any) -> list[int]:
        """Return the moves that the pieces could make, even if the game is drawn by a rule such as 40 moves."""
        return self._written_moves(state) if self.outcome(state) in (rules.ONGOING, 0) else []

    def chances(self, state: Any) -> list[tuple[int, float]]:
        """Return (outcome, probability) for whatever may happen by chance; nothing if a player is to move."""
        if not self.most_chances or self.outcome(state) != rules.ONGOING:
            return []
        outcomes, probabilities = np.zeros(self.most_chances, np.int64), np.zeros(self.most_chances)
        n = self.module.chance(state, outcomes, probabilities)
        return [(int(outcomes[i]), float(probabilities[i])) for i in range(n)]

    def moves_again(self, before: Any, after: Any) -> bool:
        """Return whether the side to move in before is also to move in after, which follows it."""
        return bool(self._defined.get("moves_again")(before, after))

    def sides(self, states: Sequence[Any]) -> list[int]:
        """Return who is to move in each of the states of a game: 1 for the side to move in the first of them, or -1."""
        sides = [1] * len(states)
        for ply, (before, after) in enumerate(pairwise(states)):
            sides[ply + 1] = sides[ply] if self.moves_again(before, after) else -sides[ply]
        return sides

    def points(self, state: Any) -> int:
        """Return by how many points the side to move is ahead; 0 in a game without points."""
        return int(self._defined.get("points")(state))

    def _written_moves(self, state: Any) -> list[int]:
        if self.most_chances and (found := self.chances(state)):
            return [outcome for outcome, _ in found]
        moves = np.zeros(self.max_moves, np.int64)
        return [int(move) for move in moves[: self.module.expand(state, moves)]]

    def apply(self, state: Any, move: int) -> Any:
        """Return the state after a legal move."""
        return typed(self.module.apply(state, move))

    def expand(self, state: Any) -> list[tuple[int, Any]]:
        """Return (move, state it leads to) for every legal move."""
        return [(move, self.apply(state, move)) for move in self.moves(state)]

    def outcome(self, state: Any) -> int:
        """Return ONGOING, or -1, 0, 1 for the side to move."""
        outcome = self.module.test_terminal(state)
        if outcome not in OUTCOMES:  # NaN is in no tuple, and would become some number in a kernel
            raise InputError(f"test_terminal of {self.name} returns {outcome}, not ONGOING, -1, 0 or 1, for {state}")
        return int(outcome)

    def test_terminal(self, state: Any) -> tuple[bool, int | None]:
        """Return whether the game is over and, if so, the outcome for the side to move: -1, 0 or 1."""
        outcome = self.outcome(state)
        return (False, None) if outcome == rules.ONGOING else (True, outcome)

    def position(self, state: Any) -> Any:
        """Return the part of state that repetition compares."""
        return self._defined.get("position")(state)

    def moves_played(self, state: Any, known: int) -> int:
        """Return how many moves were made before state; known is how many of them are recorded.

        If the board does not show it, only the known moves count: from a set-up position, those since then.
        """
        played = int(self._defined.get("moves_played")(state))
        return known if played < 0 else played

    def board(self, state: Any) -> list[Any]:
        """Return the rows of the board, a text or cells with numbers each; a game without a board shows its fields."""
        rows: list[Any] = self._defined.get("board")(state)
        return rows

    def text(self, state: Any) -> str:
        """Return the position in the game's notation."""
        if self._defined.defines("text"):
            return str(self.module.text(state))
        return " ".join(row if isinstance(row, str) else ",".join(row) for row in self.board(state))

    def parse(self, text: str) -> Any:
        """Return the state of a position in the game's notation, or after a line of moves."""
        state = self.parse_position(text)
        return self.replay(self.split_moves(text))[-1] if state is None else state

    def parse_position(self, text: str) -> Any:
        """Return the state of a text that the game's own `parse` reads; None for a line of moves."""
        try:
            state = self._defined.get("parse")(text)
            return None if state is None else typed(state)
        except InputError:
            raise
        except ValueError as error:
            raise InputError(f"{self.name} position: {error}") from None

    def move_text(self, state: Any, move: int) -> str:
        return str(self._defined.get("move_text")(state, move))

    def parse_move(self, state: Any, text: str) -> int:
        """Return the legal move that text names."""
        possible = self.possible_moves(state)
        if self._defined.defines("parse_move"):
            try:
                move = self.module.parse_move(state, text)
            except ValueError as error:
                raise InputError(str(error)) from None
        else:
            move = next((move for move in possible if self.move_text(state, move) == text.strip()), None)
        if move not in possible:
            legal = ", ".join(self.legal_texts(state)) or "none, the game is over"
            raise InputError(f"{text!r} is not legal; legal moves: {legal}")
        return int(move)

    def legal_texts(self, state: Any) -> list[str]:
        """Return the legal moves in the game's notation, without duplicates."""
        return list(dict.fromkeys(self.move_text(state, move) for move in self.moves(state)))

    def join_moves(self, texts: list[str]) -> str:
        """Return a game's moves as one line in the game's notation."""
        return str(self._defined.get("join_moves")(texts))

    def split_moves(self, text: str) -> list[str]:
        """Return the moves of one line."""
        words = list(self._defined.get("split_moves")(text))
        return list(self._moves_of_words(words)) if self._says_words else words

    @cached_property
    def _says_words(self) -> bool:
        """Whether a move may be several words, such as `rolls 6`, and the game does not say how they are split."""
        if self._defined.defines("split_moves"):
            return False
        first = self.init_state(), self.first_choice()
        return any(" " in text for state in first for text in self.legal_texts(state))

    def _moves_of_words(self, words: list[str]) -> Iterator[str]:
        """Yield the moves that words make up; words that make up none are yielded one by one."""
        state, place = self.init_state(), 0
        while place < len(words):
            texts = {tuple(self.move_text(state, move).split()): move for move in self.possible_moves(state)}
            found = [each for each in texts if tuple(words[place : place + len(each)]) == each]
            if not found:
                yield from words[place:]
                return
            longest = max(found, key=len)
            yield self.move_text(state, texts[longest])
            state, place = self.apply(state, texts[longest]), place + len(longest)

    def must_capture(self, state: Any) -> bool:
        """Return whether only captures are legal."""
        return bool(self._defined.get("has_capture")(state))

    def routes(self, state: Any) -> list[tuple[tuple[int, ...], int]]:
        """Return (numbers of the squares visited, move) for each way to make a move, if the game defines them."""
        found: list[tuple[tuple[int, ...], int]] = self._defined.get("routes")(state)
        return found

    def replay(self, texts: list[str], start: Any = None) -> list[Any]:
        """Return start and the state after each move. Automatic draws are ignored, since players may have played on."""
        return [state for _, state in self._follow(texts, start)]

    def rewrite(self, texts: list[str], start: Any = None) -> list[str]:
        """Return the moves in the game's standard notation, whichever variant was used."""
        steps = list(self._follow(texts, start))
        return [self.move_text(before, move) for (_, before), (move, _) in pairwise(steps)]

    def _follow(self, texts: list[str], start: Any) -> Iterator[tuple[int, Any]]:
        """Yield (NO_MOVE, start), then (move, state after it) for every text."""
        state = self.init_state() if start is None else start
        yield NO_MOVE, state
        for number, text in enumerate(texts, 1):
            if self.outcome(state) in (-1, 1):
                raise MoveError(number, f"the game is over before {text}")
            try:
                move = self.parse_move(state, text)
            except InputError as error:
                raise MoveError(number, str(error)) from None
            state = self.apply(state, move)
            yield move, state

    def legal_line_text(self, state: Any, line: list[int]) -> list[str]:
        """Return the texts of the legal part of a line: one read while a search changes it may be inconsistent."""
        texts: list[str] = []
        for move in line:
            if move not in self.moves(state):
                break
            texts.append(self.move_text(state, move))
            state = self.apply(state, move)
        return texts

    def line_text(self, state: Any, line: list[int]) -> list[str]:
        """Return the texts of a line of moves that begins at state."""
        texts = []
        for move in line:
            texts.append(self.move_text(state, move))
            state = self.apply(state, move)
        return texts
