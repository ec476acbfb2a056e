"""The command `data`: what a file of games contains, and its legal games in another format."""

from pathlib import Path
from typing import Any

from rich.progress import Progress, SpinnerColumn, TextColumn

from ..errors import InputError
from ..parallel import interrupts
from ..players.describe import plural
from ..records import convert, detect, record
from ..records.legality import RESULT_NAMES, Inspection, LegalGame, examine
from .match import Rate
from .output import Show, stoppable
from .validate import given_game

COLUMNS = SpinnerColumn(), TextColumn("{task.description} {task.completed:,} games"), Rate()
SHOWN = 20
"""How many illegal games are printed; JSON has all."""


def run(file: str, game_spec: str | None, out: str | None, show: Show) -> None:
    rules = given_game(game_spec) if game_spec else None
    if out:
        check_out(Path(out))
    format = detect.format_of(file)
    inspection, legal = Inspection(), []
    with Progress(*COLUMNS, console=show.progress, transient=True, disable=not show.progress.is_terminal) as bar:
        task = bar.add_task("replaying", total=None)

        def work() -> None:
            for number, stored in enumerate(format.read(Path(file)), 1):
                examined = examine(stored, number, rules)
                inspection.add(stored, examined)
                if out and isinstance(examined, LegalGame):
                    legal.append(examined)
                bar.update(task, completed=number)
                interrupts.check()

        stoppable(show, work)
    written = convert.write(out, legal) if out else None
    for line in summary(file, format.name, inspection):
        show.line(line)
    if out:
        show.line(f"{plural(written or 0, 'legal game')} written to {out}")
    show.result(to_json(file, format.name, inspection, written))


def check_out(path: Path) -> None:
    """Raise InputError for a file that cannot be written, before all games are replayed."""
    if path.suffix not in record.WRITERS:
        raise InputError(f"--out {path} must end in {', '.join(record.WRITERS)}")
    if not path.parent.is_dir():
        raise InputError(f"--out {path}: there is no folder {path.parent}")


def summary(file: str, format: str, inspection: Inspection) -> list[str]:
    """Return the lines to print."""
    results = ", ".join(f"{inspection.results[outcome]:,} {name}" for outcome, name in RESULT_NAMES.items())
    lines = [
        f"{file}: {plural(inspection.games, 'game')} ({format}), {inspection.set_up:,} from a position of their own",
        f"legal to the end: {inspection.legal:,}, with {plural(inspection.moves, 'move')}",
        f"not legal: {len(inspection.faults):,}",
        f"results: {results}",
    ]
    for fault in inspection.faults[:SHOWN]:
        where = f"game {fault.game}" + (f", move {fault.move}" if fault.move else "")
        lines.append(f"{where}: {fault.reason}")
    more = len(inspection.faults) - SHOWN
    return [*lines, f"... and {more:,} more: --json lists all"] if more > 0 else lines


def to_json(file: str, format: str, inspection: Inspection, written: int | None) -> dict[str, Any]:
    return {"file": file, "format": format, **inspection.to_json(), "written": written}
