"""`python -m fourfold` is the command line."""

import gc
import sys

from .cli.cli import main


def run() -> None:
    """Run the command, and end the process."""
    code = main()
    gc.freeze()  # Python would look through everything for garbage at the end: a tenth of a second
    sys.exit(code)


if __name__ == "__main__":
    run()
