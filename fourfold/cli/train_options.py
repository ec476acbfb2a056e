"""The commands `train METHOD GAME`, one for every way of learning, with its own options."""

from typing import Annotated, Any

import typer

from .options import ClusterOption, GameName, JsonOption, SeedOption, WorkersOption, given_workers

train = typer.Typer(rich_markup_mode="rich")

OutOption = Annotated[
    str | None, typer.Option("--out", metavar="RUN", help="The run folder; runs/METHOD-GAME if not given.")
]
StartOption = Annotated[str | None, typer.Option("--start", metavar="MODEL", help="Go on from this net.")]


@train.callback(invoke_without_command=True)
def show_methods(context: typer.Context) -> None:
    """Let a player teach itself a game from its rules; a run that was stopped goes on where it was."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@train.command()
def nhb(
    game: GameName,
    matches: Annotated[
        int | None, typer.Option("--matches", metavar="N", min=1, help="How many a net learns from.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", metavar="N", min=1, help="What a move of them may use.")
    ] = None,
    nets: Annotated[
        int | None,
        typer.Option("--nets", metavar="N", min=1, help="How many nets learn at most, to join the best of them."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", help="Give a move this time instead of nodes.")
    ] = None,
    recipe: Annotated[str | None, typer.Option("--recipe", metavar="NAME", help="best, or the paper's own.")] = None,
    out: OutOption = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """One hidden layer, learned online from examples that the player makes itself (docs/nhb.md).

    Example: [cyan]fourfold train nhb connect_four --matches 200 --nodes 500 --out runs/c4[/]
    """
    given = {"matches": matches, "nodes": nodes, "nets": nets, "seconds": seconds, "recipe": recipe}
    _run("nhb", game, as_json, given, out=out, workers=given_workers(workers, cluster), seed=seed)


@train.command()
def evolve(
    game: GameName,
    generations: Annotated[int | None, typer.Option("--generations", metavar="N", min=1, help="How many.")] = None,
    ply: Annotated[
        int | None, typer.Option("--ply", metavar="N", min=1, help="How deep they search: alphabeta:depth=N.")
    ] = None,
    player: Annotated[
        str | None, typer.Option("--player", metavar="SPEC", help="Who decides with the nets: mcts:sims=100,cut=6.")
    ] = None,
    recipe: Annotated[
        str | None, typer.Option("--recipe", metavar="NAME", help="best, paper, blondie24, repaired or cma.")
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--form", metavar="NAME", help="The net: mover, paper, blondie-1999, blondie24 or weights."),
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Any other number of the recipe, such as population=30."),
    ] = None,
    start: StartOption = None,
    out: OutOption = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Two hidden layers, evolved: nets play each other, generation by generation (docs/draughts.md).

    Example: [cyan]fourfold train evolve draughts --generations 200 --ply 6 --out runs/evolved[/]
    """
    from ..errors import InputError
    from ..learn.evolve.learner import read_changes

    if ply is not None and player is not None:
        raise InputError("--ply and --player both say who decides: give one of them")
    given = {
        "generations": generations,
        "player": f"alphabeta:depth={ply}" if ply else player,
        "recipe": recipe,
        "form": form,
        "start": start,
        **read_changes(set_ or [], recipe or "best"),
    }
    _run("evolve", game, as_json, given, out=out, workers=given_workers(workers, cluster), seed=seed)


@train.command()
def outcome(
    game: GameName,
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="N", min=1, help="Of self-play, after the first one.")
    ] = None,
    matches: Annotated[int | None, typer.Option("--matches", metavar="N", min=1, help="In a round.")] = None,
    first_matches: Annotated[
        int | None, typer.Option("--first-matches", metavar="N", min=1, help="In the first, between random nets.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", metavar="N", min=1, help="What a move of them may use.")
    ] = None,
    net: Annotated[
        str | None, typer.Option("--net", metavar="KIND", help="mlp, two hidden layers, or slfn, one.")
    ] = None,
    start: StartOption = None,
    out: OutOption = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """A net fitted to how its own games ended, round after round, from random play on (docs/draughts.md).

    Example: [cyan]fourfold train outcome othello --rounds 5 --out runs/othello[/]
    """
    given = {
        "rounds": rounds,
        "matches": matches,
        "first_matches": first_matches,
        "nodes": nodes,
        "net": net,
        "start": start,
    }
    _run("outcome", game, as_json, given, out=out, workers=given_workers(workers, cluster), seed=seed)


@train.command()
def context(
    game: GameName,
    data: Annotated[str, typer.Option("--data", metavar="FILE", help="Positions with the scores of their moves.")],
    system: Annotated[
        str, typer.Option("--system", metavar="NAME", help="S1 to S4, N20, N40, N60 or C of the paper; or best.")
    ] = "S4",
    epochs: Annotated[
        int | None, typer.Option("--epochs", metavar="N", min=1, help="How many; S, N and C stop earlier when flat.")
    ] = None,
    rate: Annotated[float | None, typer.Option("--rate", metavar="X", help="The rate of learning.")] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help="Learn from the first N positions only.")
    ] = None,
    without: Annotated[
        str | None, typer.Option("--without", metavar="FILE", help="Leave out the positions that this file has too.")
    ] = None,
    units: Annotated[int | None, typer.Option("--units", metavar="N", min=1, help="Of the net best.")] = None,
    out: OutOption = None,
    workers: WorkersOption = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """A net that ranks the columns of Connect Four without search, learned from exact scores (docs/context.md).

    Example: [cyan]fourfold train context connect_four --system S4 --data positions.jsonl --out runs/s4[/]
    """
    from ..errors import InputError

    if units is not None and system != "best":
        raise InputError("--units is for --system best: the paper's systems have sizes of their own")
    given = {
        "system": system,
        "data": data,
        "epochs": epochs,
        "rate": rate,
        "limit": limit,
        "without": without,
        "units": units,
    }
    _run("context", game, as_json, given, out=out, workers=workers, seed=seed)


