"""The players that can use a model: searches with its values, or its choice of moves without search."""

import re
from pathlib import Path

from ..evaluators import weights_file
from ..evaluators.evaluator import evaluator_module
from ..games.interface.game import Game
from ..spec import quote

SPECS = {
    "alphazero": "alphazero:{limit}model={model}",
    "alphabeta": "alphabeta:{limit}eval={model}",
    "alphabeta for points": "alphabeta:{limit}eval={model},aim=points",
    "best-first": "best-first:{limit}eval={model}",
    "policy": "policy:model={model}",
}
PLAIN = re.compile(r"[\w./-]+")
"""Paths that need no quotes in a spec."""


def kinds_of(evaluator: str, game: Game | None = None) -> list[str]:
    """Return the kinds of players, names in SPECS, that can use models of this kind, in a game if one is given.

    The first is the one that usually makes the most of them: best-first minimax was never better than alpha-beta with
    the same net (docs/descent.md). Where there are dice and points, points are what is played for.
    """
    if not weights_file.values_positions(evaluator):
        return ["policy"]
    found = evaluator_module(evaluator)
    kinds = ["alphazero"] if found.judges_moves else []
    kinds += ["alphabeta for points"] if game and game.most_chances and game.most_points else []
    kinds += ["alphabeta"]
    kinds += [] if game and game.most_chances else ["best-first"]
    return kinds + (["policy"] if found.ranks_moves else [])


def kind_for(model: Path, game: Game) -> str:
    """Return the kind of player for a file's model: the one that won the race of `train auto`, or the usual one."""
    head = weights_file.head_of(model)
    race = head.notes.get("auto")
    chosen = race.get("kind") if isinstance(race, dict) else None
    return chosen if chosen in kinds_of(head.evaluator, game) else kinds_of(head.evaluator)[0]


def player_spec(kind: str, model: str, seconds: float | str | None = None) -> str:
    """Return the spec of a player of this kind with a model, a run folder or a file, and a time per move if given."""
    limit = "" if seconds is None else f"seconds={seconds},"
    return SPECS[kind].format(limit=limit, model=model if PLAIN.fullmatch(model) else quote(model))
