"""How often a policy or a player would have made the moves of games, for the command `accuracy`."""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..data.held_out_games import divide, with_keys
from ..data.played_moves import Chooser, PlayedMoves, read_games
from ..errors import InputError
from ..games.interface.game import Game
from ..learn.ranking_accuracy import Prediction, measure_first, measure_played, places
from ..matches.statistics import interval_by_game
from ..players.agreement import choices
from ..players.describe import plural
from ..players.policy import RanksMoves, played_ranks
from ..players.specs import player
from .output import Show

Measure = Callable[[np.ndarray], Prediction]


class Wanted(NamedTuple):
    """Which moves are to be predicted."""

    data: Sequence[str]
    chooser: Chooser
    held_out: bool
    """Only those of games that are held out."""
    limit: int | None
    seed: int
    plies: range | None = None
    """Only where so many moves have been made; None: everywhere."""


class Question(NamedTuple):
    """The moves to predict, of games in their order."""

    moves: PlayedMoves
    counts: np.ndarray
    """How many moves there were to choose from."""
    is_asked: np.ndarray
    """Whether a move is to be predicted."""
    is_unseen: np.ndarray | None
    """Whether its position occurs in none of the games that are learned from; None if nothing is held out."""
    learned: int
    """How many of the moves wanted there are to learn from."""
    faults: list[str]


def of_policy(policy: RanksMoves, wanted: Wanted, show: Show) -> None:
    question = ask(policy.game, wanted)
    if wanted.held_out:
        check_division(policy, wanted, question)
    asked = question.moves.at(question.is_asked)
    played_ranks(policy, asked.at(slice(1)))  # compiled before the clock runs
    begun = time.perf_counter()
    ranks = played_ranks(policy, asked)
    report(policy.name, question, ranks, measure_played, (time.perf_counter() - begun) / asked.size, show)


def check_division(policy: RanksMoves, wanted: Wanted, question: Question) -> None:
    """Raise InputError unless a policy was trained on the games that are not held out; whoever's moves it learned."""
    config = policy.notes.get("config", {})
    taught = Chooser(config.get("by", ""), config.get("winners", False))
    if taught != wanted.chooser:
        question = ask(policy.game, wanted._replace(chooser=taught))
    division = question.learned, wanted.seed, True
    if (config.get("examples"), config.get("seed"), config.get("test")) != division:
        raise InputError(
            f"{policy.name} was not trained on these games with seed {wanted.seed}: it may know all of them"
        )


def of_player(spec: str, game: Game, wanted: Wanted, show: Show) -> None:
    """Tell how often the player's choice is the move played; it is not asked where there is no choice."""
    made = player(spec, game, wanted.seed)
    question = ask(game, wanted)
    asked = np.flatnonzero(question.is_asked)
    has_choice = question.counts[asked] > 1
    begun, is_chosen = time.perf_counter(), np.ones(len(asked), bool)
    is_chosen[has_choice] = choices(made, game, question.moves, asked[has_choice], wanted.seed)
    each = (time.perf_counter() - begun) / max(int(has_choice.sum()), 1)
    report(spec, question, is_chosen, measure_first, each, show)


def ask(game: Game, wanted: Wanted) -> Question:
    """Return the moves of games, and which of them are to be predicted."""
    given = read_games(wanted.data, game, wanted.chooser)
    keyed = with_keys(given.moves, game)
    is_asked, is_unseen, learned = given.is_wanted, None, 0
    if wanted.plies is not None:
        first_of_game = np.searchsorted(given.moves.game, given.moves.game)
        is_asked = is_asked & np.isin(np.arange(given.moves.size) - first_of_game, wanted.plies)
    if wanted.held_out:
        division = divide(keyed, wanted.seed)
        is_asked, is_unseen = is_asked & division.is_held_out, division.is_unseen
        learned = int(np.count_nonzero(given.is_wanted & division.is_learned & (keyed.counts > 1)))
    if not is_asked.any():
        raise InputError("no moves of these games are left to predict")
    if wanted.limit is not None:
        drawn = np.random.default_rng([wanted.seed, 2]).permutation(np.flatnonzero(is_asked))[: wanted.limit]
        is_asked = np.isin(np.arange(given.moves.size), drawn)
    return Question(given.moves, keyed.counts, is_asked, is_unseen, learned, given.faults)


def report(
    name: str,
    question: Question,
    found: np.ndarray,
    measure: Measure,
    each: float,
    show: Show,
) -> None:
    """Print how well the moves asked for were predicted: all, those with a choice, and those in unseen positions."""
    is_asked, counts = question.is_asked, question.counts[question.is_asked]
    game = question.moves.game[is_asked]
    games = len(np.unique(game))
    parts = {"choices": counts > 1}
    if question.is_unseen is not None:
        parts["unseen"] = (counts > 1) & question.is_unseen[is_asked]
    all_moves = measure(found)
    what = f"{plural(all_moves.positions, 'move')} of {plural(games, 'game')}"
    show.line(f"{name} on {what}, {each * 1e6:.1f} microseconds each")
    show.line(f"the move played is ranked       {places(all_moves.top)}")
    if all_moves.average_rank is not None:
        show.line(f"its average rank                {all_moves.average_rank:.3f}")
    result = all_moves.to_json() | {"microseconds": round(each * 1e6, 2), "games": games, "chance": chance(counts)}
    for part, is_in in parts.items():
        result[part] = tell_part(part, found[is_in], counts[is_in], game[is_in], measure, show)
    for fault in question.faults[:3]:
        show.line(f"left out: {fault}")
    show.result(result)


WORDS = {"choices": "first where there is a choice  ", "unseen": "  and the position is new       "}
FEW = 3
"""So many first places are told of together."""


def tell_part(
    part: str, found: np.ndarray, counts: np.ndarray, game: np.ndarray, measure: Measure, show: Show
) -> dict[str, Any] | None:
    """Print the share of some moves that are ranked first, and return their statistics; None if there are none."""
    if not len(found):
        return None
    measured, by_chance = measure(found), chance(counts)
    is_first = found if measured.average_rank is None else found == 0
    low, high = interval_by_game(is_first, game)
    words = f"{measured.top[0]:.2%} ({low:.2%} to {high:.2%})"
    show.line(f"{WORDS[part]} {words}, {plural(measured.positions, 'move')}; by chance {by_chance:.1%}")
    if len(measured.top) >= FEW:
        least, most = interval_by_game(found < FEW, game)
        words = f"{measured.top[FEW - 1]:.2%} ({least:.2%} to {most:.2%})"
        show.line(f"    among the first {FEW}           {words}; by chance {chance(counts, FEW):.1%}")
    return {**vars(measured), "low": low, "high": high, "chance": by_chance}


def chance(counts: np.ndarray, places: int = 1) -> float:
    """Return the share of moves that would be in the first places of a random order."""
    return float(np.mean(np.minimum(places / counts, 1.0)))
