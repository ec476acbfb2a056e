"""Matches: two players, many openings, each played with both colours, and what the score tells."""

import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from itertools import islice
from pathlib import Path
from threading import get_ident
from typing import Any, NamedTuple
from uuid import uuid4

import numpy as np

from ..binding.hashing import canonical
from ..errors import Forfeit, InputError
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..parallel.ordered_map import Failure, Workers, ordered_map, worker_count
from ..players import specs
from ..players.base import Player
from ..records import record as records
from ..records.record import FAILURE, FORFEIT, Record
from ..rules import ONGOING
from ..storage.run_folder import GAMES, RESULT, JsonLines, open_run, write_json
from . import openings as opening_lists
from .openings import Opening
from .statistics import PairScores, Sprt, effective_games, elo, wilson


@dataclass(frozen=True)
class MatchResult:
    """The result of a match from A's view; score and its 95 % interval are in 0..1, Elo is None where infinite."""

    games: int
    distinct: int
    """Games that differ in at least one move: repeated ones tell nothing new, and the interval counts them once."""
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    pairs: int
    sprt: dict[str, Any] | None
    """Settings, log-likelihood ratio, bounds and verdict (`elo0`, `elo1` or None) of the sequential test."""
    records: Sequence[Record] = field(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        return {item.name: getattr(self, item.name) for item in fields(self) if item.name != "records"}


Progress = Callable[[int, int, MatchResult], None]
"""Called with the games played, the games wanted and the result so far."""


def match(
    a: str,
    b: str,
    game: Game | str,
    games: int = 100,
    openings: str | None = "random:4",
    seed: int = 0,
    workers: Workers = None,
    max_plies: int | None = None,
    sprt: Sprt | None = None,
    out: str | Path | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Return the result of a match between the players that the specs a and b describe.

    Every opening is played twice with colours swapped, so an odd number of games is rounded up. The default opening is
    four random moves, as most players are deterministic and would repeat one game; None begins at the initial state.
    A game is drawn after max_plies moves by the players. A sequential test ends the match as soon as it is settled. The
    number of workers (all cores), or their cluster, changes nothing but the time, if budgets are nodes or depths.

    out is a run folder for settings, games and result; called again after a kill, the match goes on where it stopped.
    """
    game = find_game(game) if isinstance(game, str) else game
    settings = Settings(a, b, game.spec, games + games % 2, openings, seed, max_plies, sprt)
    settings.check()
    worker_count(workers)
    if out is None:
        return _play(settings, None, workers, progress)
    with open_run(out, asdict(settings)) as run:
        assert run.folder is not None
        with JsonLines(run.folder / GAMES, group=2, repair=True) as file:
            result = _play(settings, file, workers, progress)
        write_json(run.folder / RESULT, result.to_json())
    return result


def play_game(
    game: Game,
    first: Player,
    second: Player,
    opening: Opening,
    seeds: tuple[int, int] = (0, 1),
    max_plies: int | None = None,
) -> Record:
    """Return the record of one game between first, who has the side that moves first in the initial state, and second.

    Each player has a seed of its own, or two random ones would be the same. The referee plays only legal moves; a
    position that stands for the game.repetition-th time is a draw, and so is a game of max_plies moves by the players.
    Whoever forfeits (an engine that crashes, an illegal move) has lost; whatever else goes wrong makes the game void.
    """
    seen: Counter[str] = Counter()
    *history, state = opening.states(game)
    for known in (*history, state):
        _count(game, known, seen)
    side = 1 if opening.is_first_to_move(game) else -1
    moves: list[str] = []
    players = {1: first, -1: second}
    blamed = 1
    """The side whose fault a forfeit is."""
    try:
        for blamed, player in players.items():
            player.new_game(seeds[0 if blamed == 1 else 1])
        ending = None
        while ending is None:
            blamed = side
            move = _legal_choice(game, players[side], state, history)
            moves.append(game.move_text(state, move))
            history.append(state)
            state, side = game.apply(state, move), -side
            ending = _ending(game, state, seen, len(moves) == max_plies)
        outcome, reason = side * ending[0], ending[1]
    except Forfeit as error:
        outcome, reason = -blamed, f"{FORFEIT}{error}"
    except Exception as error:
        outcome, reason = 0, f"{FAILURE}{type(error).__name__}: {error}, in {game.text(state)!r}"
    text = opening.text(game)
    return Record(game.spec, first.name, second.name, text, opening.move_texts, moves, outcome, reason, list(seeds))


def _legal_choice(game: Game, player: Player, state: Any, history: list[Any]) -> int:
    move = player.choose(state, history).move
    if move not in game.possible_moves(state):
        raise Forfeit(f"{player.name} chose {move} in {game.text(state)!r}, which is not a legal move of {game.name}")
    return move


def _ending(game: Game, state: Any, seen: Counter[str], is_last: bool) -> tuple[int, str] | None:
    """Return the outcome for the side to move and its reason; None if the game goes on. Counts the position in seen."""
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return outcome, "rules"
    if game.repetition and _count(game, state, seen) >= game.repetition:
        return 0, "repetition"
    return (0, "move cap") if is_last else None


def _count(game: Game, state: Any, seen: Counter[str]) -> int:
    """Return how often the position has stood on the board, this time included."""
    position = canonical(game.position(state))
    seen[position] += 1
    return seen[position]


@dataclass(frozen=True)
class Settings:
    """All that decides which games a match consists of."""

    a: str
    b: str
    game: str
    games: int
    openings: str | None
    seed: int
    max_plies: int | None
    sprt: Sprt | None

    def check(self) -> None:
        """Raise InputError for whatever would go wrong only in a worker."""
        if self.games < 1 or self.seed < 0 or (self.max_plies is not None and self.max_plies < 1):
            raise InputError("a match needs at least one game, a seed that is not negative, and max_plies above 0")
        for spec in (self.a, self.b):
            specs.player(spec, self.game)
        next(opening_lists.stream(find_game(self.game), self.openings, self.seed))


Pair = tuple[Record, Record]
"""The two games of an opening: A plays first, then B does."""


class PairTask(NamedTuple):
    """What a worker needs to play a pair: text only, for a game from a file has states that cannot be sent."""

    match: str
    """Tells matches apart: a model may have been trained on between two, so players are built anew for each."""
    settings: Settings
    opening: str
    opening_moves: list[str]
    seeds: tuple[int, int]
    """A's and B's."""


def play_pair(task: PairTask) -> Pair:
    """Return the two games of a task; each player has the same seed in both."""
    settings = task.settings
    game = find_game(settings.game)
    a, b = _players(task.match, settings.a, settings.b, settings.game, get_ident())
    opening = opening_lists.from_text(game, task.opening, task.opening_moves)
    return (
        play_game(game, a, b, opening, task.seeds, settings.max_plies),
        play_game(game, b, a, opening, task.seeds[::-1], settings.max_plies),
    )


@lru_cache(maxsize=4)
def _players(match: str, a: str, b: str, game: str, thread: int) -> tuple[Player, Player]:
    """Return the players of a match: a thread's own, for they remember."""
    return specs.player(a, game), specs.player(b, game)


def pair_seeds(seed: int, number: int) -> tuple[int, int]:
    """Return A's and B's seed in a pair: the same whichever worker plays it, and however many pairs there are."""
    first, second = np.random.SeedSequence([seed, number]).generate_state(2)
    return int(first), int(second)


def _tasks(settings: Settings, done: int) -> Iterator[PairTask]:
    """Yield the pairs that are to be played after those done."""
    game, match = find_game(settings.game), uuid4().hex
    stream = opening_lists.stream(game, settings.openings, settings.seed)
    for number, opening in enumerate(islice(stream, settings.games // 2)):
        if number >= done:
            seeds = pair_seeds(settings.seed, number)
            yield PairTask(match, settings, opening.text(game), opening.move_texts, seeds)


def _pairs(settings: Settings, known: list[Record], workers: Workers) -> Generator[Pair, None, None]:
    """Yield all pairs in order: those known already, then those played now."""
    done = len(known) // 2
    yield from zip(known[::2], known[1::2], strict=True)
    if 2 * done < settings.games:
        if not isinstance(workers, str):
            workers = min(worker_count(workers), settings.games // 2 - done)
        yield from ordered_map(play_pair, _tasks(settings, done), workers, warm=settings.check, failed=_void_pair)


def _void_pair(task: PairTask, failure: Failure) -> Pair:
    """Return the games of a task that could not be played, with what is known of them."""
    settings, reason = task.settings, f"{FAILURE}{failure}"
    (a, b), opening = (settings.a, settings.b), (task.opening, task.opening_moves)
    return (
        Record(settings.game, a, b, *opening, [], 0, reason, list(task.seeds)),
        Record(settings.game, b, a, *opening, [], 0, reason, list(task.seeds[::-1])),
    )


def _play(settings: Settings, file: JsonLines | None, workers: Workers, progress: Progress | None) -> MatchResult:
    stored = enumerate(file.values, 1) if file else ()
    known = [records.from_json(value, f"{GAMES}, line {number}") for number, value in stored]
    tally = Tally(settings.sprt)
    with closing(_pairs(settings, known, workers)) as pairs:
        for pair in pairs:
            tally.add(pair)
            if file and len(tally.records) > len(known):
                file.append(map(records.to_json, pair))
            if progress and tally.scores.pairs:
                progress(len(tally.records), settings.games, tally.result())
            if tally.verdict:
                break
    tell_failures(tally.records)
    if not tally.scores.pairs:
        raise InputError(f"no game could be played: {tally.records[0].reason}")
    return tally.result()


def tell_failures(played: Sequence[Record]) -> None:
    """Warn of games that broke off: how many, and one of them with all that it takes to see it again."""
    for prefix, what in ((FAILURE, "came to nothing"), (FORFEIT, "were lost by forfeit")):
        broken = [record for record in played if record.reason.startswith(prefix)]
        if broken:
            one = broken[0]
            where = f"seeds {one.seeds}, opening {one.opening!r}, after {len(one.moves)} moves"
            reason = one.reason.removeprefix(prefix)
            warnings.warn(f"{len(broken):,} games {what}; the first: {reason} ({where})", stacklevel=3)


class Tally:
    """The pairs of a match so far and what they add up to."""

    def __init__(self, sprt: Sprt | None = None):
        self.sprt = sprt
        self.records: list[Record] = []
        self.outcomes: Counter[int] = Counter()
        self.scores = PairScores()
        self.seen: set[tuple[str, ...]] = set()

    def add(self, pair: Pair) -> None:
        self.records += pair
        if any(record.is_failure for record in pair):
            return
        outcomes = (pair[0].outcome, -pair[1].outcome)
        self.outcomes.update(outcomes)
        self.scores.add(0.5 + sum(outcomes) / 4.0)
        self.seen.update(_identity(record) for record in pair)

    @property
    def verdict(self) -> str | None:
        return self.sprt.verdict(self.scores, len(self.seen)) if self.sprt else None

    def result(self) -> MatchResult:
        score, distinct = self.scores.mean, len(self.seen)
        low, high = wilson(score, effective_games(self.scores, distinct))
        return MatchResult(
            games=sum(self.outcomes.values()),
            distinct=distinct,
            wins=self.outcomes[1],
            draws=self.outcomes[0],
            losses=self.outcomes[-1],
            score=score,
            low=low,
            high=high,
            elo=elo(score),
            elo_low=elo(low),
            elo_high=elo(high),
            pairs=self.scores.pairs,
            sprt=self._test(),
            records=self.records,
        )

    def _test(self) -> dict[str, Any] | None:
        if self.sprt is None:
            return None
        lower, upper = self.sprt.bounds
        ratio = self.sprt.log_likelihood_ratio(self.scores, len(self.seen))
        return {**asdict(self.sprt), "llr": ratio, "lower": lower, "upper": upper, "verdict": self.verdict}


def _identity(record: Record) -> tuple[str, ...]:
    """Return what two games have in common if they are the same."""
    return (record.opening if record.is_set_up else "", *record.opening_moves, *record.moves)
