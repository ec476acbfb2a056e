"""What helpers do: compiling, which holds Python's lock for seconds, and solving, which knows no stop.

A task comes as a line of JSON on standard input, and so does its result on standard output, after a line that says that
all is ready. A helper ends with its server, for then its input ends.
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
    """Return what solves positions of Connect Four, with a table that it keeps."""
    from ..solve.solver import GAME, Solver

    game, solver = find_game(GAME), Solver()
    solver.scores(game.parse("142261674354242135112741435533577263"))  # compiles the kernels, or loads them

    def solve(task: dict[str, Any]) -> dict[str, Any]:
        return {"scores": list(solver.scores(game.parse(task["position"])).items())}

    return solve


KINDS: dict[str, Callable[[], Work]] = {"compile": make_compile, "solve": make_solve}


def main(kind: str) -> None:
    """Do the tasks of standard input until it ends."""
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
