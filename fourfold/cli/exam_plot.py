"""The plot of an exam: mistakes by the stage of the game, and by what positions are worth."""

from typing import Any

from ..experiments.framework import plots
from ..learn.exam.marks import Marked, Report

HEIGHT = 4.2
"""In inches."""


def draw(figure: Any, title: str, found: Report) -> None:
    """Draw a point with its interval for each part, and what random moves would do."""
    stages = {each.name: each.marked for each in found.stages} or {"all": found.whole}
    panels = {"plies played before the move": stages, "the position is": found.by_result}
    figure.set_size_inches(9.0, HEIGHT)
    figure.suptitle(title, fontsize=10)
    row = figure.subplots(1, 2, sharey=True, width_ratios=(2.2, 1.0))
    for axes, (below, parts) in zip(row, panels.items(), strict=True):
        draw_parts(axes, parts)
        axes.set_xlabel(below)
        axes.grid(alpha=0.3, axis="y")
    plots.show_percent(row[0].yaxis)
    row[0].set_ylim(-0.03, 1.0)
    row[0].set_ylabel("result thrown away, of n that are at stake")
    row[0].legend(fontsize=8, frameon=False)


def draw_parts(axes: Any, parts: dict[str, Marked]) -> None:
    """Draw the mistakes in each part; above the name of one without anything at stake there is nothing."""
    asked = [(place, marked) for place, marked in enumerate(parts.values()) if marked.at_stake]
    places, mistakes = [place for place, _ in asked], [marked.mistakes for _, marked in asked if marked.mistakes]
    by_chance = [1.0 - marked.chance for _, marked in asked if marked.chance is not None]
    axes.plot(places, by_chance, "_", color="0.55", markersize=18, label="random moves")
    axes.errorbar(
        places,
        [each.share for each in mistakes],
        yerr=plots.bounds(mistakes),
        fmt="o",
        markersize=5,
        capsize=3,
        label="player, 95 % interval",
    )
    names = [f"{name}\nn = {marked.at_stake:,}" for name, marked in parts.items()]
    axes.set_xticks(range(len(parts)), names, fontsize=8)
    axes.set_xlim(-0.5, len(parts) - 0.5)
