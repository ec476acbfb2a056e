"""Arguments and options shared by many commands."""

from typing import Annotated

import typer

from ..errors import InputError

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, or the path of your own game file.")]
Position = Annotated[
    str, typer.Argument(metavar="[POSITION]", help="Moves, or a position; default: the start of the game.")
]
PositionOption = Annotated[
    str, typer.Option("--position", metavar="P", help="Start from these moves, or from this position.")
]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Seed of everything random.")]
NoSeedOption = Annotated[
    int, typer.Option("--seed", hidden=True, help="Accepted by every command; nothing is random here.")
]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", metavar="N", min=1, help="How many to use; default: all cores.")
]
ClusterOption = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Use a Dask cluster: tcp://HOST:PORT, or local:N to try one."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output and nothing else.")]


def given_workers(workers: int | None, cluster: str | None) -> int | str | None:
    """Return the workers to use: their number, or the address of a cluster."""
    if workers is not None and cluster is not None:
        raise InputError("--workers and --cluster exclude each other; give one of them")
    return workers if cluster is None else cluster
