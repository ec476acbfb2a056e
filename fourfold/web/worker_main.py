"""The main program of the helper process that compiles, which holds the GIL for seconds.

A task is a line of JSON on standard input, and its result a line on standard output. A helper ends with its server,
because its input ends.
"""

import json
import sys
from contextlib import suppress

from ..errors import InputError
from ..players.compile_ahead import compile_player


def main() -> None:
    """Execute the tasks on standard input until it ends."""
    results, sys.stdout = sys.stdout, sys.stderr  # what a game prints must not look like a result
    for line in sys.stdin:
        task, result = json.loads(line), {}
        try:
            compile_player(task["game"], task["spec"])
        except InputError as error:
            result = {"error": str(error)}
        except Exception as error:  # a user's game may fail in any way
            result = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(result), file=results, flush=True)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, BrokenPipeError):  # the server was ended, or killed
        main()
