"""JSON responses and errors."""

import gzip
import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from .static_files import accepts_gzip

LEAST_COMPRESSED = 1024
"""Bytes from which on a response is worth compressing."""


class RefusedError(Exception):
    """A refused request, with its HTTP status and one sentence that says why."""

    def __init__(self, status: int, sentence: str):
        super().__init__(sentence)
        self.status = status


def answer(value: Any, status: int = 200) -> Response:
    return Response(to_bytes(value), status, media_type="application/json")


def compressed(value: Any, request: Request) -> Response:
    """Return a long response, gzipped if the client accepts that: every legal move comes with a whole board."""
    body, headers = to_bytes(value), {"Vary": "Accept-Encoding"}
    if len(body) >= LEAST_COMPRESSED and accepts_gzip(request.headers.get("accept-encoding", "")):
        body, headers = gzip.compress(body, 1), {**headers, "Content-Encoding": "gzip"}
    return Response(body, headers=headers, media_type="application/json")


def refused(refusal: RefusedError) -> Response:
    headers = {"Retry-After": "1"} if refusal.status == 503 else {}
    body = to_bytes({"error": str(refusal)})
    return Response(body, refusal.status, headers, media_type="application/json")


def to_bytes(value: Any) -> bytes:
    """Return value as JSON; invalid Unicode, such as half of a surrogate pair, is escaped."""
    return json.dumps(value, allow_nan=False, separators=(",", ":")).encode()
