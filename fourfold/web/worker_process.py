"""A process that compiles for the server, which that would stall.

It ends when nothing was asked of it for a while: with Numba, nets and kernels it may take hundreds of megabytes.
"""

import asyncio
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..errors import InputError

IDLE_SECONDS = 1.0
"""How long a process waits for its next task."""
ENDED = "the process to compile has ended"


class Helper:
    """Does one task after another, in a process that is started when there is one (see worker_main)."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.process: subprocess.Popen[bytes] | None = None
        self.thread = ThreadPoolExecutor(1, "helper")
        self.ending: asyncio.TimerHandle | None = None

    async def ask(self, task: dict[str, Any]) -> Any:
        """Return the result of a task. If its caller leaves, the process is ended."""
        loop = asyncio.get_running_loop()
        async with self.lock:
            self._stay()
            try:
                if self.process is None:
                    self._start()
                result = await loop.run_in_executor(self.thread, self._exchange, task)
            except BaseException:
                self.end()
                raise
            self.ending = loop.call_later(IDLE_SECONDS, self.end)
        if "error" in result:
            raise InputError(result["error"])
        return result

    def _stay(self) -> None:
        """Let the process not end for want of tasks."""
        if self.ending:
            self.ending.cancel()
            self.ending = None

    def _start(self) -> None:
        command = [sys.executable, "-m", "fourfold.web.worker_main"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def _exchange(self, task: dict[str, Any]) -> Any:
        """Return the result of a task; a thread waits for it, not the server."""
        process = self.process
        assert process
        assert process.stdin
        try:
            process.stdin.write(json.dumps(task).encode() + b"\n")
            process.stdin.flush()
        except OSError:
            raise InputError(ENDED) from None
        return self._read()

    def _read(self) -> Any:
        process = self.process
        line = process.stdout.readline() if process and process.stdout else b""
        if not line:
            raise InputError(ENDED)
        return json.loads(line)

    def end(self) -> None:
        """End the process and its task."""
        self._stay()
        process, self.process = self.process, None
        if process:
            process.kill()
            process.wait()
            assert process.stdin
            assert process.stdout
            for pipe in (process.stdin, process.stdout):
                self.thread.submit(pipe.close)  # behind whoever is still reading
