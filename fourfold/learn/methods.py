"""The names of the ways of learning, told without importing any of them.

Every folder of `learn/` with a `learner.py` is one, named after the folder; nothing needs to be registered.
"""

from pathlib import Path

from ..binding.source_file import first_line
from ..spec import is_source_file

FOLDER = Path(__file__).parent
FILE = "learner.py"


def method_names() -> list[str]:
    """Return the names of the ways of learning that come along."""
    return sorted(path.parent.name for path in FOLDER.glob(f"*/{FILE}"))


def method_summary(method: str) -> str:
    """Return the first line of the file of a way of learning, or of a learner's file by its path; it is not run."""
    return first_line(method if is_source_file(method) else str(FOLDER / method / FILE))
