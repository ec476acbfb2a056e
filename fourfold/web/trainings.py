"""The training runs in the folder of runs, running or not, wherever they were started."""

import os
import re
import threading
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..games.interface.board_svg import svg
from ..games.interface.game import Game
from ..learn import curves
from ..learn.comparison import AXES, common_axes, compare
from ..learn.earlier import FOLDER, Earlier, find_earlier
from ..learn.opinions import ask, fixed_positions
from ..learn.shown_game import read_game
from ..learn.status import RunStatus, read_status
from ..learn.verdict import judge_run
from ..players.model_players import kind_for, player_spec
from ..spec import name_of
from ..storage import resume_command
from ..storage.array_files import MODEL
from ..storage.locks import FILE as LOCK
from ..storage.run_folder import CONFIG, METRICS, PROGRESS, is_run, read_config
from .catalogue import SECONDS, Choice
from .learners import Learners
from .limits import Limits
from .responses import RefusedError
from .training_origin import read_origin, write_origin
from .training_process import OrphanProcess, RunProcess, Training

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
FEW, MANY = 60, 500
"""Points of a curve in the list of all runs, and in that of one."""
MOST_MOVES = 1000
"""Of a game that the page can show: a request may have no more."""
TENTH = 10
"""The mark, or the next one that was kept, of the earlier net that is asked for its opinions."""
SIZES = {"minute": "a minute or so", "short": "some minutes", "long": "an hour or more"}


