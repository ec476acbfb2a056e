"""The names of the ways of learning, told without importing any of them.

Every folder of `learn/` with a `learner.py` is one, named after the folder; nothing needs to be registered.
"""

import ast
from pathlib import Path

from ..errors import InputError

FOLDER = Path(__file__).parent
FILE = "learner.py"


def method_names() -> list[str]:
    """Return the names of the ways of learning that come along."""
    return sorted(path.parent.name for path in FOLDER.glob(f"*/{FILE}"))


def method_summary(method: str) -> str:
    """Return the first line of the file of a way of learning, or of a learner's file by its path; it is not run."""
    path = Path(method) if method.endswith(".py") else FOLDER / method / FILE
    try:
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    except (OSError, ValueError, SyntaxError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{method} cannot be read as Python: {reason}") from None
    return text.partition("\n")[0]
