"""Guards the server: who may send requests, how large they may be, and the headers of every response."""

import asyncio
import traceback
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .limits import MOST_BODY, Limits
from .responses import RefusedError, refused

BODY_SECONDS = 10.0
"""How long a body may take to arrive."""
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}


class Guard:
    """Refuses forbidden requests, and sets strict headers on every response."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Iterable[str]):
        """hosts are the host names of this server, besides IP addresses."""
        self.app, self.limits = app, limits
        self.hosts = {host.lower() for host in hosts}
        self.requests = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = Answer(send)
        self.requests += 1
        try:
            self._check(Headers(scope=scope), scope["method"])
            body = await arrived_body(receive)
            await self.app(scope, repeated(body, receive), answer.send)
        except RefusedError as refusal:
            await refused(refusal)(scope, receive, answer.send)
        except Exception as error:  # a user's game may fail in any way
            if answer.begun:
                raise
            traceback.print_exception(error)
            sentence = f"the server has failed here ({type(error).__name__}); its terminal says more"
            await refused(RefusedError(500, sentence))(scope, receive, answer.send)
        finally:
            self.requests -= 1

    def _check(self, headers: Headers, method: str) -> None:
        host = headers.get("host", "")
        # a page of another name that points here would pass for our own (DNS rebinding); a number cannot
        if host_name(host) not in self.hosts and not is_number(host_name(host)):
            raise RefusedError(421, "this server does not serve that host name")
        origin = headers.get("origin")
        if method not in ("GET", "HEAD") and origin is not None and origin.partition("://")[2] != host:
            raise RefusedError(403, "requests from pages of other servers are refused")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and method not in ("GET", "HEAD"):
            raise RefusedError(403, "requests from pages of other servers are refused")
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > MOST_BODY:
            raise RefusedError(413, too_large())
        if self.requests > self.limits.requests:
            raise RefusedError(503, f"{self.limits.requests} requests are in progress; try again in a moment")


def too_large() -> str:
    return f"a body may have {MOST_BODY // 1024} kB at most"


def host_name(host: str) -> str:
    """Return the host of a Host header, without its port."""
    name = host.lower()
    return name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]


def is_number(host: str) -> bool:
    try:
        return bool(ip_address(host))
    except ValueError:
        return False


async def arrived_body(receive: Receive) -> bytes:
    """Return the body, which must arrive in time."""
    try:
        return await asyncio.wait_for(read_body(receive), BODY_SECONDS)
    except TimeoutError:
        raise RefusedError(408, f"the body did not arrive within {BODY_SECONDS:g} s") from None


async def read_body(receive: Receive) -> bytes:
    """Return the whole body; one that is too large is refused early."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RefusedError(400, "the body did not arrive")
        body += message.get("body", b"")
        if len(body) > MOST_BODY:
            raise RefusedError(413, too_large())
        if not message.get("more_body", False):
            return bytes(body)


def repeated(body: bytes, receive: Receive) -> Receive:
    """Return a receive function that gives the body first, then what follows it."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


class Answer:
    """A response with strict headers."""

    def __init__(self, send: Send):
        self.unguarded = send
        self.begun = False

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await self.unguarded(message)
