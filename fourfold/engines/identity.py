"""What our engines say of themselves, whatever the protocol."""

from importlib.metadata import PackageNotFoundError, version

NAME = "Fourfold"
AUTHOR = "The Fourfold project"


def own_version() -> str:
    try:
        return version("fourfold")
    except PackageNotFoundError:
        return "unknown"
