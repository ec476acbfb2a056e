"""Arguments and options that many commands have."""

from typing import Annotated

import typer

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, or the path of your own game file.")]
PositionOption = Annotated[str, typer.Option("--position", metavar="P", help="Begin there: moves, or a position.")]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="All that is random follows from it.")]
NoSeedOption = Annotated[int, typer.Option("--seed", hidden=True, help="Accepted everywhere; nothing is random here.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output, nothing else.")]
