"""Positions of any game from varied play, with the results of all their moves proven by alpha-beta.

A game begins with random moves, then mixes random with sensible ones. Its positions are proven from the last one
backwards, until a proof takes more nodes than allowed: earlier ones would take even more. So what is recorded reaches
as far from the end of the game as the budget does, whatever the game.
"""

from collections.abc import Iterator
from functools import cache
from itertools import count as count_from
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..data import collection
from ..data.collection import Found
from ..data.proven_positions import position_key, position_text, score
from ..evaluators.find import find_evaluator
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..parallel.ordered_map import Workers, ordered_map
from ..players.alphabeta import AlphaBetaPlayer
from ..players.base import Budget
from ..players.proof import check_provable, proof_search

NODES = 200_000
"""The most nodes of a proof, for all moves of a position together."""
BLUNDERS = (1.0, 0.6, 0.35, 0.2)
"""Probabilities that a move after the opening is random: one is chosen for a whole game."""
RECORDED = 0.5
"""The probability that a position is recorded, so that more games contribute."""
EASY = 0.2
"""The probability that a position is recorded although the next move can win: they are many, and easy."""
SENSIBLE_DEPTH = 3
LONGEST_GAME = 500


class Proven(NamedTuple):
    """A position with the proven results of its moves."""

    key: Any
    text: str
    results: dict[str, int]
    """By the text of the move: 1, 0 or -1."""
    plies: dict[str, int]
    """To the end of the game."""
    ply: int
    """How many moves were made before."""

    @property
    def has_choice(self) -> bool:
        """Whether some moves are better than others."""
        return len({score(self.results[text], self.plies[text]) for text in self.results}) > 1


class Played(NamedTuple):
    """The positions of a game."""

    found: list[Proven]
    unproven: int
    """How many could not be proven: 1 if that ended the way back, else 0."""


class Prover:
    """Proves positions of a game."""

    def __init__(self, game: Game, nodes: int):
        self.game = game
        self.searcher = proof_search(game, nodes)
        self.sensible = AlphaBetaPlayer(game, find_evaluator("zero", game), Budget(depth=SENSIBLE_DEPTH))

    def prove(self, state: Any, line: list[str]) -> Proven | None:
        """Return the position after a line of moves with its results; None if that takes too many nodes."""
        analysis = self.searcher.analyse(state)
        decided = {self.game.move_text(state, each.move): each for each in analysis.moves}
        if any(each.proven is None for each in decided.values()):
            return None
        return Proven(
            position_key(self.game, state),
            position_text(self.game, state, line),
            {text: round(each.value) for text, each in decided.items()},
            {text: each.proven for text, each in decided.items() if each.proven is not None},
            self.game.moves_played(state, len(line)),
        )

    def record(self, rng: np.random.Generator) -> Played:
        """Play a game and prove its positions from the last one backwards; return those in which a choice matters."""
        states, line = self.play(rng)
        found = list[Proven]()
        for ply in range(len(line) - 1, -1, -1):
            is_recorded, is_easy_recorded = rng.random() < RECORDED, rng.random() < EASY
            if not is_recorded or len(self.game.moves(states[ply])) < 2:
                continue
            if not is_easy_recorded and self.can_win(states[ply]):
                continue
            proven = self.prove(states[ply], line[:ply])
            if proven is None:
                return Played(found, 1)
            if proven.has_choice:
                found.append(proven)
        return Played(found, 0)

    def can_win(self, state: Any) -> bool:
        """Return whether the side to move can win with its next move."""
        return any(self.wins(state, move) for move in self.game.moves(state))

    def wins(self, state: Any, move: int) -> bool:
        after = self.game.apply(state, move)
        outcome = self.game.outcome(after)
        return outcome == (1 if self.game.moves_again(state, after) else -1)

    def play(self, rng: np.random.Generator) -> tuple[list[Any], list[str]]:
        """Return the states of a game and its moves."""
        length = len(self._moves(rng, LONGEST_GAME, 1.0)[1])
        return self._moves(rng, int(rng.random() * length), float(rng.choice(BLUNDERS)))

    def _moves(self, rng: np.random.Generator, opening: int, blunders: float) -> tuple[list[Any], list[str]]:
        """Play a game that begins with an opening of random moves."""
        game, states, line = self.game, [self.game.init_state()], list[str]()
        self.sensible.new_game(int(rng.integers(1 << 31)))
        while len(line) < LONGEST_GAME and (legal := game.moves(states[-1])):
            is_random = len(line) < opening or rng.random() < blunders
            move = int(rng.choice(legal)) if is_random else self.sensible.choose(states[-1], states[:-1]).move
            line.append(game.move_text(states[-1], move))
            states.append(game.apply(states[-1], move))
        return states, line


class Recorder(NamedTuple):
    """Plays and proves one game by its number."""

    spec: str
    nodes: int
    seed: int

    def record(self, number: int) -> Played:
        return self.prover().record(np.random.default_rng([self.seed, number]))

    def prover(self) -> Prover:
        return _prover(self.spec, self.nodes)


@cache
def _prover(spec: str, nodes: int) -> Prover:
    return Prover(find_game(spec), nodes)


def stream(recorder: Recorder, first_game: int = 0, workers: Workers = None) -> Iterator[tuple[int, Played]]:
    """Yield the number and the positions of every game from first_game on, without end, whatever the workers."""
    games = ordered_map(recorder.record, count_from(first_game), workers, warm=recorder.prover)
    return enumerate(games, first_game)


class Tally:
    """How many games positions come from, and how many positions were not proven."""

    def __init__(self) -> None:
        self.games = self.unproven = 0

    def to_json(self) -> dict[str, int]:
        return dict(vars(self))


def collect(
    path: str | Path,
    game: Game,
    count: int,
    tally: Tally | None = None,
    *,
    seed: int = 0,
    nodes: int = NODES,
    workers: Workers = None,
) -> Iterator[int]:
    """Write this many distinct positions to path, yielding how many there are so far, as `collection.collect` does.

    At the end the tally has the counts of all games, also of those before a kill.
    """
    check_provable(game)

    def games(first: int) -> Iterator[tuple[list[Found], list[dict[str, Any]]]]:
        for number, played in stream(Recorder(game.spec, nodes, seed), first, workers):
            found = [Found(each.key, line_of(game, number, each)) for each in played.found]
            yield found, [{"number": number, "unproven": played.unproven}]

    def key_of(line: dict[str, Any]) -> Any:
        return position_key(game, game.parse(line["position"]))

    def note(notes: list[dict[str, Any]]) -> None:
        if tally:
            unproven = {each["number"]: each["unproven"] for each in notes}
            tally.games, tally.unproven = len(unproven), sum(unproven.values())

    settings = {"game": game.name, "seed": seed, "nodes": nodes}
    return collection.collect(path, count, settings, games, key_of, lambda line: int(line["number"]), note)


def line_of(game: Game, number: int, proven: Proven) -> dict[str, Any]:
    return {
        "game": game.name, "number": number, "ply": proven.ply, "position": proven.text, "scores": proven.results,
        "plies": proven.plies,
    }  # fmt: skip
