"""A server as a process that tests kill and start again at the same address."""

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self


class KilledServer:
    """Serves the page from a folder of runs; ended by a kill, as by a crash."""

    def __init__(self, runs: Path, *files: str):
        self.runs, self.files, self.port = runs, files, 0
        self.process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, trace: TracebackType | None) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait(20)
            assert self.process.stdout
            self.process.stdout.close()

    def start(self) -> None:
        """Serve, at the port of the time before."""
        command = [sys.executable, "-m", "fourfold", "serve", *self.files, "--port", str(self.port), "--json"]
        self.process = subprocess.Popen([*command, "--runs", str(self.runs)], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.address = json.loads(self.process.stdout.readline())["address"]
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        assert self.process
        self.process.kill()
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()
