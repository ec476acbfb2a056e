"""The command line `fourfold`: its commands, their options and help, and how it ends.

Commands import what they need only when they run, so that --help is fast.
"""

import sys
import warnings
from typing import Annotated, Any

import typer

from ..errors import InputError
from ..parallel.interrupts import Stopped
from ..storage import resume_command as command
from .options import (
    ClusterOption,
    GameName,
    JsonOption,
    NoSeedOption,
    Position,
    PositionOption,
    SeedOption,
    WorkersOption,
    given_workers,
)
from .runs_options import runs
from .study_options import study
from .train_options import train

app = typer.Typer(
    rich_markup_mode="rich", add_completion=False, context_settings={"help_option_names": ["-h", "--help"]}
)


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return the exit code: 0, 2 after one line about bad input, 130 after Ctrl-C."""
    with warnings.catch_warnings():
        warnings.showwarning = print_note
        if not sys.warnoptions:  # notes are for people, whatever filters the program has that calls this
            warnings.simplefilter("default", UserWarning)
        return _run(arguments)


def _run(arguments: list[str] | None) -> int:
    command.words[:] = sys.argv[1:] if arguments is None else arguments
    try:
        # runs resume finds main, which runs another command, in its context
        code = typer.main.get_command(app).main(arguments, prog_name="fourfold", standalone_mode=False, obj=main)
    except InputError as error:
        return fail(str(error))
    except OSError as error:
        return fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        code = 130
    except Stopped:
        print(how_to_go_on(command.words), file=sys.stderr)
        return 130
    except Exception as error:
        if not hasattr(error, "format_message"):  # usage errors have it; their class is private to typer
            raise
        return fail(usage_message(error))
    finally:
        command.words.clear()
    if code == 130:
        print("\ninterrupted" if sys.stderr.isatty() else "interrupted", file=sys.stderr)
    return code if isinstance(code, int) else 0


def how_to_go_on(words: list[str]) -> str:
    """Return the message after an interrupt."""
    keeps = words[:1] in (["train"], ["reproduce"], ["book"], ["exam"])
    keeps = keeps or any(word.startswith("--out") for word in words)
    return f"stopped; to resume: {command.text()}" if keeps else "stopped; nothing was saved (--out RUN saves)"


def fail(message: str) -> int:
    print("error:", " ".join(message.split()), file=sys.stderr)
    return 2


def usage_message(error: Any) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "fourfold"
    return f"{error.format_message().rstrip('.')} (see {command} --help)"


def print_note(message: Warning | str, *_: Any, **__: Any) -> None:
    """Print a warning as one line, such as that a game runs as plain Python."""
    print("note:", message, file=sys.stderr)


def print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print("fourfold", version("fourfold"))
        raise typer.Exit


@app.callback(invoke_without_command=True)
def fourfold(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Describe a board game in four Python functions; get a player that searches at native speed.

    Start with [cyan]fourfold play connect_four[/].
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def games(seed: NoSeedOption = 0, as_json: JsonOption = False) -> None:
    """List the games and the evaluators of each.

    Example: [cyan]fourfold games[/]
    """
    from . import list as listing
    from .output import Show

    listing.list_games(Show(as_json))


@app.command()
def models(seed: NoSeedOption = 0, as_json: JsonOption = False) -> None:
    """List the trained models in ./runs and the evaluators included with Fourfold.

    Example: [cyan]fourfold models[/]
    """
    from . import list as listing
    from .output import Show

    listing.list_models(Show(as_json))


@app.command()
def play(
    game: GameName,
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            metavar="SPEC",
            help="Your opponent; default: the strongest included one, with a second to think.",
        ),
    ] = None,
    first: Annotated[bool, typer.Option("--first/--second", help="Which side you play.")] = True,
    demo: Annotated[bool, typer.Option("--demo", help="Watch the player play itself.")] = False,
    position: PositionOption = "",
    dice: Annotated[
        str, typer.Option("--dice", metavar="roll|ask", help="Who rolls: the program, or you, with dice of your own.")
    ] = "roll",
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Play against the computer in the terminal, with hints and undo.

    Without a terminal, moves are read from standard input, one per line.

    Example: [cyan]fourfold play othello --second --player alphabeta:depth=6,eval=positional[/]

    Example: [cyan]fourfold play backgammon --dice ask[/]
    """
    from . import play as command
    from .output import Show

    human = None if demo else 0 if first else 1
    command.run(game, player, human, position, dice, seed, Show(as_json, conversation=True))


