"""The API description openapi.json, and the validation of requests against it."""

import json
from pathlib import Path
from typing import Any

from .json_schema import fault
from .limits import Limits

FILE = Path(__file__).with_name("openapi.json")


class Description:
    """The description of the API: the served one is the one that requests are validated against."""

    def __init__(self, limits: Limits):
        self.document = json.loads(FILE.read_text())
        schemas = self.document["components"]["schemas"]
        schemas["Question"]["properties"]["seconds"]["maximum"] = limits.seconds
        self.bodies: dict[str, dict[str, Any]] = {}
        for path, methods in self.document["paths"].items():
            if "requestBody" in methods.get("post", {}):
                reference = methods["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
                self.bodies[path] = schemas[reference.rpartition("/")[2]]

    def fault(self, path: str, value: Any) -> str:
        """Return what is wrong with the body of a request; empty if it is valid."""
        return fault(value, self.bodies[path])
