"""The command `accuracy`: how well a policy ranks the moves of positions with exact scores, or those of experts."""

import time
from typing import Any

from ..data.connect_four import labelled_positions
from ..data.connect_four.labelled_positions import best_columns
from ..data.othello import expert_moves
from ..learn.ranking_accuracy import STAGES, by_stage, measure, measure_played
from ..matches.statistics import wilson
from ..players import policy as policies
from ..players.describe import plural
from .output import Show


def run(model: str, data: str, show: Show) -> None:
    policy = policies.load(model, policies.game_of(model))
    if policy.game.shipped_name == "othello":
        on_games(policy, data, show)
    else:
        on_positions(policy, data, show)


def on_positions(policy: policies.RanksMoves, data: str, show: Show) -> None:
    given = labelled_positions.read(data)
    policy.preferences(given.own[:1], given.stones[:1])  # compiled before the clock runs
    begun = time.perf_counter()
    preferences = policy.preferences(given.own, given.stones)
    each = (time.perf_counter() - begun) / len(given)
    found = measure(preferences, given.scores, best_columns(given.scores))
    show.line(f"{policy.name} on {found.positions:,} positions of {data}, {each * 1e6:.1f} microseconds each")
    show.line(f"first move is one of the best   {found.any_best:.1%}")
    if found.any_best_of_some is not None:
        show.line(f"  where some move is not        {found.any_best_of_some:.1%}")
    show.line(f"first move keeps the result     {found.keeps_result:.1%}")
    show.line(f"best move is ranked             {places(found.top)}")
    show.line(f"its average rank                {found.average_rank:.3f}")
    show.result(found.to_json() | {"microseconds": round(each * 1e6, 2)})


def on_games(policy: policies.RanksMoves, data: str, show: Show) -> None:
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


def places(top: list[float]) -> str:
    """Return how often a move has which rank, in words."""
    names = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")
    shares = [high - low for low, high in zip([0.0, *top], top, strict=False)]
    return ", ".join(f"{name} {share:.1%}" for name, share in zip(names, shares, strict=False))
