"""A process that does work for the server which would stall it, or which could not be ended otherwise."""

import asyncio
import json
import sys
from contextlib import suppress
from typing import Any

from ..errors import InputError


class Helper:
    """Does one task after another, in a process that is started when there is one (see helper_tasks)."""

    def __init__(self, kind: str):
        self.kind = kind
        self.lock = asyncio.Lock()
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, task: dict[str, Any], seconds: float | None = None) -> Any:
        """Return the result of a task. One that takes longer, or whose asker leaves, ends with the process."""
        async with self.lock:
            try:
                if self.process is None:
                    await self._start()
                result = await asyncio.wait_for(self._exchange(task), seconds)
            except BaseException:
                self.end()
                raise
        if "error" in result:
            raise InputError(result["error"])
        return result

    async def _start(self) -> None:
        """Start the process, and wait until it is ready: its own compiling does not count as work on a task."""
        arguments, pipe = ["-m", "fourfold.web.helper_tasks", self.kind], asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdin=pipe, stdout=pipe)
        await self._read()

    async def _exchange(self, task: dict[str, Any]) -> Any:
        assert self.process
        assert self.process.stdin
        self.process.stdin.write(json.dumps(task).encode() + b"\n")
        await self.process.stdin.drain()
        return await self._read()

    async def _read(self) -> Any:
        assert self.process
        assert self.process.stdout
        line = await self.process.stdout.readline()
        if not line:
            raise InputError(f"the process that was to {self.kind} has ended")
        return json.loads(line)

    def end(self) -> None:
        if self.process and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
        self.process = None
