"""The questions of an exam: positions from games of mixed players, with the proven results of all their moves.

They are files of positions as data/proven_positions.py and data/connect_four/labelled_positions.py have them. Each is
from a game of its own, so questions tell independently of each other, and all plies have as many questions as can be.
A result that is at stake makes a better question: most games of unequal players are decided long before they end.

Connect Four has a solver: a question is asked at any ply that does not take it minutes. Positions of other games are
proven from the end of the game backwards, until a proof takes more nodes than allowed. What such a line has besides:
`nodes`, that limit; `length`, the plies of its game; and `proven_from`, the ply from which on all were proven.
"""

import json
from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cache
from itertools import count as count_from
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...data import collection, proven_positions
from ...data.collection import Found
from ...data.connect_four import labelled_positions
from ...data.proven_positions import ProvenPosition, position_key
from ...errors import InputError
from ...games.interface.find import find_game
from ...games.interface.game import Game
from ...parallel.ordered_map import Workers, ordered_map
from ...players.proof import check_provable
from ...solve.book import canonical_key
from ...solve.labels import LAST_PLY, TABLE_BITS
from ...solve.solver import GAME, Solver
from ..proven_positions import NODES, Prover, line_of
from .mixed_games import Cast

COUNT = 300
PATIENCE = 100
"""After so many games without a new question there are as many as a small game has."""
MOST = 1 << 31
"""No number of a line is as large."""
PLIES = range(LAST_PLY)
"""Of Connect Four; after them one move is left."""
ATTEMPTS = 40
"""Games of Connect Four that are played to reach a ply: few are long."""


class Question(NamedTuple):
    """A position to choose a move in."""

    text: str
    position: ProvenPosition
    ply: int | None
    """How many moves were made before, if that is known."""
    game: int
    """The number of the game it was met in."""
    nodes: int | None = None
    """The most nodes of its proof."""
    proven_plies: int | None = None
    """How many plies were proven from the end of its game backwards; None if all can be, or it is not known."""
    is_whole: bool = False
    """Whether they are all plies of its game."""


class Examiner:
    """Plays a game and proves its positions, from the last one backwards."""

    def __init__(self, game: Game, nodes: int):
        self.game, self.nodes = game, nodes
        self.cast, self.prover = Cast(game), Prover(game, nodes)

    def positions(self, number: int, rng: np.random.Generator) -> list[Found]:
        """Return the proven positions with a choice, in random order."""
        played = self.cast.play(rng)
        found, first = list[Any](), len(played.texts)
        for ply in range(len(played.texts) - 1, -1, -1):
            if len(self.game.moves(played.states[ply])) > 1:
                proven = self.prover.prove(played.states[ply], played.texts[:ply])
                if proven is None:
                    break
                found += [proven] if proven.has_choice else []
            first = ply
        more = {"nodes": self.nodes, "length": len(played.texts), "proven_from": first}
        order = rng.permutation(len(found))
        return [Found(found[i].key, {**line_of(self.game, number, found[i]), **more}) for i in order]


class ConnectFourExaminer:
    """Plays games to a ply that follows from their number, and solves the position there."""

    def __init__(self, game: Game):
        self.game = game
        self.cast, self.solver = Cast(game), Solver(bits=TABLE_BITS)

    def positions(self, number: int, rng: np.random.Generator) -> list[Found]:
        """Return a position at that ply in which moves differ, and another if its result is not at stake."""
        ply, found = PLIES[number % len(PLIES)], list[Found]()
        for _ in range(ATTEMPTS):
            played = self.cast.play(rng, ply)
            if len(played.texts) < ply or len(self.game.moves(played.state)) < 2:
                continue
            scores = self.solver.scores(played.state)
            if len(set(scores.values())) > 1:
                listed = [scores.get(column) for column in range(7)]
                text = self.game.join_moves(played.texts)
                line = {"game": number, "ply": ply, "position": text, "scores": listed}
                found.append(Found(canonical_key(played.state), line))
                if is_at_stake(line) or len(found) == 2:
                    break
        return found


class Recorder(NamedTuple):
    """Finds the positions of one game by its number."""

    spec: str
    nodes: int
    seed: int

    def record(self, number: int) -> list[Found]:
        return self.examiner().positions(number, np.random.default_rng([self.seed, number]))

    def examiner(self) -> Examiner | ConnectFourExaminer:
        return _examiner(self.spec, self.nodes)


@cache
def _examiner(spec: str, nodes: int) -> Examiner | ConnectFourExaminer:
    game = find_game(spec)
    return ConnectFourExaminer(game) if game.shipped_name == GAME else Examiner(game, nodes)


