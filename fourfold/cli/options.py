"""Arguments and options that many commands have."""

from typing import Annotated

import typer

from ..errors import InputError

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, or the path of your own game file.")]
PositionOption = Annotated[str, typer.Option("--position", metavar="P", help="Begin there: moves, or a position.")]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="All that is random follows from it.")]
NoSeedOption = Annotated[int, typer.Option("--seed", hidden=True, help="Accepted everywhere; nothing is random here.")]
WorkersOption = Annotated[int | None, typer.Option("--workers", metavar="N", min=1, help="All cores if not given.")]
ClusterOption = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Work on a Dask cluster: tcp://HOST:PORT, or local:N (docs)."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output, nothing else.")]


def given_workers(workers: int | None, cluster: str | None) -> int | str | None:
    """Return who is to work: a number of workers, or the address of a cluster."""
    if workers is not None and cluster is not None:
        raise InputError("--workers and --cluster both say who works: give one of them")
    return workers if cluster is None else cluster
