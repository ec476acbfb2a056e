"""A process that does work for the server which would stall it, or which could not be ended otherwise."""

import asyncio
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..errors import InputError


class Helper:
    """Does one task after another, in a process that is started when there is one (see helper_tasks)."""

    def __init__(self, kind: str):
        self.kind = kind
        self.lock = asyncio.Lock()
        self.process: subprocess.Popen[bytes] | None = None
        self.thread = ThreadPoolExecutor(1, f"{kind} helper")

    async def ask(self, task: dict[str, Any], seconds: float | None = None) -> Any:
        """Return the result of a task. One that takes longer, or whose asker leaves, ends with the process."""
        loop = asyncio.get_running_loop()
        async with self.lock:
            try:
                if self.process is None:
                    self._start()
                    await loop.run_in_executor(self.thread, self._read)  # its own compiling is no work on the task
                exchange = loop.run_in_executor(self.thread, self._exchange, task)
                result = await asyncio.wait_for(exchange, seconds)
            except BaseException:
                self.end()
                raise
        if "error" in result:
            raise InputError(result["error"])
        return result

    def _start(self) -> None:
        command = [sys.executable, "-m", "fourfold.web.worker_main", self.kind]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def _exchange(self, task: dict[str, Any]) -> Any:
        """Return the result of a task; the thread waits for it, not the server."""
        process = self.process
        assert process
        assert process.stdin
        try:
            process.stdin.write(json.dumps(task).encode() + b"\n")
            process.stdin.flush()
        except OSError:
            raise InputError(f"the process to {self.kind} has ended") from None
        return self._read()

    def _read(self) -> Any:
        process = self.process
        line = process.stdout.readline() if process and process.stdout else b""
        if not line:
            raise InputError(f"the process to {self.kind} has ended")
        return json.loads(line)

    def end(self) -> None:
        """End the process, and with it what it is doing."""
        process, self.process = self.process, None
        if process:
            process.kill()
            process.wait()
            assert process.stdin
            assert process.stdout
            for pipe in (process.stdin, process.stdout):
                self.thread.submit(pipe.close)  # behind whoever is still reading
