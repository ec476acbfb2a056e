"""The command `exam`: what a player makes of positions whose results are proven, by the stage of the game."""

from pathlib import Path
from statistics import median
from typing import NamedTuple

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..errors import InputError
from ..experiments.framework import plots
from ..games.interface.game import Game
from ..learn.exam.marks import Marked, Report, Share, report
from ..learn.exam.questions import COUNT, Question, collect, coverage, read
from ..learn.exam.sitting import Answer, sit
from ..parallel.ordered_map import Workers
from ..players.describe import plural
from ..players.proof import check_provable
from ..players.specs import player
from ..storage.atomic_files import write_whole
from .exam_plot import draw
from .label import label
from .match import Rate, silent_workers
from .output import Show, compiling_shown, stoppable
from .validate import given_game

FOLDER = Path("runs")
COLUMNS = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate("answers"), TimeRemainingColumn()
SHARES = [">questions", ">best move", ">at stake", ">result kept", ">by chance"]
"""The columns of a table, after its first."""


class Wanted(NamedTuple):
    """Which exam is sat, and how."""

    questions: str | None
    positions: int | None
    nodes: int | None
    seed: int
    workers: Workers


def run(game_spec: str, player_spec: str, wanted: Wanted, plot: str | None, show: Show) -> None:
    game = given_game(game_spec)
    check_provable(game)
    player(player_spec, game, wanted.seed)  # what is wrong with it shows before the questions are made
    if plot:
        plots.check_file(plot)
    path = question_file(game, wanted.questions)
    count = wanted.positions
    if not path.exists():
        count = count or COUNT
        make(path, game, count, wanted, show)
    questions = read(game, path, count)
    if count and len(questions) < count:
        show.note(f"{path} has no more than {plural(len(questions), 'question')}")
    check_nodes(path, questions, wanted.nodes)
    answers = answer(player_spec, game, questions, wanted, show)
    found = report(questions, [each.move for each in answers])
    seconds = median(each.seconds for each in answers)  # the first of every worker may compile something
    what, covered = plural(len(questions), "question"), coverage(game, questions)
    show.line(f"{player_spec} on {what} of {path}, {seconds * 1e6:.1f} microseconds each")
    show.line(covered)
    tell(found, show)
    show.line(f"\nanother player can sit the same exam: fourfold exam {game.spec} --player SPEC --questions {path}")
    if plot:
        title = f"{player_spec} on {what} of {game.name}"
        write_whole(plot, plots.render(lambda figure: draw(figure, title, found), Path(plot).suffix))
        show.line(f"plot written to {plot}")
    known = {"game": game.name, "player": player_spec, "questions": str(path), "seed": wanted.seed}
    part = {"nodes": questions[0].nodes, **plies_json(questions), "coverage": covered}
    show.result(known | part | found.to_json() | {"microseconds": round(seconds * 1e6, 2)})


def plies_json(questions: list[Question]) -> dict[str, int | None]:
    plies = [question.ply for question in questions if question.ply is not None]
    return {"first_ply": min(plies, default=None), "last_ply": max(plies, default=None)}


def question_file(game: Game, given: str | None) -> Path:
    """Return the file of questions: the given one, or that of the game."""
    if given is None:
        FOLDER.mkdir(exist_ok=True)
        return FOLDER / f"exam-{game.file_name}.jsonl"
    if not Path(given).parent.is_dir():
        raise InputError(f"--questions {given}: there is no folder {Path(given).parent}")
    return Path(given)


def make(path: Path, game: Game, count: int, wanted: Wanted, show: Show) -> None:
    show.note(f"no questions are in {path}: making {count:,}")
    steps = collect(path, game, count, seed=wanted.seed, nodes=wanted.nodes, workers=wanted.workers)
    with silent_workers():
        label(str(path), count, steps, show)


def check_nodes(path: Path, questions: list[Question], nodes: int | None) -> None:
    """Raise InputError if other nodes are wanted than those of the questions."""
    if nodes is not None and questions[0].nodes != nodes:
        raise InputError(
            f"{path} exists, and was not made with --nodes {nodes}: leave that out, or name a new file by --questions"
        )


def answer(spec: str, game: Game, questions: list[Question], wanted: Wanted, show: Show) -> list[Answer]:
    """Return the answers of a player, with a progress bar."""
    found = list[Answer]()
    with Progress(*COLUMNS, console=show.progress, transient=True, disable=not show.progress.is_terminal) as bar:
        task = bar.add_task("answering", total=len(questions))

        def work() -> None:
            for each in sit(spec, game, questions, seed=wanted.seed, workers=wanted.workers):
                found.append(each)
                bar.update(task, completed=len(found))

        with silent_workers(), compiling_shown(bar, task):
            stoppable(show, work)
    return found


def tell(found: Report, show: Show) -> None:
    stages = [[each.name, *cells(each.marked)] for each in found.stages]
    show.line()
    show.table(["plies played", *SHARES], [*stages, ["all", *cells(found.whole)]])
    show.line()
    worth = [[name, *cells(marked)] for name, marked in found.by_result.items() if marked.positions]
    show.table(["the position is", *SHARES], worth)
    if found.whole.at_stake:
        show.line("\nat stake: some move throws a win or a draw away; result kept: of these, with 95 % intervals")
    else:
        show.line("\nno result is at stake: these questions ask only for the fastest win and the slowest loss")


def cells(marked: Marked) -> list[str]:
    return [
        f"{marked.positions:,}", share_text(marked.best), f"{marked.at_stake:,}", share_text(marked.kept),
        "" if marked.chance is None else f"{marked.chance:.1%}",
    ]  # fmt: skip


def share_text(share: Share | None) -> str:
    return f"{share.share:.1%} ({share.low:.1%} to {share.high:.1%})" if share else ""