@app.command()
def serve(
    file: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE]...", help="Your own games, learners, players and evaluators, besides the included ones."
        ),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 picks a free one.")
    ] = 8044,
    host: Annotated[
        str,
        typer.Option("--host", metavar="NAME", help="The address to listen on; 0.0.0.0 admits your whole network."),
    ] = "127.0.0.1",
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
    at: Annotated[
        str, typer.Option("--at", metavar="PLACE", help="What the page opens with, such as game=othello&player=nhb.")
    ] = "",
    runs: Annotated[str, typer.Option("--runs", metavar="DIR", help="The folder of training runs.")] = "runs",
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", min=0.1, help="The longest that a player may think about a move.")
    ] = 60.0,
    seed: NoSeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Serve the board in the browser: play, see what players think, watch them learn.

    Example: [cyan]fourfold serve --open[/]

    Example: [cyan]fourfold serve ./my_game.py --port 0[/]
    """
    from . import serve as command
    from .output import Show

    settings = command.Settings(host, port, runs, seconds, open_page, at)
    command.run(file or [], settings, Show(as_json))


app.add_typer(train, name="train")
app.add_typer(runs, name="runs")
app.add_typer(study)


@app.command()
def match(
    a: Annotated[str, typer.Argument(metavar="A", help="A player, such as alphabeta:depth=4,eval=positional.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Its opponent, such as random.")],
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="The game: a name, or the path of your own file.")
    ],
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="How many games; an odd number is rounded up.")
    ] = 100,
    openings: Annotated[
        str,
        typer.Option(
            "--openings",
            metavar="FILE|random:K|none",
            help="Where games start; each opening is played with both colours.",
        ),
    ] = "random:4",
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    max_plies: Annotated[
        int | None,
        typer.Option("--max-plies", metavar="N", min=1, help="A longer game is a draw; rolls do not count."),
    ] = None,
    dice: Annotated[
        str,
        typer.Option(
            "--dice", metavar="paired|independent", help="Whether both games of a pair get the same dice, or not."
        ),
    ] = "paired",
    sprt: Annotated[
        str | None, typer.Option("--sprt", metavar="ELO0,ELO1", help="Stop as soon as this sequential test is decided.")
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="RUN", help="Save everything in this folder, and resume from it.")
    ] = None,
    record_file: Annotated[
        str | None, typer.Option("--records", metavar="FILE", help="Write the games to a .jsonl, .pdn or .txt file.")
    ] = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Play a match: every opening with both colours, then the score and its confidence interval.

    Example: [cyan]fourfold match alphabeta:depth=4,eval=positional alphabeta:depth=4 --game othello --games 200[/]
    """
    from . import match as command
    from .output import Show

    settings = {
        "games": games,
        "openings": openings,
        "seed": seed,
        "workers": given_workers(workers, cluster),
        "max_plies": max_plies,
        "dice": dice,
        "out": out,
    }
    command.run(a, b, game, sprt, record_file, Show(as_json), **settings)


@app.command()
def worth(
    game: GameName,
    player: Annotated[
        str, typer.Option("--player", metavar="SPEC", help="The player, with seconds=, nodes= or sims= a move.")
    ],
    against: Annotated[
        str | None,
        typer.Option(
            "--against", metavar="SPEC", help="Its opponent, without a budget; default: the best that learned nothing."
        ),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget", metavar="UNIT=N", help="What the opponent has on the first rung; default: the player's."
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=2, help="Games of each match.")] = 100,
    most: Annotated[
        int, typer.Option("--most", metavar="N", min=1, help="The opponent gets at most N times the budget.")
    ] = 64,
    openings: Annotated[
        str, typer.Option("--openings", metavar="FILE|random:K|none", help="Where games start, as in a match.")
    ] = "random:4",
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="RUN", help="Save every match in this folder, and resume from it.")
    ] = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Measure how many times its thinking time an opponent needs to be as strong as a player, with its interval.

    The opponent plays a match with 1, 2, 4, ... times the budget, until the player scores less than one half, beyond
    chance, and then with 1/2, 1/4, ... of it, until it scores more.

    Example: [cyan]fourfold worth connect_four --player alphazero:seconds=0.05,model=runs/zero --out runs/worth[/]

    Example: [cyan]fourfold worth othello --player alphabeta:nodes=200,eval=nhb --against mcts[/]
    """
    from . import worth as command
    from .output import Show

    settings = {"games": games, "most": most, "openings": openings, "seed": seed, "out": out}
    command.run(game, player, against, budget, given_workers(workers, cluster), Show(as_json), **settings)


@app.command()
def rate(
    runs: Annotated[list[str], typer.Argument(metavar="RUN...", help="Run folders of matches, or record files.")],
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Plot the ratings to a .png or .svg file.")
    ] = None,
    anchor: Annotated[
        str | None, typer.Option("--anchor", metavar="SPEC", help="The player rated 0; default: the mean is 0.")
    ] = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Rate the players of many matches on one scale, even if some never met.

    Example: [cyan]fourfold rate runs/ --plot ratings.png[/]
    """
    from . import rate as command
    from .output import Show

    command.run(runs, plot, anchor, seed, Show(as_json))


