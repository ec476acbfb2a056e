"""The command `accuracy`: how well a policy ranks the moves of labelled positions."""

import time

from .. import policies, registry
from ..accuracy import measure
from ..data import positions
from ..learn.context import best_columns
from .show import Show

GAME = "connect_four"


def run(model: str, data: str, show: Show) -> None:
    policy = policies.load(model, registry.game(GAME))
    given = positions.read(data)
    policy.preferences(given.own[:1], given.stones[:1])  # compiled before the clock runs
    begun = time.perf_counter()
    preferences = policy.preferences(given.own, given.stones)
    each = (time.perf_counter() - begun) / len(given)
    found = measure(preferences, given.scores, best_columns(given.scores))
    show.line(f"{model} on {found.positions:,} positions of {data}, {each * 1e6:.1f} microseconds each")
    show.line(f"first move is one of the best   {found.any_best:.1%}")
    if found.any_best_of_some is not None:
        show.line(f"  where some move is not        {found.any_best_of_some:.1%}")
    show.line(f"first move keeps the result     {found.keeps_result:.1%}")
    show.line(f"best move is ranked             {places(found.top)}")
    show.line(f"its average rank                {found.average_rank:.3f}")
    show.result(found.to_json() | {"microseconds": round(each * 1e6, 2)})


def places(top: list[float]) -> str:
    """Return how often a move has which rank, in words."""
    names = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")
    shares = [high - low for low, high in zip([0.0, *top], top, strict=False)]
    return ", ".join(f"{name} {share:.1%}" for name, share in zip(names, shares, strict=False))
