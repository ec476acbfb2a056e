"""The games that are served, by the names that clients use: `hex`, or `hex:size=7` with options.

A client names an entry of the list, never a file. Options are those of the game's file, within their ranges.
"""

from collections.abc import Iterable
from threading import Lock
from typing import Any

from ..binding.variant import options_of
from ..games.conformance import check
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..spec import name_of, parse
from .responses import RefusedError

MOST_VARIANTS = 128
"""How many games with options clients may use until the server is started again: each is a module of its own."""


class ServedGames:
    """Games by name. Those with options are made when a client first names them."""

    def __init__(self, games: Iterable[Game]):
        self.entries: dict[str, Game] = {}
        self.variants: dict[str, Game] = {}
        self.lock = Lock()
        for game in games:
            stem, number = name_of(game.name), 2
            name = stem
            while name in self.entries:  # two files of the same name in different folders
                name, number = f"{stem}-{number}", number + 1
            self.entries[name] = game

    def find(self, name: str) -> Game:
        """Return the game that a client names."""
        entry, options = parse(name, "game")
        if entry not in self.entries:
            raise RefusedError(404, f"there is no game {name!r}; choose from {', '.join(self.entries)}")
        if not options:
            return self.entries[entry]
        with self.lock:
            return self._variant(self.entries[entry], options)

    def _variant(self, entry: Game, options: dict[str, str]) -> Game:
        """Return the game of an entry with other options; the path of its file, if it has one, is the entry's own."""
        values = {**entry.options, **options}
        game = find_game(f"{name_of(entry.spec)}:{','.join(f'{name}={value}' for name, value in values.items())}")
        if game is entry or game.spec in self.variants:
            return game
        if len(self.variants) >= MOST_VARIANTS:
            raise RefusedError(409, f"{MOST_VARIANTS} games with options are in use; choose one of them")
        if not game.shipped_name:
            _check(game)
        self.variants[game.spec] = game
        return game

    def name(self, spec: str) -> str:
        """Return the name of a game by its spec; one that is not served keeps its spec."""
        for name, entry in self.entries.items():
            if name_of(entry.spec) == name_of(spec):
                values = {**entry_options(entry), **parse(spec).options}
                other = [
                    f"{option}={value}" for option, value in values.items() if str(entry.options.get(option)) != value
                ]
                return f"{name}:{','.join(other)}" if other else name
        return spec


def entry_options(game: Game) -> dict[str, str]:
    """Return the options that the file of a game gives itself."""
    return {name: str(value) for name, value in find_game(name_of(game.spec)).options.items()}


def _check(game: Game) -> None:
    """Refuse a user's game that breaks its contract with these options: it would crash a search."""
    fault = next((result.message for result in check(game, games=1, compiled=False) if not result.ok), None)
    if fault:
        raise RefusedError(422, f"{game.name} does not follow the contract of a game: {fault}")


def options_to_json(game: Game) -> list[dict[str, Any]]:
    """Return the options of a game, their values and ranges."""
    known = options_of(game.module)
    return [
        {"name": name, "value": value, "low": known[name][0], "high": known[name][-1], "step": known[name].step}
        for name, value in game.options.items()
    ]
