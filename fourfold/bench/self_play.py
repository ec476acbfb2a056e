"""How fast a net plays Connect Four against itself to learn from it, beside other systems that do so.

All have a net of about the same size with random weights, and the same number of simulations for each move; every game
starts from the empty board, and every move is searched. The others run in a venv of their own, `make peers`.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..binding.bind import bind
from ..errors import InputError
from ..evaluators import policy_value_net
from ..games.interface.find import find_game
from ..players.alphazero import how_of, room
from ..search import alphabeta, gumbel, self_play
from ..search.self_play import Practice, make_lessons
from . import counted_policy_value_net as counted
from . import self_play_peers
from .speed import ROUNDS, Measurement

GAME, SIMULATIONS, GAMES = "connect_four", 64, 16
"""What is played, simulations for each move, and games at a time."""
SECONDS = 5.0
"""Of processor time for each measurement."""
LEVELS = np.array([-1.0, 0.0, 1.0], np.float32)
PYTHON, CLONE = "FOURFOLD_PEERS", "ALPHA_ZERO_GENERAL"
"""Variables of the environment: the Python of the peers' venv, and a clone of a peer that is no package."""
DEFAULT_PYTHON = Path(".venv-peers/bin/python")


class Rates(NamedTuple):
    """Of processor time, on one core."""

    positions: float
    evaluations: float


Player = Callable[[], Rates]


def rows(peers: bool = True) -> Iterator[Measurement]:
    """Yield the positions and the evaluations of the net per second, ours and those of each peer, in turn."""
    ours = our_games()
    if not peers:
        yield from measured("ours", ours, None)
        return
    for name in self_play_peers.PEERS:
        with ExitStack() as stack:
            theirs = peer_games(name, stack)
            if theirs:
                yield from measured(name, ours, theirs)


def measured(name: str, ours: Player, theirs: Player | None) -> Iterator[Measurement]:
    rounds = [(ours(), theirs() if theirs else None) for _ in range(ROUNDS)]
    for unit in Rates._fields:
        own = statistics.median(getattr(each, unit) for each, _ in rounds)
        others = [getattr(other, unit) for _, other in rounds if other]
        peer = statistics.median(others) if others else None
        yield Measurement(f"self-play/{name}", f"{unit}/s", own, peer, peer and own / peer)


def our_games() -> Player:
    """Return what plays for a while."""
    game = find_game(GAME)
    kernels = bind(self_play, game=game.module, evaluator=counted)
    weights = policy_value_net.first_weights(game.variables, LEVELS, *self_play_peers.UNITS, 0)
    practice = Practice(SIMULATIONS, opening_plies=0, max_plies=42, trust=0.5, mishaps=0.0, sidelines=0)
    how, rng = how_of({}, game)._replace(noise=1.0, exploration=0.0), np.random.default_rng(0)
    work = alphabeta.make_memory(game.max_moves)
    tree = gumbel.make_tree(room(game, SIMULATIONS), SIMULATIONS, game.max_moves)
    states = GAMES * practice.max_plies
    lessons = make_lessons(states, len(game.module.State._fields), states * game.max_moves)
    results, net = np.zeros((GAMES, 2), np.int64), counted.make_counted(weights)

    def play() -> int:
        kernels.play_games(net, game.init_state(), practice, how, rng, work, tree, lessons, results)
        return int(results[:, 1].sum())

    def rates() -> Rates:
        play()  # compiles
        begun, positions, net.asked[0] = time.process_time(), 0, 0
        while (seconds := time.process_time() - begun) < SECONDS:
            positions += play()
        return Rates(positions / seconds, int(net.asked[0]) / seconds)

    return rates


def peer_games(name: str, stack: ExitStack) -> Player | None:
    """Return what lets a peer play for a while; None if it is not there, which is told."""
    python, clone = Path(os.environ.get(PYTHON, DEFAULT_PYTHON)), os.environ.get(CLONE, "")
    if not python.is_file():
        raise InputError(f"no peers in {python}; run `make peers`, set {PYTHON}, or leave out --peers")
    if self_play_peers.PEERS[name] is self_play_peers.alpha_zero_general and not clone:
        print(f"{name} is left out: it is no package; set {CLONE} to a clone of it", file=sys.stderr)
        return None
    command = [str(python), self_play_peers.__file__, name, str(SIMULATIONS), clone]
    process = stack.enter_context(start(command))
    lines, answers = process.stdin, process.stdout
    assert lines is not None
    assert answers is not None
    stack.callback(lines.close)  # which ends it

    def rates() -> Rates:
        print(SECONDS, file=lines, flush=True)
        answer = answers.readline()
        if not answer:
            raise InputError(f"{name} does not run; to see why: {' '.join(command)}")
        positions, evaluations, seconds = json.loads(answer)
        return Rates(positions / seconds, evaluations / seconds)

    return rates


def start(command: list[str]) -> subprocess.Popen[str]:
    """Return a program whose linear algebra stays on one thread."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere, text=True, env=environment)