@train.command()
def policy(
    game: GameName,
    data: Annotated[
        str | None,
        typer.Option("--data", metavar="DIR", help="A folder of WThor files; othello/wthor of FOURFOLD_DATA."),
    ] = None,
    passes: Annotated[
        float | None, typer.Option("--passes", metavar="X", help="How often it goes through the moves.")
    ] = None,
    width: Annotated[int | None, typer.Option("--width", metavar="N", help="Numbers that a pattern adds.")] = None,
    units: Annotated[int | None, typer.Option("--units", metavar="N", help="Of a hidden layer.")] = None,
    teachers: Annotated[
        int | None, typer.Option("--teachers", metavar="N", help="Nets that learn first, to tell it what else is good.")
    ] = None,
    replies: Annotated[
        bool,
        typer.Option("--replies/--no-replies", help="Look at boards after replies, or after moves only."),
    ] = True,
    rate: Annotated[float | None, typer.Option("--rate", metavar="X", help="The rate of learning.")] = None,
    dropped: Annotated[
        float | None, typer.Option("--dropped", metavar="X", help="Share of what is seen that is left out at random.")
    ] = None,
    test: Annotated[
        bool, typer.Option("--test/--no-test", help="Whether to keep games and moves aside, to be tested on.")
    ] = True,
    out: OutOption = None,
    workers: WorkersOption = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """A net that predicts the moves of Othello experts, learned from their games (docs/othello.md).

    Example: [cyan]fourfold train policy othello --data wthor/ --out runs/othello[/]
    """
    from ..data.othello.expert_moves import find_folder

    given = {"passes": passes, "width": width, "units": units, "teachers": teachers, "replies": replies}
    given |= {"rate": rate, "dropped": dropped, "test": test}
    _run("policy", game, as_json, {**given, "data": str(find_folder(data))}, out=out, workers=workers, seed=seed)


@train.command()
def network(
    game: GameName,
    data: Annotated[
        str | None,
        typer.Option("--data", metavar="DIR", help="A folder of WThor files; othello/wthor of FOURFOLD_DATA."),
    ] = None,
    net: Annotated[
        str, typer.Option("--net", metavar="NAME", help="conv4, conv8-bn, conv8x32-bn, resnet-56-np-p, ...")
    ] = "conv4",
    set_name: Annotated[
        str, typer.Option("--set", metavar="NAME", help="original, unique, original-s, unique-s or strict.")
    ] = "unique-s",
    encoding: Annotated[str, typer.Option("--encoding", metavar="NAME", help="pieces, ones or vmoves.")] = "pieces",
    width: Annotated[float | None, typer.Option("--width", metavar="X", help="A factor of all maps.")] = None,
    epochs: Annotated[float | None, typer.Option("--epochs", metavar="X", help="The paper's if not given.")] = None,
    minutes: Annotated[float | None, typer.Option("--minutes", metavar="X", help="Learn so long instead.")] = None,
    rate: Annotated[float | None, typer.Option("--rate", metavar="X", help="The rate of learning.")] = None,
    schedule: Annotated[
        str | None, typer.Option("--schedule", metavar="NAME", help="halving, as the paper has it, or one-cycle.")
    ] = None,
    batch: Annotated[int | None, typer.Option("--batch", metavar="N", min=2, help="Examples of a step; 512.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", min=1, help="Learn from N examples.")] = None,
    precision: Annotated[
        str | None, typer.Option("--precision", metavar="NAME", help="fp32, or bf16: twice as fast on some processors.")
    ] = None,
    out: OutOption = None,
    workers: WorkersOption = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """One of the paper's networks, learned from games of Othello experts by torch (docs/othello-networks.md).

    Example: [cyan]fourfold train network othello --net conv4 --data wthor/ --minutes 30 --out runs/conv4[/]
    """
    from ..data.othello.expert_moves import find_folder

    given = {
        "net": net,
        "set_name": set_name,
        "encoding": encoding,
        "width": width,
        "epochs": epochs,
        "minutes": minutes,
        "rate": rate,
        "schedule": schedule,
        "batch": batch,
        "limit": limit,
        "precision": precision,
        "data": str(find_folder(data)),
    }
    _run("network", game, as_json, given, out=out, workers=workers, seed=seed)


def _run(method: str, game: str, as_json: bool, given: dict[str, Any], **settings: Any) -> None:
    """Run the training with the settings that were given: what was not, the method knows best."""
    from . import train as command
    from .output import Show

    settings |= {name: value for name, value in given.items() if value is not None}
    command.run(method, game, Show(as_json), **settings)
