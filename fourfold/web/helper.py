"""Work that must not stall the server, done in a process of its own: compiling, and solving positions.

Compiling holds Python's lock for seconds, and an exact search knows no stop: here the one stalls nobody, and the other
is ended with its process. A task comes as a line of JSON, and so does its result.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from .. import registry
from ..errors import InputError
from ..players import Analyst

NICENESS = 5
"""How far a helper steps back behind the server."""


class Helper:
    """A process that does one task after another, and is started when there is one."""

    def __init__(self, task: str):
        self.task = task
        self.lock = asyncio.Lock()
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, value: Any, seconds: float | None = None) -> Any:
        """Return the result of a task. One that takes longer, or whose asker leaves, ends with the process."""
        async with self.lock:
            try:
                return await asyncio.wait_for(self._ask(value), seconds)
            except BaseException:
                self.end()
                raise

    async def _ask(self, value: Any) -> Any:
        if self.process is None or self.process.returncode is not None:
            self.process = await self._start()
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(value).encode() + b"\n")
        await self.process.stdin.drain()
        line = await self.process.stdout.readline()
        if not line:
            raise InputError(f"the process that was to {self.task} this has ended")
        result = json.loads(line)
        if "error" in result:
            raise InputError(result["error"])
        return result

    async def _start(self) -> asyncio.subprocess.Process:
        arguments = ["-m", "fourfold.web.helper", self.task]
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(sys.executable, *arguments, stdin=pipe, stdout=pipe)

    def end(self) -> None:
        if self.process and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
        self.process = None


class Compiler:
    """Sees to it that what a player needs is compiled, each once."""

    def __init__(self) -> None:
        self.helper = Helper("compile")
        self.tasks: dict[tuple[str, str], asyncio.Task[None]] = {}

    def begin(self, game: str, spec: str) -> asyncio.Task[None]:
        """Return the task that ends when the player of spec can be loaded, begun if it was not yet."""
        task = self.tasks.get((game, spec))
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = asyncio.create_task(self._compile(game, spec))
            self.tasks[game, spec] = task
        return task

    async def _compile(self, game: str, spec: str) -> None:
        await self.helper.ask({"game": game, "spec": spec})

    def end(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        self.helper.end()


def compile_player(task: dict[str, Any]) -> dict[str, Any]:
    """Make the player and let it move once, so that all it needs is in the cache of kernels."""
    from ..specs import player

    game = registry.game(task["game"])
    made, state = player(task["spec"], game), game.init_state()
    if isinstance(made, Analyst):
        made.choose(state, [state])
        made.analyse(state, [state])
    return {}


def solve(task: dict[str, Any]) -> dict[str, Any]:
    """Return the score of every column that is not full."""
    game = registry.game("connect_four")
    return {"scores": list(_solver().scores(game.parse(task["position"])).items())}


@cache
def _solver() -> Any:
    from ..solve.solver import Solver

    return Solver()


TASKS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"compile": compile_player, "solve": solve}


def main(name: str) -> None:
    """Do the tasks of standard input until it ends."""
    with suppress(OSError):
        os.nice(NICENESS)
    results, sys.stdout = sys.stdout, sys.stderr  # what a game prints must not look like a result
    for line in sys.stdin:
        try:
            result = TASKS[name](json.loads(line))
        except InputError as error:
            result = {"error": str(error)}
        print(json.dumps(result), file=results, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
