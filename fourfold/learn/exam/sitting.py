"""A player sits an exam: it is asked for a move in every position, and knows nothing of how that came about."""

import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from threading import get_ident
from typing import NamedTuple
from uuid import uuid4

import numpy as np

from ...games.interface.find import find_game
from ...games.interface.game import Game
from ...parallel.ordered_map import Workers, ordered_map
from ...players.base import Player, check_legal
from ...players.specs import player
from .questions import Question, parse_position


class Answer(NamedTuple):
    """The move that a player chooses, and how long that took."""

    move: int
    seconds: float


class Task(NamedTuple):
    """A question as a worker needs it: as text, since states of a user's game cannot be pickled."""

    row: int
    position: str


class Candidate(NamedTuple):
    """Who sits the exam."""

    sitting: str
    """Its id: a model may have changed since the last one, so players are made anew for each."""
    spec: str
    game: str
    seed: int

    def answer(self, task: Task) -> Answer:
        """Return the choice of the player; every question has its own seed, or lots would always fall alike."""
        game, made = find_game(self.game), self.player()
        state = parse_position(game, task.position)
        made.new_game(int(np.random.SeedSequence([self.seed, task.row]).generate_state(1)[0]))
        begun = time.perf_counter()
        move = made.choose(state).move
        seconds = time.perf_counter() - begun
        check_legal(game, state, move, self.spec)
        return Answer(move, seconds)

    def player(self) -> Player:
        return _kept_player(self, get_ident())


@lru_cache(maxsize=4)
def _kept_player(candidate: Candidate, thread: int) -> Player:
    """Return the player of a candidate, made once per thread, since it has state."""
    return player(candidate.spec, candidate.game, candidate.seed)


def sit(
    spec: str, game: Game, questions: Sequence[Question], *, seed: int = 0, workers: Workers = None
) -> Iterator[Answer]:
    """Yield the answers of a player to all questions; the number of workers does not change them."""
    candidate = Candidate(uuid4().hex, spec, game.spec, seed)
    tasks = (Task(row, question.text) for row, question in enumerate(questions))
    yield from ordered_map(candidate.answer, tasks, workers, warm=candidate.player)
