"""The command `accuracy`: how well a policy ranks the moves of positions with exact scores, or those of experts."""

import time
from pathlib import Path
from typing import Any

import numpy as np

from ..data import proven_positions
from ..data.connect_four import labelled_positions
from ..data.connect_four.labelled_positions import best_columns
from ..data.othello import expert_moves
from ..data.played_moves import ANYBODY, games_in
from ..errors import InputError
from ..games.interface.find import game_in_file
from ..games.interface.game import Game
from ..learn.exam.questions import read as read_questions
from ..learn.ranking_accuracy import STAGES, Accuracy, by_stage, measure, measure_played, measure_positions, places
from ..matches.statistics import wilson
from ..players import policy as policies
from ..players.chosen_moves import ChosenMoves
from ..players.describe import plural
from ..players.specs import is_player, player
from ..records import detect
from ..records.record import has_positions
from . import played_accuracy
from .output import Show
from .played_accuracy import Wanted
from .validate import given_game


def run(name: str, game_spec: str | None, wanted: Wanted, show: Show) -> None:
    data = wanted.data
    game = given_game(game_spec) if game_spec else game_for(name, Path(data[0]))
    is_plain = wanted == Wanted(data[:1], ANYBODY, False, None, wanted.seed, wanted.plies)
    if is_player(name) and not (is_plain and has_positions(data[0])):
        played_accuracy.of_player(name, game, wanted, show)
        return
    policy = find_policy(name, game, wanted.seed)
    if is_plain and game.shipped_name == "connect_four" and not has_games(Path(data[0])):
        on_columns(policy, data[0], wanted.plies, show)
    elif is_plain and has_positions(data[0]):
        on_positions(policy, data[0], wanted.plies, show)
    elif is_plain and wanted.plies is None and game.shipped_name == "othello" and is_wthor(Path(data[0])):
        on_archive(policy, data[0], show)
    else:
        played_accuracy.of_policy(policy, wanted, show)


def find_policy(name: str, game: Game, seed: int) -> policies.RanksMoves:
    """Return a policy, or a player as one."""
    return ChosenMoves(player(name, game, seed), game, seed) if is_player(name) else policies.load(name, game)


def game_for(name: str, data: Path) -> Game:
    """Return the game of a policy; that of the first file if it is a player, or a policy for several games."""
    games = [] if is_player(name) else policies.games_of(name)
    if len(games) == 1:
        return games[0]
    if has_positions(data):
        return game_in_file(proven_positions.game_of(data))
    for file, _ in games_in(data):
        for stored in detect.read(file):
            return game_in_file(stored.game)
    raise InputError(f"{data} does not say which game it is of; give --game")


def has_games(path: Path) -> bool:
    """Return whether a file or folder has games rather than positions."""
    return path.is_dir() or bool(detect.known_format(path))


def is_wthor(path: Path) -> bool:
    """Return whether a file or folder has no games but those of WThor files, which are replayed faster."""
    return all(found.name == detect.WTHOR for _, found in games_in(path))


def on_columns(policy: policies.RanksMoves, data: str, plies: range | None, show: Show) -> None:
    """Tell how well a policy ranks the columns of Connect Four: of several best ones the most central counts."""
    given = labelled_positions.read(data)
    if plies is not None:
        given = given.at(np.isin(np.bitwise_count(given.stones), plies))
        check_some(len(given), data, plies)
    policy.rank(given.part(0, 1).states)  # compiled before the clock runs
    begun = time.perf_counter()
    preferences = policy.rank(given.states).table(given.scores.shape[1])
    each = (time.perf_counter() - begun) / len(given)
    tell(policy, data, measure(preferences, given.scores, best_columns(given.scores)), each, show)


def on_positions(policy: policies.RanksMoves, data: str, plies: range | None, show: Show) -> None:
    """Tell how well a policy ranks the moves of proven positions."""
    questions = read_questions(policy.game, data)
    given = [each.position for each in questions if plies is None or each.ply in plies]
    check_some(len(given), data, plies)
    measure_positions(policy, policy.game, given[:1])
    begun = time.perf_counter()
    found = measure_positions(policy, policy.game, given)
    tell(policy, data, found, (time.perf_counter() - begun) / len(given), show)


def check_some(count: int, data: str, plies: range | None) -> None:
    if not count and plies is not None:
        raise InputError(f"{data} has no positions after {plies[0]} to {plies[-1]} moves")


def tell(policy: policies.RanksMoves, data: str, found: Accuracy, each: float, show: Show) -> None:
    show.line(f"{policy.name} on {found.positions:,} positions of {data}, {each * 1e6:.1f} microseconds each")
    show.line(f"first move is one of the best   {found.any_best:.1%}")
    if found.any_best_of_some is not None:
        show.line(f"  where some move is not        {found.any_best_of_some:.1%}")
    show.line(f"first move keeps the result     {found.keeps_result:.1%}")
    if found.keeps_result_of_some is not None:
        show.line(f"  where some move does not      {found.keeps_result_of_some:.1%}")
    show.line(f"best move is ranked             {places(found.top)}")
    show.line(f"its average rank                {found.average_rank:.3f}")
    show.result(found.to_json() | {"microseconds": round(each * 1e6, 2)})


def on_archive(policy: policies.RanksMoves, data: str, show: Show) -> None:
    """Tell how often every move of every game, forced ones included, is ranked first."""
    archive = expert_moves.read_folder(data)
    moves = archive.moves
    policies.played_ranks(policy, moves.at(slice(1)))  # compiled before the clock runs
    begun = time.perf_counter()
    ranks = policies.played_ranks(policy, moves)
    each = (time.perf_counter() - begun) / moves.size
    found = measure_played(ranks)
    what = f"{found.positions:,} moves of {plural(archive.games, 'game')} of {data}"
    show.line(f"{policy.name} on {what}, {each * 1e6:.1f} microseconds each")
    show.line(f"the move played is ranked       {places(found.top)}")
    show.line(f"its average rank                {found.average_rank:.3f}")
    stages = by_stage(ranks, moves.empty)
    for (first, last), (count, share) in zip(STAGES, stages, strict=True):
        low, high = wilson(share, count)
        show.line(f"first, moves {first:2d} to {last}           {share:.2%} ({low:.2%} to {high:.2%}), {count:,} moves")
    for fault in archive.faults[:3]:
        show.line(f"left out: {fault}")
    show.result(
        found.to_json() | {"microseconds": round(each * 1e6, 2), "games": archive.games, "stages": stage_json(stages)}
    )


def stage_json(stages: list[tuple[int, float]]) -> list[dict[str, Any]]:
    return [
        {"first": first, "last": last, "moves": count, "top": share}
        for (first, last), (count, share) in zip(STAGES, stages, strict=True)
    ]
