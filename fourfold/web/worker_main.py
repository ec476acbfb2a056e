"""The main program of helper processes: compiling, which holds the GIL for seconds, and solving, which cannot be
stopped.

A task is a line of JSON on standard input, and its result a line on standard output; the first line says that the
helper is ready. A helper ends with its server, because its input ends.
"""

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..errors import InputError
from ..games.interface.find import find_game
from ..players.compile_ahead import compile_player

Work = Callable[[dict[str, Any]], dict[str, Any]]


def make_compile() -> Work:
    def compile_task(task: dict[str, Any]) -> dict[str, Any]:
        compile_player(task["game"], task["spec"])
        return {}

    return compile_task


def make_solve() -> Work:
    """Return a function that solves Connect Four positions, with a persistent table."""
    from ..solve.solver import GAME, Solver

    game, solver = find_game(GAME), Solver()
    solver.compile()

    def solve(task: dict[str, Any]) -> dict[str, Any]:
        return {"scores": list(solver.scores(game.parse(task["position"])).items())}

    return solve


KINDS: dict[str, Callable[[], Work]] = {"compile": make_compile, "solve": make_solve}


def main(kind: str) -> None:
    """Execute the tasks on standard input until it ends."""
    results, sys.stdout = sys.stdout, sys.stderr  # what a game prints must not look like a result
    work = KINDS[kind]()
    print(json.dumps({}), file=results, flush=True)
    for line in sys.stdin:
        try:
            result = work(json.loads(line))
        except InputError as error:
            result = {"error": str(error)}
        except Exception as error:  # a user's game may fail in any way
            result = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(result), file=results, flush=True)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, BrokenPipeError):  # the server was ended, or killed
        main(sys.argv[1])
