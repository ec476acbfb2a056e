"""The command `rate`: ratings fitted to the games of many matches, as a table and a plot."""

from ..matches.ratings import plot, rate
from ..players.describe import plural
from ..records.record import read_all
from .output import Show, stoppable


def run(paths: list[str], plot_file: str | None, anchor: str | None, seed: int, show: Show) -> None:
    ratings = stoppable(show, rate, read_all(paths), seed, anchor=anchor)
    if plot_file:
        plot(ratings, plot_file)
    show.table(
        ["player", ">Elo", ">95 % interval", ">games", ">score"],
        [
            [name, f"{elo:+.0f}", f"{low:+.0f} to {high:+.0f}", f"{games:,}", f"{score:.1%}"]
            for name, elo, low, high, games, score in ratings
        ],
    )
    if plot_file:
        show.line(f"\n{plural(len(ratings), 'player')} plotted in {plot_file}")
    show.result({"ratings": [rating._asdict() for rating in ratings]})
