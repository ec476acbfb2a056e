"""Checks values against the part of JSON Schema that openapi.json uses, and says in one sentence what is wrong."""

import math
from collections.abc import Callable
from typing import Any

KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
}
WORDS = {
    "object": "an object", "array": "a list", "string": "a text",
    "boolean": "true or false", "integer": "a whole number", "number": "a number",
}  # fmt: skip


def fault(value: Any, schema: dict[str, Any], name: str = "the body") -> str:
    """Return what is wrong with value, as text; empty if it matches schema."""
    kind = schema["type"]
    if not isinstance(value, KINDS[kind]) or (isinstance(value, bool) and kind != "boolean"):
        return f"{name} must be {WORDS[kind]}"
    return DEEPER[kind](value, schema, name) if kind in DEEPER else ""


def _fault_of_object(value: dict[str, Any], schema: dict[str, Any], name: str) -> str:
    known = schema["properties"]
    for key in value:
        if key not in known:
            return f"{name} has {key[:40]!r}, which is not among {', '.join(known)}"
    for key in schema.get("required", ()):
        if key not in value:
            return f"{name} needs {key!r}"
    faults = (fault(value[key], known[key], key) for key in value)
    return next(filter(None, faults), "")


def _fault_of_list(value: list[Any], schema: dict[str, Any], name: str) -> str:
    if len(value) > schema["maxItems"]:
        return f"{name} has {len(value)} entries, and at most {schema['maxItems']} are allowed"
    faults = (fault(each, schema["items"], f"{name}[{place}]") for place, each in enumerate(value))
    return next(filter(None, faults), "")


def _fault_of_text(value: str, schema: dict[str, Any], name: str) -> str:
    if "enum" in schema and value not in schema["enum"]:
        return f"{name} must be one of {', '.join(schema['enum'])}"
    if len(value) > schema.get("maxLength", math.inf):
        return f"{name} has {len(value)} characters, and at most {schema['maxLength']} are allowed"
    return ""


def _fault_of_number(value: float, schema: dict[str, Any], name: str) -> str:
    low, high = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
    return "" if low <= value <= high else f"{name} must be from {low:g} to {high:g}"


DEEPER: dict[str, Callable[[Any, dict[str, Any], str], str]] = {
    "object": _fault_of_object,
    "array": _fault_of_list,
    "string": _fault_of_text,
    "integer": _fault_of_number,
    "number": _fault_of_number,
}
