"""The settings of learners: what they are, and how the command line shows them."""

from dataclasses import MISSING, dataclass, field, fields
from typing import Any

from ..errors import InputError


def setting(
    default: Any = MISSING, help: str = "", *, flag: str | None = None, metavar: str = "", least: float | None = None
) -> Any:
    """Return a field of Settings: its default (without one it is required), help, and smallest value.

    On the command line it is the option `--name`, or flag if given; with an empty flag it exists in Python only.
    """
    metadata = {"help": help, "flag": flag, "metavar": metavar, "least": least}
    if isinstance(default, dict | list):
        return field(default_factory=lambda: type(default)(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class NoSettings:
    """The settings of a learner that has none."""


def flag_of(each: Any) -> str:
    """Return the flag of a setting; empty if it exists in Python only."""
    flag = each.metadata["flag"]
    return f"--{each.name.replace('_', '-')}" if flag is None else str(flag)


def option_words(own: type, settings: dict[str, Any]) -> list[str]:
    """Return settings of a class, numbers or texts, as words of a command line."""
    flags = {each.name: flag_of(each) for each in fields(own)}
    return [word for name, value in settings.items() for word in (flags[name], str(value))]


def default_settings(settings: type) -> dict[str, Any]:
    """Return the settings that have a default, and it."""
    return {each.name: each.default for each in fields(settings) if each.default is not MISSING}


def is_required(each: Any) -> bool:
    return each.default is MISSING and each.default_factory is MISSING


def check_least(settings: Any) -> None:
    """Raise InputError for a setting below its smallest value."""
    for each in fields(settings):
        value, least = getattr(settings, each.name), each.metadata.get("least")
        if least is not None and value is not None and value < least:
            raise InputError(f"{each.name}={value} must be at least {least:g}")


def with_changes(settings: dict[str, Any], own: type, recipe: type) -> dict[str, Any]:
    """Return settings of a class with the fields of a recipe moved into `changes`."""
    changes = {each.name for each in fields(recipe) if each.name in settings} - {each.name for each in fields(own)}
    kept = {name: value for name, value in settings.items() if name not in changes}
    return {**kept, "changes": {name: settings[name] for name in changes}}


def layer_sizes(units: str, layers: int) -> tuple[int, ...]:
    """Return the numbers of hidden units that a setting such as `64,16` has."""
    try:
        found = tuple(int(word) for word in units.split(","))
    except ValueError:
        found = ()
    if len(found) != layers or min(found) < 1:
        wanted = "a number" if layers == 1 else f"{layers} numbers with commas between them"
        raise InputError(f"units={units} is not valid; it must be {wanted}, above 0")
    return found
