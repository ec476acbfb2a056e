"""A Dask cluster of processes on this machine, whose workers can be killed and cut off."""

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

STARTS = 60.0
"""Seconds in which a scheduler or a worker must be there."""


class Cluster:
    """One scheduler and some workers, each a process of its own; workers reach the scheduler through a wire."""

    def __init__(self, folder: Path, workers: int):
        self.folder, self.file = folder, folder / "scheduler.json"
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(self.file)
        )
        deadline = time.monotonic() + STARTS
        while not self.file.exists() or not self.file.read_text().strip():
            assert time.monotonic() < deadline, "no scheduler"
            time.sleep(0.05)
        self.address = json.loads(self.file.read_text())["address"]
        self.wire = Wire(int(self.address.rpartition(":")[2]))
        self.workers = [self.start_worker() for _ in range(workers)]

    def start_worker(self) -> subprocess.Popen[bytes]:
        options = ("--nthreads", "1", "--no-nanny", "--host", "127.0.0.1", "--local-directory", str(self.folder))
        return self._start("worker", f"tcp://127.0.0.1:{self.wire.port}", *options)

    def _start(self, role: str, *options: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", f"distributed.cli.dask_{role}", *options, "--no-dashboard"]
        path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
        with (self.folder / f"{role}.log").open("ab") as log:
            return subprocess.Popen(words, stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": path})

    def kill_worker(self, number: int) -> None:
        """Kill a worker as a power cut would, and start another in its place."""
        self.workers[number].send_signal(signal.SIGKILL)
        self.workers[number].wait()
        self.workers[number] = self.start_worker()

    def replace_ended(self) -> int:
        """Start another worker for each that has ended by itself; return how many those were."""
        ended = [number for number, worker in enumerate(self.workers) if worker.poll() is not None]
        for number in ended:
            self.workers[number] = self.start_worker()
        return len(ended)

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self.wire.close()


class Wire:
    """Passes on what workers and scheduler say to each other, until it is cut."""

    def __init__(self, target: int):
        self.target, self.pairs = target, list[tuple[socket.socket, socket.socket]]()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
                self.pairs.append((near, far))
                threading.Thread(target=self._pass_on, args=(near, far), daemon=True).start()

    def _pass_on(self, near: socket.socket, far: socket.socket) -> None:
        other = {near: far, far: near}
        with contextlib.suppress(OSError, ValueError):
            while True:
                for ready in select.select([near, far], [], [])[0]:
                    content = ready.recv(1 << 16)
                    if not content:
                        raise OSError
                    other[ready].sendall(content)
        self._cut(near, far)

    def cut_first(self) -> None:
        """Cut the oldest connection that still stands."""
        pair = next(pair for pair in self.pairs if pair[0].fileno() >= 0)
        self._cut(*pair)

    @staticmethod
    def _cut(*sockets: socket.socket) -> None:
        for each in sockets:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def close(self) -> None:
        self.listener.close()
        for pair in self.pairs:
            self._cut(*pair)