class Spread:
    """Keeps one position of a game, whose result is at stake if there is such a one, at the ply that has fewest."""

    def __init__(self) -> None:
        self.counts = Counter[int]()
        self.game = -1

    def choose(self, found: list[Found]) -> list[Found]:
        # a game that was half written before a kill is played again
        new = [each for each in found if game_number(each.line) != self.game]
        return sorted(new, key=lambda each: (not is_at_stake(each.line), self.counts[each.line["ply"]]))[:1]

    def add(self, line: dict[str, Any]) -> None:
        self.counts[line["ply"]] += 1
        self.game = game_number(line)


def is_at_stake(line: dict[str, Any]) -> bool:
    """Return whether some move has another result than the best."""
    scores = line["scores"].values() if isinstance(line["scores"], dict) else line["scores"]
    return len({(score > 0) - (score < 0) for score in scores if score is not None}) > 1


def collect(
    path: str | Path,
    game: Game,
    count: int = COUNT,
    *,
    seed: int = 0,
    nodes: int | None = None,
    workers: Workers = None,
) -> Iterator[int]:
    """Write this many questions to path, or as many as there are, yielding how many there are so far.

    An interrupted file goes on, as `collection.collect` has it.
    """
    check_provable(game)
    is_solved = game.shipped_name == GAME
    if is_solved and nodes is not None:
        raise InputError(f"{GAME} has a solver, which needs no --nodes")
    limit = nodes or NODES

    def games(first: int) -> Iterator[tuple[list[Found], list[dict[str, Any]]]]:
        recorder = Recorder(game.spec, limit, seed)
        found = ordered_map(recorder.record, count_from(first), workers, warm=recorder.examiner)
        for number, positions in enumerate(found, first):
            yield positions, [{"number": number}]

    def key_of(line: dict[str, Any]) -> Hashable:
        state = parse_position(game, line["position"])
        return canonical_key(state) if is_solved else position_key(game, state)

    settings = {"exam": game.name, "seed": seed} | ({} if is_solved else {"nodes": limit})
    steps = collection.collect(path, count, settings, games, key_of, game_number, selection=Spread(), patience=PATIENCE)
    try:
        yield from steps
    except collection.NoMore:
        collection.begun_file(path).unlink()  # it has no positions, and would stand in the way of more nodes
        text = f"{PATIENCE} games of {game.name} have no position that could be proven within {limit:,} nodes"
        raise InputError(f"{text}; give more --nodes") from None


def game_number(line: dict[str, Any]) -> int:
    """Return the number of the game of a line; files of Connect Four call it `game`."""
    return int(line["number"] if "number" in line else line["game"])


def parse_position(game: Game, text: str) -> Any:
    """Return the state of a position in a file."""
    return labelled_positions.parse(text) if game.shipped_name == GAME else game.parse(text)


def read(game: Game, path: str | Path, limit: int | None = None) -> list[Question]:
    """Return the questions of a file, or the first ones: of one that `collect` has made, or any other of positions."""
    positions = proven_positions.read(game, path, limit=limit)
    lines = [line for line in Path(path).read_text(encoding="utf-8").splitlines() if line.strip()]
    return [
        _question(game, json.loads(line), position, row)
        for row, (line, position) in enumerate(zip(lines, positions, strict=False))
    ]


def _question(game: Game, line: dict[str, Any], position: ProvenPosition, row: int) -> Question:
    text, known = line["position"], _count(line, "ply")
    if known is None and not game.has_notation:
        known = len(game.split_moves(text))
    ply = game.moves_played(position.state, -1 if known is None else known)
    number, length, first = _count(line, "number"), _count(line, "length"), _count(line, "proven_from")
    if number is None:
        number = _count(line, "game")
    proven = length - first if length is not None and first is not None else None
    return Question(
        text, position, ply if ply >= 0 else None, row if number is None else number, _count(line, "nodes"), proven,
        first == 0,
    )  # fmt: skip


def _count(line: dict[str, Any], name: str) -> int | None:
    """Return a number of a line, if it has one."""
    value = line.get(name)
    return value if type(value) is int and 0 <= value < MOST else None


def coverage(game: Game, questions: list[Question]) -> str:
    """Return which part of the game questions are about, and why not all of it."""
    plies = {question.ply for question in questions if question.ply is not None}
    if not plies:
        return "the file does not say at which plies its positions were met"
    first, last = min(plies), max(plies)
    span = f"plies {first} to {last}"
    proven = [question.proven_plies for question in questions if question.proven_plies is not None]
    if not proven:
        return f"covers {span}"
    nodes, whole = questions[0].nodes or 0, float(np.mean([question.is_whole for question in questions]))
    if whole == 1.0:
        return f"covers the whole game, {span}"
    if whole >= 0.5:
        return f"covers {span}; the beginnings of {1.0 - whole:.0%} of the games were not proven within {nodes:,} nodes"
    return (
        f"covers endings, {span}: in half of the games no more than the last {int(np.median(proven))} plies"
        f" could be proven within {nodes:,} nodes"
    )
