"""The commands `solve`, `book`, `accuracy`, `exam` and `data`, with their options."""

from typing import Annotated

import typer

from .options import (
    ClusterOption,
    GameName,
    JsonOption,
    NoSeedOption,
    Position,
    SeedOption,
    WorkersOption,
    given_workers,
)

study = typer.Typer(rich_markup_mode="rich")


@study.command()
def solve(
    game: GameName,
    position: Position = "",
    nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes",
            metavar="N",
            min=1,
            help="Games other than Connect Four: the most nodes to search for the results of all moves and, if that "
            "leaves the position unproven, again for the best move alone; default: 20 million.",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", metavar="S", min=0.0, help="Connect Four: end after this time with the bounds that are known."
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", min=1, help="Connect Four: how many threads; default: all cores."),
    ] = None,
    seed: NoSeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Show what every move is worth with best play by both sides.

    Connect Four has exact scores in every position. A score is positive if the side to move wins: one point, plus one
    for each stone it then has left.

    Positions of other games are proven by search, if they are near enough to the end: whether each move wins, draws or
    loses, and in how many plies. These are exact, the shortest win and the longest defence, except in draughts, where a
    win by captures may be found before a shorter one; a draw has the length of the line shown. A draw by repetition is
    not proven, and a game of chance has no proven result.

    Example: [cyan]fourfold solve connect_four 443512254432[/]

    Example: [cyan]fourfold solve tic_tac_toe "0 4"[/]
    """
    from . import solve as command
    from .output import Show

    command.run(game, position, nodes, seconds, workers, Show(as_json))


@study.command()
def book(
    game: GameName,
    plies: Annotated[int, typer.Option("--plies", metavar="N", help="All positions up to this number of stones.")] = 8,
    best_plies: Annotated[
        int,
        typer.Option(
            "--best-plies", metavar="N", help="And up to this number, those in which a side has played only best moves."
        ),
    ] = 0,
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="The file to write.")] = "book.safetensors",
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    seed: NoSeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Compute an opening book of Connect Four. The included one took some 4 core-hours; it resumes if interrupted.

    A book that is there already is extended.

    Example: [cyan]fourfold book connect_four --plies 8 --best-plies 12 --out book.safetensors[/]
    """
    from . import book as command
    from .output import Show

    command.run(game, plies, best_plies, out, given_workers(workers, cluster), Show(as_json))


@study.command()
def accuracy(
    model: Annotated[
        str,
        typer.Argument(metavar="MODEL", help="A policy: sorter, wthor, experts, or a run folder; or any player."),
    ],
    data: Annotated[
        list[str],
        typer.Option(
            "--data", metavar="PATH", help="Positions with exact scores, or files or folders of games; repeat it."
        ),
    ],
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="The game; default: the policy's, or that of the data.")
    ] = None,
    held_out: Annotated[
        bool,
        typer.Option("--held-out", help="Only the games that train policy holds out, with this seed and these data."),
    ] = False,
    winners: Annotated[
        bool, typer.Option("--winners", help="Leave out the moves of those who lost, and games without a result.")
    ] = False,
    by: Annotated[
        str, typer.Option("--by", metavar="NAME", help="Only the moves of players whose name contains this.")
    ] = "",
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help="At most so many moves, drawn at random.")
    ] = None,
    plies: Annotated[
        str | None, typer.Option("--plies", metavar="A-B", help="Only positions after so many moves, such as 8-30.")
    ] = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Measure how often a policy or player finds the best move, or the move that an expert played.

    Example: [cyan]fourfold accuracy sorter --data positions.jsonl[/]

    Example: [cyan]fourfold accuracy alphazero:sims=64,model=runs/zero --data positions.jsonl --plies 8-30[/]

    Example: [cyan]fourfold accuracy wthor --data wthor/[/]

    Example: [cyan]fourfold accuracy alphabeta:depth=4,eval=outcome --data games.pdn[/]
    """
    from ..data.played_moves import Chooser
    from . import accuracy as command
    from .output import Show
    from .played_accuracy import Wanted
    from .validate import given_plies

    at = given_plies(plies) if plies else None
    command.run(model, game, Wanted(data, Chooser(by, winners), held_out, limit, seed, at), Show(as_json))


@study.command()
def exam(
    game: GameName,
    player: Annotated[str, typer.Option("--player", metavar="SPEC", help="The player that sits the exam.")],
    questions: Annotated[
        str | None,
        typer.Option(
            "--questions",
            metavar="FILE",
            help="The file of questions, made if it does not exist; also one of fourfold data. Default:"
            " runs/exam-GAME.jsonl.",
        ),
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option(
            "--positions", metavar="N", min=1, help="So many questions; default: 300, or all if the file exists."
        ),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes",
            metavar="N",
            min=1,
            help="Games other than Connect Four: the most nodes of a proof; default: 200,000. The more, the earlier"
            " in the game questions begin.",
        ),
    ] = None,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Plot the mistakes to a .png or .svg file.")
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Find where in the game a player errs, on positions whose results are proven.

    Questions are made once, from games between players of different strength, and kept in a file, so that other
    players can sit the same exam. The whole game is covered in Connect Four and in small games, in others the endings;
    the command says which part. An interrupted file of questions is resumed.

    Example: [cyan]fourfold exam connect_four --player alphabeta:depth=6 --plot mistakes.png[/]

    Example: [cyan]fourfold exam othello --player alphabeta:depth=4,eval=nhb --nodes 1000000[/]
    """
    from . import exam as command
    from .output import Show

    wanted = command.Wanted(questions, positions, nodes, seed, given_workers(workers, cluster))
    command.run(game, player, wanted, plot, Show(as_json))


@study.command()
def data(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE|wthor|GAME",
            help="A file of games (PDN, ACF text, WThor, records); wthor, for a folder; or a game, to make positions.",
        ),
    ],
    folder: Annotated[
        str | None,
        typer.Argument(metavar="[DIR]", help="The folder of WThor files; default: othello/wthor in $FOURFOLD_DATA."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game whose rules apply; default: the one the format is for."),
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Write the legal games, or the positions, to this file.")
    ] = None,
    count: Annotated[
        int | None, typer.Option("--positions", metavar="N", min=1, help="Make this many positions with exact scores.")
    ] = None,
    plies: Annotated[
        str | None,
        typer.Option("--plies", metavar="A-B", help="Connect Four: the number of stones on the board; default: 6-36."),
    ] = None,
    evenly: Annotated[
        bool,
        typer.Option("--evenly", help="Connect Four: about as many positions with each number of stones."),
    ] = False,
    nodes: Annotated[
        int | None,
        typer.Option("--nodes", metavar="N", min=1, help="Other games: the most nodes of a proof; default: 200,000."),
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Show what a file of games contains and which games are illegal, or make positions to learn from.

    Example: [cyan]fourfold data games.pdn --out games.jsonl[/]

    Example: [cyan]fourfold data wthor wthor/[/]

    Example: [cyan]fourfold data connect_four --positions 15000 --out positions.jsonl[/]

    Example: [cyan]fourfold data hex:size=5 --positions 6000 --nodes 100000 --out positions.jsonl[/]
    """
    from .output import Show

    if file == "wthor":
        from . import data_wthor

        data_wthor.run(folder, Show(as_json))
    elif count is None:
        from . import data as command

        command.run(file, game, out, Show(as_json))
    else:
        from . import label

        label.run(file, count, plies, evenly, nodes, out, seed, given_workers(workers, cluster), Show(as_json))
