"""The commands `runs`, with their options."""

from enum import StrEnum
from typing import Annotated

import typer

from .options import JsonOption, NoSeedOption

runs = typer.Typer(rich_markup_mode="rich")

RunName = Annotated[str, typer.Argument(metavar="RUN", help="A run folder, such as runs/nhb-othello.")]


class Axis(StrEnum):
    """By what two runs are compared: `AXES` of learn/comparison.py, which takes a while to import."""

    work = "work"
    minutes = "minutes"


@runs.callback(invoke_without_command=True)
def show_runs(context: typer.Context) -> None:
    """List, show, verify and resume runs."""
    if context.invoked_subcommand is None:
        list_runs()


@runs.command("list")
def list_runs(
    folder: Annotated[str, typer.Argument(metavar="[DIR]", help="The folder that has the run folders.")] = "runs",
    seed: NoSeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """List the training runs, matches and experiments in a folder, with their progress and learning curves.

    Example: [cyan]fourfold runs list[/]
    """
    from . import runs as command
    from .output import Show

    command.list_runs(folder, Show(as_json))


@runs.command()
def show(
    run: RunName,
    reach: Annotated[
        float | None,
        typer.Option("--reach", metavar="SCORE", help="Forecast when a training reaches this score, from 0 to 1."),
    ] = None,
    other: Annotated[
        str | None, typer.Option("--with", metavar="RUN", help="Draw the curve of this run of the same game, too.")
    ] = None,
    by: Annotated[
        Axis | None, typer.Option("--by", help="By what two runs are drawn; by work if both count the same.")
    ] = None,
    seed: NoSeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Show the learning curve and the settings of a run, whether it is learning, and how to resume it.

    Example: [cyan]fourfold runs show runs/nhb-othello[/]

    Example: [cyan]fourfold runs show runs/zero --reach 0.95[/]

    Example: [cyan]fourfold runs show runs/zero --with runs/nhb --by minutes[/]
    """
    from . import runs as command
    from .output import Show

    command.show_run(run, reach, other, by and by.value, Show(as_json))


@runs.command()
def verify(run: RunName, seed: NoSeedOption = 0, as_json: JsonOption = False) -> None:
    """Check every file of a run, and of runs inside it, against its checksum; exit code 1 if one is damaged.

    Example: [cyan]fourfold runs verify runs/nhb-othello[/]
    """
    from . import runs as command
    from .output import Show

    raise typer.Exit(command.verify(run, Show(as_json)))


@runs.command()
def resume(
    context: typer.Context,
    run: RunName,
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE]...", help="The Python files that the run needs, if you trust them."),
    ] = None,
    seed: NoSeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Resume a run with the command that started it.

    A run folder alone never makes your Python files run: name the files that the run needs.

    Example: [cyan]fourfold runs resume runs/nhb-othello[/]
    """
    from . import runs as command

    raise typer.Exit(context.obj(command.resume(run, files or [], as_json)))
