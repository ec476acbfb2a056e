"""The players that can use a model: searches with its values, or its choice of moves without search."""

import re
from pathlib import Path
from typing import Any

from ..evaluators import weights_file
from ..evaluators.evaluator import evaluator_module
from ..games.interface.game import Game
from ..spec import quote
from .aim import POINTS

ALPHABETA, FOR_POINTS = "alphabeta", "alphabeta for points"
SPECS = {
    "alphazero": "alphazero:{limit}model={model}",
    ALPHABETA: "alphabeta:{limit}eval={model}",
    FOR_POINTS: "alphabeta:{limit}eval={model},aim=points",
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
    kinds += [FOR_POINTS] if game and game.most_chances and game.most_points else []
    kinds += [ALPHABETA]
    kinds += [] if game and game.most_chances else ["best-first"]
    return kinds + (["policy"] if found.ranks_moves else [])


def kind_for(model: Path, game: Game) -> str:
    """Return the kind of player for a file's model: the one that won the race of `train auto`, or the usual one.

    A net that foretells points plays for them.
    """
    head = weights_file.head_of(model)
    kinds = kinds_of(head.evaluator, game)
    chosen = noted(head.notes, "auto", "kind")
    if chosen in kinds:
        return str(chosen)
    if kinds[0] == FOR_POINTS and noted(head.notes, "config", "target") != POINTS:
        return ALPHABETA
    return kinds[0]


def noted(notes: dict[str, Any], group: str, name: str) -> Any:
    """Return what the notes of a model say; None if nothing."""
    found = notes.get(group)
    return found.get(name) if isinstance(found, dict) else None


def player_spec(kind: str, model: str, seconds: float | str | None = None) -> str:
    """Return the spec of a player of this kind with a model, a run folder or a file, and a time per move if given."""
    limit = "" if seconds is None else f"seconds={seconds},"
    return SPECS[kind].format(limit=limit, model=model if PLAIN.fullmatch(model) else quote(model))
