"""Connections: a client that does not send its request in time is disconnected."""

import asyncio
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEADER_SECONDS = 10.0
"""How long the headers of a request may take, from the connection or from the first byte after a response."""

Protocol: Any = AutoHTTPProtocol  # whichever reader of HTTP is installed; both keep the request at hand in `cycle`


class Connection(Protocol):
    """One client, whose headers must arrive in time."""

    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, error: Exception | None) -> None:
        self._forget()
        super().connection_lost(error)

    def _watch(self) -> None:
        """Run the timer while there is no request to answer; arriving bytes do not restart it."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._forget()
        elif self.deadline is None:
            self.deadline = asyncio.get_running_loop().call_later(HEADER_SECONDS, self._give_up)

    def _give_up(self) -> None:
        self.deadline = None
        self.transport.close()

    def _forget(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None


def make_server(app: Starlette) -> uvicorn.Server:
    """Return the server that runs the application on sockets."""
    quiet: dict[str, Any] = {"log_level": "warning", "server_header": False, "access_log": False}
    return uvicorn.Server(uvicorn.Config(app, http=Connection, ws="none", timeout_graceful_shutdown=1, **quiet))
