"""The command `perft`: leaves at every depth, and how many a second."""

import time

from ..binding.bind import bind
from ..errors import InputError
from ..players.describe import short
from ..search import perft as kernels
from .output import Show, interruptible
from .validate import given_game, given_state

MAX_DEPTH = 20


def run(game_spec: str, depth: int, position: str, show: Show) -> None:
    if not 1 <= depth <= MAX_DEPTH:
        raise InputError(f"depth {depth} must be from 1 to {MAX_DEPTH}")
    game = given_game(game_spec)
    state = given_state(game, position)
    count = bind(kernels, game=game.module).perft
    interruptible(count, state, 1)  # compiles, which is not to be timed
    counts, seconds = [], 0.0
    show.line("depth            leaves")
    for plies in range(1, depth + 1):
        start = time.perf_counter()
        counts.append(int(interruptible(count, state, plies)))
        seconds += time.perf_counter() - start
        show.line(f"{plies:5}  {counts[-1]:16,}")
    show.line(f"{seconds:.3f} s, {short(sum(counts) / max(seconds, 1e-9))} leaves a second")
    show.result({"counts": counts, "seconds": seconds})
