"""The settings of all courses as one: what is not given has the default of the course that is taken."""

from dataclasses import MISSING, field, fields, make_dataclass
from typing import Any, get_type_hints

from ...errors import InputError


def joined(courses: dict[str, Any], base: type) -> Any:
    """Return a class of settings: those of base, and of every course by its name, None unless given."""
    names = {each.name: None for course in courses.values() for each in fields(course.Settings)}
    made = [_field(name, {net: course.Settings for net, course in courses.items()}) for name in names]
    return make_dataclass("Settings", made, bases=(base,), frozen=True)


def _field(name: str, settings: dict[str, Any]) -> tuple[str, Any, Any]:
    """Return the field of a setting, whose help tells the defaults."""
    owners = {net: each for net, kind in settings.items() for each in fields(kind) if each.name == name}
    hint = get_type_hints(settings[next(iter(owners))])[name]
    defaults = {net: _default(each) for net, each in owners.items()}
    about = dict(next(iter(owners.values())).metadata)
    told = ", ".join(f"{value:g} ({net})" for net, value in defaults.items() if not isinstance(value, bool | str))
    only = f" Only {next(iter(owners))}." if len(owners) == 1 and len(settings) > 1 and not told else ""
    about["help"] += f" Default: {told}." if told else only
    return name, hint | None, field(default=None, metadata=about)


def _default(each: Any) -> Any:
    return each.default if each.default is not MISSING else each.default_factory()


def given_settings(settings: Any, base: type) -> dict[str, Any]:
    """Return the settings of courses that were given."""
    own = {each.name for each in fields(base)}
    return {name: value for name, value in vars(settings).items() if name not in own and value is not None}


def check(given: dict[str, Any], courses: dict[str, Any]) -> None:
    """Raise InputError if no course takes these settings."""
    errors = []
    for net in courses:
        try:
            settings_of(net, given, courses)
            return
        except InputError as error:
            errors.append(error)
    known = [{each.name for each in fields(course.Settings)} for course in courses.values()]
    raise max(zip(known, errors, strict=True), key=lambda pair: len(pair[0] & given.keys()))[1]


def settings_of(net: str, given: dict[str, Any], courses: dict[str, Any]) -> Any:
    """Return the settings of a course."""
    kind = courses[net].Settings
    others = given.keys() - {each.name for each in fields(kind)}
    if others:
        raise InputError(f"{min(others)} is not a setting of the net {net!r}")
    return kind(**given)
