"""Matches: two players, many openings, each played with both colours, and the score with its interval."""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from threading import get_ident
from typing import Any, NamedTuple
from uuid import uuid4

import numpy as np

from ..errors import InputError
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..parallel.ordered_map import Failure, Workers, ordered_map, worker_count
from ..players import specs
from ..players.base import Player
from ..players.compile_ahead import make_players
from ..records import record as records
from ..records.record import FAILURE, Record
from ..storage.run_folder import GAMES, RESULT, JsonLines, open_run, write_json
from . import openings as opening_lists
from .dice import PAIRED, dice_of
from .referee import play_game
from .statistics import Sprt
from .tally import MatchResult, Pair, Tally, tell_failures

Players = tuple[Player, Player]
"""A and B."""
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
    dice: str = PAIRED,
) -> MatchResult:
    """Return the result of a match between the players that the specs a and b describe.

    Every opening is played twice with colours swapped, so an odd number of games is rounded up. The default opening is
    four random moves, as most players are deterministic and would repeat one game; None begins at the initial state.
    A game is drawn after max_plies moves by the players. A sequential test ends the match as soon as it is decided. The
    number of workers (all cores), or their cluster, does not change the result, if budgets are nodes or depths.

    In a game of chance both games of a pair have the same luck, unless dice are independent: the n-th roll is the same.

    out is a run folder for settings, games and result, from which an interrupted match resumes.
    """
    game = find_game(game) if isinstance(game, str) else game
    settings = Settings(a, b, game.spec, games + games % 2, openings, seed, max_plies, sprt, dice)
    is_alone = not isinstance(workers, str) and min(worker_count(workers), settings.games // 2) == 1
    players: Players | None = settings.check()
    if not is_alone:
        players = None  # workers build their own, and a program should not run here for nothing
    if out is None:
        return _play(settings, players, None, workers, progress)
    with open_run(out, settings.to_json()) as run:
        assert run.folder is not None
        with JsonLines(run.folder / GAMES, group=2, repair=True) as file:
            result = _play(settings, players, file, workers, progress)
        write_json(run.folder / RESULT, result.to_json())
    return result


@dataclass(frozen=True)
class Settings:
    """Everything that determines the games of a match."""

    a: str
    b: str
    game: str
    games: int
    openings: str | None
    seed: int
    max_plies: int | None
    sprt: Sprt | None
    dice: str = PAIRED

    def to_json(self) -> dict[str, Any]:
        """Return the settings for a run folder; dice are among them only if they are not the usual ones."""
        return {name: value for name, value in asdict(self).items() if (name, value) != ("dice", PAIRED)}

    def check(self) -> Players:
        """Return the players; raise InputError for faults that would otherwise only show in a worker."""
        if self.games < 1 or self.seed < 0 or (self.max_plies is not None and self.max_plies < 1):
            raise InputError("a match needs at least one game, a non-negative seed, and max_plies above 0")
        dice_of((0, 0), self.dice)
        a, b = make_players((self.a, self.b), self.game)
        next(opening_lists.stream(find_game(self.game), self.openings, self.seed))
        return a, b

    def players(self) -> Players:
        """Return A and B, built now."""
        return specs.player(self.a, self.game), specs.player(self.b, self.game)


class PairTask(NamedTuple):
    """What a worker needs to play a pair: only text, since states of a user's game cannot be pickled."""

    match: str
    """An id of the match: a model may have changed since the last one, so players are rebuilt for each."""
    settings: Settings
    opening: str
    opening_moves: list[str]
    seeds: tuple[int, int]
    """A's and B's."""


def play_pair(players: Players, task: PairTask) -> Pair:
    """Return the two games of a task; each player has the same seed in both."""
    settings, (a, b) = task.settings, players
    game = find_game(settings.game)
    opening = opening_lists.from_text(game, task.opening, task.opening_moves)
    return (
        play_game(game, a, b, opening, task.seeds, settings.max_plies, settings.dice),
        play_game(game, b, a, opening, task.seeds[::-1], settings.max_plies, settings.dice),
    )


def play_pair_in_worker(task: PairTask) -> Pair:
    return play_pair(_kept_players(task.match, task.settings, get_ident()), task)


def build_in_worker(match: str, settings: Settings) -> None:
    """Build the players of a match, and so compile their kernels, for the tasks to come."""
    _kept_players(match, settings, get_ident())


@lru_cache(maxsize=4)
def _kept_players(match: str, settings: Settings, thread: int) -> Players:
    """Return the players of a match, built once per thread, since they have state."""
    return settings.players()


def pair_seeds(seed: int, number: int) -> tuple[int, int]:
    """Return A's and B's seed in a pair: the same whichever worker plays it, and however many pairs there are."""
    first, second = np.random.SeedSequence([seed, number]).generate_state(2)
    return int(first), int(second)


def _tasks(match: str, settings: Settings, done: int) -> Iterator[PairTask]:
    """Yield the pairs to play after those done."""
    game = find_game(settings.game)
    stream = opening_lists.stream(game, settings.openings, settings.seed)
    for number, opening in enumerate(islice(stream, settings.games // 2)):
        if number >= done:
            seeds = pair_seeds(settings.seed, number)
            yield PairTask(match, settings, opening.text(game), opening.move_texts, seeds)


def _pairs(
    settings: Settings, players: Players | None, known: list[Record], workers: Workers
) -> Generator[Pair, None, None]:
    """Yield all pairs in order: those known already, then those played now, by players or by workers."""
    done = len(known) // 2
    yield from zip(known[::2], known[1::2], strict=True)
    left = settings.games // 2 - done
    if left <= 0:
        return
    match = uuid4().hex
    tasks = _tasks(match, settings, done)
    if players:
        yield from ordered_map(play_pair, tasks, 1, shared=players, failed=_void_pair)
        return
    if not isinstance(workers, str):
        workers = min(worker_count(workers), left)
    warm = partial(build_in_worker, match, settings)
    yield from ordered_map(play_pair_in_worker, tasks, workers, warm=warm, failed=_void_pair)


def _void_pair(task: PairTask, failure: Failure) -> Pair:
    """Return the games of a task that could not be played, with what is known of them."""
    settings, reason = task.settings, f"{FAILURE}{failure}"
    (a, b), opening = (settings.a, settings.b), (task.opening, task.opening_moves)
    return (
        Record(settings.game, a, b, *opening, [], 0, reason, list(task.seeds)),
        Record(settings.game, b, a, *opening, [], 0, reason, list(task.seeds[::-1])),
    )


def _play(
    settings: Settings,
    players: Players | None,
    file: JsonLines | None,
    workers: Workers,
    progress: Progress | None,
) -> MatchResult:
    stored = enumerate(file.values, 1) if file else ()
    known = [records.from_json(value, f"{GAMES}, line {number}") for number, value in stored]
    tally = Tally(settings.sprt, find_game(settings.game).most_points)
    with closing(_pairs(settings, players, known, workers)) as pairs:
        for pair in pairs:
            tally.add(pair)
            if file and len(tally.records) > len(known):
                file.append(map(records.to_json, pair))
            if progress and tally.scores.pairs:
                progress(len(tally.records), settings.games, tally.result())
            if tally.verdict:
                break
    if not tally.scores.pairs:
        raise InputError(f"no game could be played: {tally.records[0].reason}")
    tell_failures(tally.records)
    return tally.result()