class Trainings:
    """Lists, starts and stops training runs. A client chooses from the list; no text of a client becomes a path."""

    def __init__(self, folder: Path, games: Iterable[Game], learners: Learners, limits: Limits):
        self.folder, self.games, self.learners, self.limits = folder, list(games), learners, limits
        self.processes: dict[str, Training] = {}
        self.wanted: dict[str, tuple[str, str]] = {}
        self.known: dict[str, tuple[Any, RunStatus]] = {}
        self.lock = threading.Lock()

    def statuses(self) -> list[RunStatus]:
        """Return all training runs: those of this server first, then by name."""
        found = {path.name: status for path in self._folders() if (status := self._read(path)) and status.is_training}
        self._adopt(found.values())
        for name, process in list(self.processes.items()):
            found[name] = self._own(name, process, found.get(name))
        return sorted(found.values(), key=lambda status: (status.state != "running", status.name))

    def _adopt(self, found: Iterable[RunStatus]) -> None:
        """Adopt training runs that continue although their server was killed."""
        for status in found:
            own = self.processes.get(status.name)
            if status.state != "running" or (own and own.is_alive()):
                continue
            origin = read_origin(self.folder / status.name)
            if origin and origin.is_orphaned():
                self.wanted[status.name] = status.method, status.game
                self.processes[status.name] = OrphanProcess(self.folder / status.name)

    def _folders(self) -> list[Path]:
        try:
            return [path for path in self.folder.iterdir() if path.is_dir()]
        except OSError:
            return []

    def _read(self, path: Path) -> RunStatus | None:
        """Return the status of a folder, read again only if it may have changed."""
        signs = tuple(_modified(path / name) for name in (CONFIG, METRICS, PROGRESS, LOCK, MODEL))
        kept = self.known.get(path.name)
        if kept and kept[0] == signs and kept[1].state != "running":
            return kept[1]
        status = read_status(path)
        if status:
            self.known[path.name] = signs, status
        return status

    def _own(self, name: str, process: Training, status: RunStatus | None) -> RunStatus:
        """Return the status of a run that was started here, even before it has written its folder."""
        method, game = self.wanted[name]
        if status is None:
            status = RunStatus(name, method, game, "stopped")
        if process.is_alive():
            return status._replace(state="running", words=status.words or "compiling", resumable=False)
        failure = process.failure() if status.state != "running" else ""
        return status._replace(state="damaged", words=failure) if failure else status

    def status(self, name: str) -> RunStatus:
        found = next((status for status in self.statuses() if status.name == name), None)
        if found is None:
            raise RefusedError(404, f"there is no run named {name[:60]!r}")
        return found

    def more(self, status: RunStatus) -> dict[str, Any]:
        """Return what is said of one run only: whether it is learning, null if nothing tells; nets and a game of it."""
        verdict = judge_run(self.folder / status.name, status)
        earlier = [{**earlier_to_json(status, each), "done": each.work.done, "things": each.work.things}
                   for each in self.earlier(status)]  # fmt: skip
        game = read_game(self.folder / status.name)
        shown = game._asdict() if game and len(game.moves) <= MOST_MOVES else None
        return {"learning": verdict and verdict.to_json(), "earlier": earlier, "own_game": shown}

    def compare(self, name: str, other: str) -> dict[str, Any]:
        """Return the curves of two runs in one drawing, by each axis that both have, and null by another."""
        runs = self.status(name), self.status(other)
        found = common_axes(*runs)
        return {by: curves.to_json(compare(*runs, by), MANY) if by in found else None for by in AXES}

    def opinions(self, status: RunStatus, game: Game) -> dict[str, Any]:
        """Return what a run's nets think of a few positions: the first one, one at about a tenth, and the newest."""
        if not self.earlier(status):
            raise RefusedError(409, f"{status.name} has no earlier nets that value positions")
        first, *later = self.earlier(status)
        chosen = [first, *[each for each in later if each.mark >= TENTH][:1]]
        newest = self.folder / status.name / MODEL
        nets = [(earlier_to_json(status, each), each.path) for each in chosen]
        nets += [({"player": player_name(status), "share": round(status.progress, 4)}, newest)]
        told = [{**about, "opinions": _opinions(path, _modified(path), game)} for about, path in nets]
        return {"positions": _positions(game), "nets": told}

    def start(self, game: Game, learner: str, size: str, name: str | None = None, key: str = "") -> RunStatus:
        """Start a training run and return its status; a repeated request with the same key starts nothing."""
        known = self.learners.names(game)
        if learner not in known:
            raise RefusedError(422, f"there is no learner {learner!r}; choose from {', '.join(known)}")
        with self.lock:
            begun = self._begun(key)
            if begun is None:
                self._check_room()
            elif begun in self.processes or is_run(self.folder / begun):
                return self.status(begun)
            name = begun or (self._free_name(learner, game) if name is None else self._checked_name(name))
            options = [*self.learners.options(learner, size), "--workers", str(max(1, (os.cpu_count() or 2) - 1))]
            out = str(self.folder / name)
            words = ["train", self.learners.specs[learner], game.spec, "--out", out, *options]
            self._run(name, words, (learner, game.spec), key)
        return self.status(name)

    def _begun(self, key: str) -> str | None:
        """Return the name of the run that was started for the request with this key; None if there is none."""
        if not key:
            return None
        origins = ((path.name, read_origin(path)) for path in self._folders())
        return next((name for name, origin in origins if origin and origin.key == key), None)

    def _run(self, name: str, words: list[str], wanted: tuple[str, str], key: str = "") -> None:
        """Start the command of a run; its origin is stored first, in case this server is killed."""
        write_origin(self.folder / name, key)
        self.wanted[name] = wanted
        self.processes[name] = RunProcess(words)

    def stop(self, name: str) -> RunStatus:
        """Stop a run that was started here."""
        status, process = self.status(name), self.processes.get(name)
        if status.state != "running":
            raise RefusedError(409, f"{name} is not running")
        if process is None or not process.is_alive():
            raise RefusedError(409, f"{name} was not started here; stop it where it was started")
        process.end()
        return self.status(name)

    def resume(self, name: str) -> RunStatus:
        """Resume a run that was stopped."""
        with self.lock:
            status = self.status(name)
            if not status.resumable:
                raise RefusedError(409, f"{name} cannot be resumed: it is {status.state}, or has no command")
            self._check_room()
            self._run(name, self._command(self.folder / name), (status.method, status.game))
        return self.status(name)

    def _command(self, folder: Path) -> list[str]:
        """Return the command that resumes a run; it may name the files of games that are served here."""
        words = resume_command.of_run(read_config(folder).config, folder)
        try:
            resume_command.check_trust(words, [*(name_of(game.spec) for game in self.games), *self.learners.files])
        except InputError as error:
            raise RefusedError(409, str(error)) from None
        return words

    def _check_room(self) -> None:
        alive = [name for name, process in self.processes.items() if process.is_alive()]
        if len(alive) >= self.limits.runs:
            raise RefusedError(409, f"{alive[0]} is being trained; stop it first, or wait until it is done")

    def _free_name(self, learner: str, game: Game) -> str:
        base = "-".join([learner, *NAME.findall(game.name)])[:50]
        names = [base, *(f"{base}-{number}" for number in range(2, 1000))]
        free = next((name for name in names if not (self.folder / name).exists()), None)
        if free is None:
            raise RefusedError(409, f"there are too many runs named {base}: choose another name")
        return free

    def _checked_name(self, name: str) -> str:
        if not NAME.fullmatch(name):
            raise RefusedError(422, "a run's name has letters, digits, - and _, and starts with a letter or digit")
        if (self.folder / name).exists():
            raise RefusedError(409, f"there is a run named {name} already")
        return name

    def end(self) -> None:
        """End the runs that were started here; they can be resumed later."""
        for process in self.processes.values():
            if process.is_alive():
                process.end()

    def players(self, game: Game) -> list[Choice]:
        """Return the players of the game from finished and running runs; then those of their earlier nets."""
        statuses = [status for status in self.statuses() if status.playable and status.game == game.spec]
        found = [choices for status in statuses if (choices := self._players(status, game))]
        return [choices[0] for choices in found] + [choice for choices in found for choice in choices[1:]]

    def _players(self, status: RunStatus, game: Game) -> list[Choice]:
        path, name = self.folder / status.name, player_name(status)
        try:
            kind = kind_for(path / MODEL, game)
            spec = player_spec(kind, str(path), SECONDS)
        except InputError:
            return []
        version = _modified(path / MODEL)
        now = Choice(name, status.name, strength(status), "run", spec, version or 0.0)
        return [now, *(_earlier_player(status, kind, each) for each in self.earlier(status))]

    def earlier(self, status: RunStatus) -> list[Earlier]:
        """Return the earlier nets of a run, read again only if one was added."""
        path = self.folder / status.name
        return list(_earlier(path, _modified(path / FOLDER))) if status.playable else []


