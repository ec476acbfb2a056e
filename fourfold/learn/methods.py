"""The names of the learners, without importing any of them.

Every folder of `learn/` with a `learner.py` is a learner, named after the folder; nothing is registered.
"""

from pathlib import Path

from ..binding.source_file import first_line
from ..spec import is_source_file

FOLDER = Path(__file__).parent
FILE = "learner.py"


def method_names() -> list[str]:
    """Return the names of the included learners."""
    return sorted(path.parent.name for path in FOLDER.glob(f"*/{FILE}"))


def method_summary(method: str) -> str:
    """Return the first line of a learner's file, which is read but not run."""
    return first_line(method if is_source_file(method) else str(FOLDER / method / FILE))
