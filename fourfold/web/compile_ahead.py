"""Compilation in a helper process, while the server keeps answering."""

import asyncio

from .worker_process import Helper

PAUSE = 0.2
"""Seconds between two checks whether the compiler is free."""


class Compiler:
    """Makes sure that the kernels of a player are compiled, once."""

    def __init__(self) -> None:
        self.helper = Helper()
        self.tasks: dict[tuple[str, str], asyncio.Task[None]] = {}

    def begin(self, game: str, spec: str) -> asyncio.Task[None]:
        """Return the task that ends when the player of spec can be loaded, started if necessary."""
        task = self.tasks.get((game, spec))
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = asyncio.create_task(self._compile(game, spec))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # told to whoever waits
            self.tasks[game, spec] = task
        return task

    async def warm(self, wanted: list[tuple[str, str]]) -> None:
        """Compile the most popular players in advance, one at a time, whenever nothing else is waiting."""
        for game, spec in wanted:
            while self.helper.lock.locked():
                await asyncio.sleep(PAUSE)
            await asyncio.wait({self.begin(game, spec)})

    async def _compile(self, game: str, spec: str) -> None:
        await self.helper.ask({"game": game, "spec": spec})

    def end(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        self.helper.end()