@lru_cache(maxsize=256)
def _earlier(run: Path, version: float | None) -> tuple[Earlier, ...]:
    return tuple(find_earlier(run))


@lru_cache(maxsize=64)
def _opinions(model: Path, version: float | None, game: Game) -> list[dict[str, Any]]:
    states = [opening.state for opening in fixed_positions(game)]
    return [each._asdict() for each in ask(str(model), game, states)]


@lru_cache(maxsize=32)
def _positions(game: Game) -> list[dict[str, Any]]:
    return [{"moves": each.move_texts, "svg": svg(game, each.state)} for each in fixed_positions(game)]


def _earlier_player(status: RunStatus, kind: str, found: Earlier) -> Choice:
    title = f"{status.name} at {found.work.share:.0%}"
    words = f"what {status.name} was after {found.work.done:,} {found.work.things}"
    spec, version = player_spec(kind, str(found.path), SECONDS), _modified(found.path)
    return Choice(player_name(status, found), title, words, "earlier", spec, version or 0.0)


def _modified(path: Path) -> float | None:
    try:
        return path.stat().st_mtime
    except OSError:
        return None


def player_name(status: RunStatus, earlier: Earlier | None = None) -> str:
    return f"run:{status.name}" if earlier is None else f"run:{status.name}@{earlier.mark}"


def strength(status: RunStatus) -> str:
    """Return the strength of a run's player as text."""
    state = "is learning" if status.state == "running" else "has learned"
    if not status.curve.points:
        return f"{state} by {status.method}"
    last, label = status.curve.points[-1], status.curve.y_label
    value = f"{last.y:.0%}" if last.low is not None else f"{last.y:.3f}"
    return f"{state} by {status.method}: {label} {value} after {last.x:,.0f} {status.curve.x_label}"


def earlier_to_json(status: RunStatus, found: Earlier) -> dict[str, Any]:
    return {"player": player_name(status, found), "share": round(found.work.share, 4)}


def to_json(status: RunStatus, game_name: str, started_here: bool, most: int) -> dict[str, Any]:
    return {
        "name": status.name,
        "method": status.method,
        "game": game_name,
        "title": status.name,
        "state": status.state,
        "words": status.words,
        "progress": round(status.progress, 4),
        "seconds_left": status.seconds_left,
        "rate": status.rate,
        "rate_words": f"{status.rate:,.3g} {status.things} a second" if status.rate else "",
        "started_here": started_here,
        "playable": status.playable,
        "player": player_name(status) if status.playable else None,
        "resumable": status.resumable,
        **curves.to_json(status.curve, most),
    }
