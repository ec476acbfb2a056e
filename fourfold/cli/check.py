"""The command `check`: whether a game keeps the contract, a line for every check."""

from ..errors import InputError
from ..games.conformance import check
from ..games.interface.find import find_game
from ..players.describe import plural
from .output import Show, interruptible


def run(file: str, games: int, seed: int, show: Show) -> None:
    report = interruptible(check, find_game(file), games, seed)
    passed, broken = ("ok  ", "FAIL") if show.people.options.ascii_only else ("✓", "✗")
    for name, ok, message in report:
        show.line(f"{passed if ok else broken} {name:16} {message}".rstrip(), "green" if ok else "red")
    checks = [{"name": name, "ok": ok, "message": message} for name, ok, message in report]
    show.result({"game": file, "ok": report.ok, "checks": checks})
    failed = [name for name, ok, _ in report if not ok]
    if failed:
        raise InputError(
            f"{file} does not follow the contract: {plural(len(failed), 'check')} failed ({', '.join(failed)})"
        )
    show.line(f"{file} follows the contract: {plural(len(report), 'check')} passed.")
