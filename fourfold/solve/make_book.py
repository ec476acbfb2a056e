"""Makes an opening book: the scores of all positions up to a ply."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..binding.bind import bind, typed
from ..errors import InputError
from ..games import connect_four
from ..parallel.ordered_map import ordered_map
from ..storage.atomic_files import write_whole
from ..storage.run_folder import JsonLines
from . import negamax
from .book import Book, canonical_key

MOST_PLIES = 6
"""No game is over by then, nor can the side to move win immediately."""
BITS = 27
"""A table of 1 GiB, which all threads share: early positions have most of what follows in common."""


def positions(plies: int) -> list[Any]:
    """Return all positions after this number of plies, one of each mirror pair, neighbours in the tree together."""
    found: dict[int, Any] = {}

    def visit(state: Any, left: int) -> None:
        if left == 0:
            found.setdefault(canonical_key(state), state)
            return
        moves = np.zeros(connect_four.MAX_MOVES, np.int64)
        for move in moves[: connect_four.expand(state, moves)].tolist():
            visit(connect_four.apply(state, move), left - 1)

    visit(connect_four.init_state(), plies)
    return list(found.values())


def make(path: str | Path, plies: int, *, workers: int | None = None, bits: int = BITS) -> Iterator[tuple[int, int]]:
    """Search all positions of a ply and write the book to path, yielding how many of how many are known.

    Until it is complete, the known scores are in PATH.begun, from which an interrupted computation resumes.
    """
    if not 0 <= plies <= MOST_PLIES:
        raise InputError(f"a book ends at a ply from 0 to {MOST_PLIES}, not {plies}")
    path, wanted = Path(path), positions(plies)
    begun = path.with_name(f"{path.name}.{plies}.begun")
    with JsonLines(begun, repair=True) as lines:
        known = {line["key"]: line["score"] for line in lines.values}
        yield len(known), len(wanted)
        missing = [state for state in wanted if canonical_key(state) not in known]
        for key, score in _search(missing, workers, bits):
            known[key] = score
            lines.append([{"key": key, "score": score}])
            yield len(known), len(wanted)
    _write(path, complete(known, plies), plies)
    begun.unlink()


def _search(states: list[Any], workers: int | None, bits: int) -> Iterator[tuple[int, int]]:
    """Yield the key and the score of every state, in their order."""
    kernels, table = bind(negamax, game=connect_four), negamax.make_table(bits)

    def search(state: Any) -> tuple[int, int]:
        score = kernels.solve(0, state.own, state.stones, table, negamax.make_work(bits))
        return canonical_key(state), int(score)

    yield from ordered_map(search, map(typed, states), workers, threads=True)


def complete(known: dict[int, int], plies: int) -> dict[int, int]:
    """Return the scores of all positions up to a ply from those of that ply: a score is that of the best move."""
    scores = dict(known)
    for ply in range(plies - 1, -1, -1):
        for state in positions(ply):
            found = Book(scores).move_scores(state)
            assert found is not None
            scores[canonical_key(state)] = max(found.values())
    return scores


def _write(path: Path, scores: dict[int, int], plies: int) -> None:
    from safetensors.numpy import save

    keys = sorted(scores)
    arrays: dict[str, np.ndarray] = {
        "keys": np.array(keys, np.uint64),
        "scores": np.array([scores[key] for key in keys], np.int8),
    }
    write_whole(path, save(arrays, {"notes": json.dumps({"plies": plies})}))
