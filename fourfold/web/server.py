"""The server: its routes."""

import asyncio
import json
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ..errors import InputError
from ..games.interface.game import Game
from ..learn.status import RunStatus
from ..matches.session import Session
from . import notation, position_json
from .catalogue import Catalogue, Choice
from .compile_ahead import Compiler
from .guard import Guard
from .learners import Learners
from .limits import Limits
from .openapi import Description
from .own_files import NO_FILES, OwnFiles
from .replay_cache import Replays
from .responses import RefusedError, answer, compressed, refused, to_bytes
from .searches import Question, Thinking
from .solver_queue import Solving
from .static_files import ICON, INDEX, PageFile, is_known, read_page
from .trainings import FEW, MANY, SIZES, Trainings, to_json

STREAM = "application/x-ndjson"
RULE_THREADS = 4
"""Threads that replay games: they hold the GIL, so more would not be faster."""


class Server:
    """Answers the requests of the page and of scripts."""

    def __init__(self, games: Iterable[Game], own: OwnFiles, runs: Path, limits: Limits, warm: bool):
        self.limits, self.warm = limits, warm
        self.description = Description(limits)
        given = list(games)
        self.learners = Learners(own.learners)
        self.trainings = Trainings(runs, given, self.learners, limits)
        self.catalogue = Catalogue(given, self.trainings.players, self.learners, own)
        self.page = read_page()
        self.replays = Replays()
        self.rules = ThreadPoolExecutor(RULE_THREADS, "rules")

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Start helper processes, and end them with the server."""
        self.compiler = Compiler()
        self.solving = Solving(self.limits, self.compiler)
        self.thinking = Thinking(self.limits, self.compiler, self.solving)
        ahead = asyncio.create_task(self.compiler.warm(self.catalogue.favourites() if self.warm else []))
        try:
            yield
        finally:
            ahead.cancel()
            self.compiler.end()
            self.solving.end()
            self.trainings.end()

    def routes(self) -> list[Route]:
        get, post = ["GET"], ["POST"]
        return [
            Route("/", self.index, methods=get),
            Route("/page/{name:path}", self.page_file, methods=get),
            Route("/favicon.ico", self.icon, methods=get),
            Route("/openapi.json", self.openapi, methods=get),
            Route("/api/games", self.games, methods=get),
            Route("/api/games/{name}", self.game, methods=get),
            Route("/api/position", self.position, methods=post),
            Route("/api/record", self.record, methods=post),
            Route("/api/export", self.export, methods=post),
            Route("/api/choose", self.choose, methods=post),
            Route("/api/analyse", self.analyse, methods=post),
            Route("/api/solve", self.solve, methods=post),
            Route("/api/runs", self.runs, methods=get),
            Route("/api/runs", self.start, methods=post),
            Route("/api/runs/{name}", self.run, methods=get),
            Route("/api/runs/{name}/with/{other}", self.compare, methods=get),
            Route("/api/runs/{name}/opinions", self.opinions, methods=get),
            Route("/api/runs/{name}/stop", self.stop, methods=post),
            Route("/api/runs/{name}/resume", self.resume, methods=post),
        ]

    async def games(self, request: Request) -> Response:
        return compressed(await self._replay(self._choices), request)

    def _choices(self) -> dict[str, Any]:
        choices = {"games": self.catalogue.to_json(), "learners": self.learners.to_json()}
        return {**choices, "seconds": self.limits.seconds}

    async def game(self, request: Request) -> Response:
        return answer(await self._replay(self.catalogue.game_to_json, request.path_params["name"]))

    async def position(self, request: Request) -> Response:
        body = await self._body(request)
        return compressed(await self._replay(self._position, body), request)

    def _position(self, body: dict[str, Any]) -> dict[str, Any]:
        return position_json.to_json(body["game"], self._session(body))

    async def record(self, request: Request) -> Response:
        body = await self._body(request)
        return compressed(await self._replay(self._record, body), request)

    def _record(self, body: dict[str, Any]) -> dict[str, Any]:
        return position_json.to_json(body["game"], notation.read(self._game(body), body["text"], self.replays))

    async def export(self, request: Request) -> Response:
        body = await self._body(request)
        return answer(await self._replay(self._export, body))

    def _export(self, body: dict[str, Any]) -> dict[str, Any]:
        return notation.write(self._session(body), body["format"])

    async def choose(self, request: Request) -> Response:
        return await self._think(request, every_move=False)

    async def analyse(self, request: Request) -> Response:
        return await self._think(request, every_move=True)

    async def _think(self, request: Request, every_move: bool) -> Response:
        body = await self._body(request)
        question = await self._replay(self._question, body, every_move)
        self.thinking.check_room()
        return StreamingResponse(lines(self.thinking.answer, question), media_type=STREAM)

    def _question(self, body: dict[str, Any], every_move: bool) -> Question:
        session = self._session(body)
        if session.outcome() is not None:
            raise RefusedError(422, "the game is over: there is no move to choose")
        if session.chances():
            raise RefusedError(422, "chance decides here: there is no move to choose, add an outcome to the moves")
        choice = self._choice(session.game, body["player"])
        if every_move and not choice.judges:
            raise RefusedError(422, f"{choice.title} cannot value moves; choose a player that searches or ranks")
        return Question(session, choice, body.get("seconds", 1.0), body.get("seed", 0), every_move)

    async def solve(self, request: Request) -> Response:
        body = await self._body(request)
        session = await self._replay(self._session, body)
        self.solving.check(session)
        if STREAM in request.headers.get("accept", ""):
            return StreamingResponse(lines(self.solving.answer, session), media_type=STREAM)
        return answer(self.solving.to_json(session, await self.solving.find(session)))

    async def runs(self, request: Request) -> Response:
        statuses = await self._replay(self.trainings.statuses)
        return answer({"runs": [self._run(status, FEW) for status in statuses], "sizes": SIZES})

    async def run(self, request: Request) -> Response:
        return await self._run_answer(await self._replay(self.trainings.status, request.path_params["name"]))

    async def compare(self, request: Request) -> Response:
        names = request.path_params["name"], request.path_params["other"]
        return answer(await self._replay(self.trainings.compare, *names))

    async def opinions(self, request: Request) -> Response:
        return compressed(await self._replay(self._opinions, request.path_params["name"]), request)

    def _opinions(self, name: str) -> dict[str, Any]:
        status, games = self.trainings.status(name), self.catalogue.games
        return self.trainings.opinions(status, games.find(games.name(status.game)))

    async def start(self, request: Request) -> Response:
        body = await self._body(request)
        settings = self._game(body), body["learner"], body["size"], body.get("name"), body.get("key", "")
        return await self._run_answer(await self._replay(self.trainings.start, *settings))

    async def stop(self, request: Request) -> Response:
        return await self._run_answer(await self._replay(self.trainings.stop, request.path_params["name"]))

    async def resume(self, request: Request) -> Response:
        return await self._run_answer(await self._replay(self.trainings.resume, request.path_params["name"]))

    async def _run_answer(self, status: RunStatus) -> Response:
        more = await self._replay(self.trainings.more, status)
        return answer({**self._run(status, MANY), **more})

    def _run(self, status: RunStatus, most: int) -> dict[str, Any]:
        here = status.name in self.trainings.processes
        return to_json(status, self.catalogue.games.name(status.game), here, most)

    async def openapi(self, request: Request) -> Response:
        return answer(self.description.document)

    async def index(self, request: Request) -> Response:
        return self._file(request, INDEX)

    async def page_file(self, request: Request) -> Response:
        return self._file(request, request.path_params["name"])

    def _file(self, request: Request, name: str) -> Response:
        file: PageFile | None = self.page.get(name)
        if file is None:
            raise RefusedError(404, "there is no such page")
        form, encoding = file.form(request.headers.get("accept-encoding", ""))
        headers = {"ETag": form.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if is_known(form.etag, request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        return Response(form.content, headers={**headers, **encoding, "Content-Type": file.kind})

    async def icon(self, request: Request) -> Response:
        return self._file(request, ICON)

    async def _body(self, request: Request) -> dict[str, Any]:
        """Return the body, validated against openapi.json."""
        try:
            value = json.loads(await request.body())
        except (ValueError, RecursionError):
            raise RefusedError(400, "the body is not JSON") from None
        wrong = self.description.fault(request.url.path, value)
        if wrong:
            raise RefusedError(422, wrong)
        return value

    def _game(self, body: dict[str, Any]) -> Game:
        return self.catalogue.games.find(body["game"])

    def _session(self, body: dict[str, Any]) -> Session:
        return self.replays.session(self._game(body), body.get("start", ""), body.get("moves", []))

    def _choice(self, game: Game, name: str) -> Choice:
        players = self.catalogue.players(game)
        found = next((choice for choice in players if choice.name == name), None)
        if found is None:
            names = ", ".join(choice.name for choice in players)
            raise RefusedError(404, f"{game.name} has no player {name!r}; choose from {names}")
        return found

    async def _replay(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of work, which needs only the rules, without blocking the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.rules, work, *arguments)


async def lines(work: Callable[..., Awaitable[None]], question: Question | Session) -> AsyncIterator[bytes]:
    """Yield the messages of work as JSON lines; if the reader leaves, the work ends."""
    told: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
    task = asyncio.create_task(_told(work, question, told))
    try:
        while (value := await told.get()) is not None:
            yield to_bytes(value) + b"\n"
    finally:
        task.cancel()


async def _told(work: Callable[..., Awaitable[None]], question: Question | Session, told: asyncio.Queue[Any]) -> None:
    """Do the work, and put its messages, an error as text, and None at its end into the queue."""
    try:
        await work(question, told.put_nowait)
    except (InputError, RefusedError) as error:
        told.put_nowait({"kind": "error", "error": str(error)})
    except Exception as error:  # a user's game may fail in any way
        traceback.print_exception(error)
        told.put_nowait({"kind": "error", "error": f"the player has failed: {type(error).__name__}"})
    finally:
        told.put_nowait(None)


def make_app(
    games: Iterable[Game],
    runs: Path,
    limits: Limits,
    hosts: Iterable[str],
    warm: bool = False,
    own: OwnFiles = NO_FILES,
) -> Starlette:
    """Return the application, for any ASGI server; with warm, default players are compiled in advance.

    games are additional to those of own.
    """
    server = Server([*own.games, *games], own, runs, limits, warm)
    handlers: Any = {InputError: _bad_input, RefusedError: _refused, HTTPException: _not_found}
    guard = Middleware(Guard, limits=limits, hosts=hosts)
    app = Starlette(routes=server.routes(), middleware=[guard], exception_handlers=handlers, lifespan=server.lifespan)
    app.state.server = server
    return app


async def _bad_input(request: Request, error: Exception) -> Response:
    return refused(RefusedError(422, str(error)))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return refused(error)


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: "there is nothing at this address", 405: "this address takes another method"}
    return refused(RefusedError(error.status_code, words.get(error.status_code, str(error.detail))))
