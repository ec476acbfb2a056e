"""JSON responses and errors."""

import json
from typing import Any

from starlette.responses import Response


class RefusedError(Exception):
    """A refused request, with its HTTP status and one sentence that says why."""

    def __init__(self, status: int, sentence: str):
        super().__init__(sentence)
        self.status = status


def answer(value: Any, status: int = 200) -> Response:
    return Response(to_bytes(value), status, media_type="application/json")


def refused(refusal: RefusedError) -> Response:
    headers = {"Retry-After": "1"} if refusal.status == 503 else {}
    body = to_bytes({"error": str(refusal)})
    return Response(body, refusal.status, headers, media_type="application/json")


def to_bytes(value: Any) -> bytes:
    """Return value as JSON; invalid Unicode, such as half of a surrogate pair, is escaped."""
    return json.dumps(value, allow_nan=False, separators=(",", ":")).encode()
