"""The commands `train METHOD GAME`: one for each learner, with an option for each of its settings."""

from dataclasses import MISSING, fields
from inspect import Parameter, Signature
from typing import Annotated, Any, get_args, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from ..spec import is_source_file
from .options import ClusterOption, GameName, JsonOption, SeedOption, WorkersOption, given_workers

OutOption = Annotated[
    str | None, typer.Option("--out", metavar="RUN", help="The run folder; default: runs/METHOD-GAME.")
]
MinutesOption = Annotated[
    float | None,
    typer.Option("--minutes", metavar="N", help="End after this time, including that before an interruption."),
]
KINDS = (bool, int, float, str)
"""Types of options; a setting with several possible types gets the first of these."""


class Methods(TyperGroup):
    """The included learners, and any Python file by its path. Help imports none of them."""

    def list_commands(self, context: Any) -> list[str]:
        from ..learn.methods import method_names

        return method_names()

    def get_command(self, context: Any, name: str) -> Any:
        """Return the command without its options, for the list of commands."""
        from ..learn.methods import method_summary

        if name in self.list_commands(context) or is_source_file(name):
            return TyperCommand(name, help=method_summary(name))
        return None

    def resolve_command(self, context: Any, words: list[str]) -> Any:
        name, command, rest = super().resolve_command(context, words)
        return name, method_command(name) if name and command else command, rest


train = typer.Typer(rich_markup_mode="rich", cls=Methods)


@train.callback(invoke_without_command=True)
def show_methods(context: typer.Context) -> None:
    """Train a player by one of these methods, or by your own: ./my_learner.py.

    An interrupted run resumes where it stopped.
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


def method_command(method: str) -> Any:
    """Return the command of a learner with all its options."""
    from ..learn.find import find_learner
    from ..learn.methods import method_summary

    kind = find_learner(method)
    own = {each.name for each in fields(kind.Settings)}

    def run(game: str, as_json: bool, **options: Any) -> None:
        from . import train as command
        from .output import Show

        options["workers"] = given_workers(options["workers"], options.pop("cluster", None))
        options = {name: value for name, value in options.items() if name not in own or value is not None}
        command.run(method, kind, game, Show(as_json), options)

    example = f"\n\nExample: [cyan]fourfold train {method} {kind.example}[/]" if kind.example else ""
    run.__doc__ = method_summary(method) + example
    run.__signature__ = Signature(parameters(kind))  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters(kind)}
    alone = typer.Typer(rich_markup_mode="rich", add_completion=False)
    alone.command(method)(run)
    return typer.main.get_command(alone)


def parameters(kind: Any) -> list[Parameter]:
    """Return the parameters of a learner's command."""
    from ..learn.settings import flag_of

    hints = get_type_hints(kind.Settings)
    made = [parameter("game", GameName)]
    made += [setting_option(each, hints[each.name]) for each in fields(kind.Settings) if flag_of(each)]
    made += [parameter("out", OutOption, None), parameter("workers", WorkersOption, None)]
    made += [] if "minutes" in hints else [parameter("minutes", MinutesOption, None)]
    made += [parameter("cluster", ClusterOption, None)] if kind.uses_cluster else []
    return [*made, parameter("seed", SeedOption, 0), parameter("as_json", JsonOption, False)]


def parameter(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def setting_option(each: Any, hint: Any) -> Parameter:
    """Return the option of a setting."""
    from ..learn.settings import flag_of

    about, flag = each.metadata, flag_of(each)
    if list[str] in (hint, *get_args(hint)):
        kind: Any = list[str]
    else:
        kind = next(kind for kind in KINDS if kind is hint or kind in get_args(hint))
    if kind is bool:
        flag = f"{flag}/--no-{flag.removeprefix('--')}"
    least = {"min": about["least"]} if kind in (int, float) else {}
    option = typer.Option(flag, metavar=about["metavar"] or None, help=about["help"], **least)
    if each.default is MISSING and each.default_factory is MISSING:
        return parameter(each.name, Annotated[kind, option])
    default = None if each.default is MISSING else each.default
    return parameter(each.name, Annotated[kind | None if default is None else kind, option], default)