@app.command()
def reproduce(
    experiment: Annotated[str, typer.Argument(metavar="[EXPERIMENT]", help="A name from --list.")] = "",
    is_list: Annotated[bool, typer.Option("--list", help="List the experiments of each paper.")] = False,
    scale: Annotated[
        str, typer.Option("--scale", metavar="NAME", help="tiny: seconds; small: minutes; paper: full size, hours.")
    ] = "small",
    out: Annotated[
        str | None, typer.Option("--out", metavar="RUN", help="The run folder; default: runs/EXPERIMENT-SCALE.")
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option("--plot", metavar="FILE", help="Plot to this .png or .svg file; default: plot.svg in RUN."),
    ] = None,
    data: Annotated[
        str | None, typer.Option("--data", metavar="DIR", help="The folder of input data; default: $FOURFOLD_DATA.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="MODEL", help="The model or run to measure, if the experiment has a choice."),
    ] = None,
    opponent: Annotated[
        str | None,
        typer.Option("--opponent", metavar="SPEC", help="Its opponent, a search or an engine, containing {depth}."),
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Reproduce a table or figure of a published paper, beside its own figures; an interrupted experiment resumes.

    Example: [cyan]fourfold reproduce nhb-table-1 --scale small --out runs/table-1[/]
    """
    from . import reproduce as command
    from .output import Show

    if is_list:
        command.show_list(Show(as_json))
        return
    if not experiment:
        raise InputError("no experiment given; fourfold reproduce --list shows their names")
    chosen = {"model": model, "opponent": opponent}
    players = {role: name for role, name in chosen.items() if name is not None}
    settings = {"scale": scale, "out": out, "seed": seed, "workers": given_workers(workers, cluster), "data": data}
    command.run(experiment, plot, Show(as_json), **settings, **players)


@app.command()
def analyse(
    game: GameName,
    position: Position = "",
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            metavar="SPEC",
            help="The player that analyses; default: the strongest included one, with a second to think.",
        ),
    ] = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Show the value of every move, whether it is proven, and the expected line.

    Ctrl-C ends the search, and shows what it has found.

    Example: [cyan]fourfold analyse connect_four 4444 --player alphabeta:depth=12[/]
    """
    from . import analyse as command
    from .output import Show

    command.run(game, position, player, seed, Show(as_json))


@app.command()
def engine(
    game: GameName,
    player: Annotated[
        str | None,
        typer.Option(
            "--player", metavar="SPEC", help="The player; default: the strongest included one, with a second to think."
        ),
    ] = None,
    protocol: Annotated[
        str | None,
        typer.Option("--protocol", metavar="NAME", help="hub (draughts), gtp (any game) or nboard (Othello)."),
    ] = None,
    seed: SeedOption = 0,
    as_json: Annotated[
        bool, typer.Option("--json", hidden=True, help="Not available: standard output is for the protocol.")
    ] = False,
) -> None:
    """Run a player as an engine for another program, over standard input and output.

    Example: [cyan]fourfold engine othello --player alphabeta:seconds=2,eval=nhb --protocol gtp[/]
    """
    from . import engine as command

    command.run(game, player, protocol, seed)


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="The depth in plies.")],
    position: PositionOption = "",
    seed: NoSeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Count the move sequences of each length up to DEPTH, to verify the rules and measure their speed.

    Example: [cyan]fourfold perft draughts 8 --position "W:WK15:B10,11,18,19"[/]
    """
    from . import perft as command
    from .output import Show

    command.run(game, depth, position, Show(as_json))


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Your game file.")],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many random games to play.")] = 50,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Check that your own game follows the contract of rules.py, and that it compiles.

    Example: [cyan]fourfold check ./my_game.py[/]
    """
    from . import check as command
    from .output import Show

    command.run(file, games, seed, Show(as_json))


@app.command()
def warm(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="The games to compile; default: all.")
    ] = None,
    clean: Annotated[bool, typer.Option("--clean", help="Delete the compiled code instead.")] = False,
    seed: NoSeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Compile games and evaluators in advance, so that nothing has to wait for the compiler.

    Example: [cyan]fourfold warm othello ./my_game.py[/]
    """
    from . import warm as command
    from .output import Show

    if clean:
        command.clean(Show(as_json))
    else:
        command.run(game or [], Show(as_json))


@app.command()
def bench(
    what: Annotated[
        str,
        typer.Argument(
            metavar="[WHAT]",
            help="speed: rules, searches and nets; self-play: games of a net against itself; first-answer: seconds"
            " until a player has moved, with nothing compiled; scaling: two workers against one; soak: memory,"
            " files and processes in an hour of matches; dice: what it saves that both games of a pair get the same"
            " dice.",
        ),
    ] = "speed",
    peers: Annotated[
        bool,
        typer.Option(
            "--peers", help="Also measure OpenSpiel and others, in the same run (speed; self-play after make peers)."
        ),
    ] = False,
    minutes: Annotated[
        float | None, typer.Option("--minutes", metavar="N", min=0.0, help="The length of a soak; default: 60.")
    ] = None,
    seed: NoSeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Measure the speed of rules, searches and playouts, how work scales, whether a long run leaks, or what dice cost.

    Example: [cyan]fourfold bench --peers[/]

    Example: [cyan]fourfold bench soak --minutes 60[/]
    """
    from . import bench as command
    from .output import Show

    raise typer.Exit(command.run(what, peers, minutes, Show(as_json)))
