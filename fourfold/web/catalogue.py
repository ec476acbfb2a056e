"""The catalogue of games and their players. A client names an entry, with options if it has any, never a file."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from ..binding.source_file import first_line
from ..errors import InputError
from ..evaluators.find import evaluator_names, find_evaluator, trained_names
from ..games.interface.game import Game
from ..players import policy
from ..players.default import UNBEATEN, trained_player
from ..players.untrained import best_tree_search, best_untrained
from ..solve.solver import GAME as SOLVED
from ..spec import quote
from .learners import Learners
from .notation import formats
from .own_files import OwnFiles
from .served_games import ServedGames, options_to_json

SECONDS = "{seconds}"
"""Placeholder in a spec for the thinking time."""
PERFECT, FALLIBLE = "perfect", "perfect:mistakes=0.2"
LEARNED = {
    "alphazero": ("AlphaZero", "a net trained on its own games, which chooses moves and foretells results"),
    "wthor": ("Taught by experts", "a net trained on expert games"),
    "outcome": ("Taught by outcomes", "a net trained on the outcomes of its own games"),
    "champion": ("Evolved champion", "the best net of an evolution"),
    "nhb": ("NHB player", "a net trained on the searches of its own games"),
}
"""Titles and descriptions of trained nets."""

JUDGING = {"zero": "counts only wins and losses", "points": "goes by the score"}
"""What searches with an evaluator that knows nothing about the game do."""


class Choice(NamedTuple):
    """A player that can be chosen."""

    name: str
    title: str
    words: str
    """Its description."""
    kind: str
    """shipped, run, own (a user's file) or plain (untrained)."""
    spec: str
    version: float = 0.0
    """Changes with its learned weights."""

    @property
    def searches(self) -> bool:
        """Whether its move is the best that it finds: so it can be asked for hints and values."""
        return SECONDS in self.spec or self.spec == PERFECT

    @property
    def solves(self) -> bool:
        """Whether it asks the solver."""
        return self.spec in (PERFECT, FALLIBLE)

    @property
    def compiled_spec(self) -> str:
        """The spec of the same player with a short time limit, for compiling it."""
        return self.spec.replace(SECONDS, "0.1")

    @property
    def judges(self) -> bool:
        """Whether it can value every move."""
        return self.spec != "random"

    @property
    def ranks(self) -> bool:
        return self.spec.startswith("policy:")

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "words": self.words,
            "kind": self.kind,
            "searches": self.searches,
            "ranks": self.ranks,
        }


class Catalogue:
    """The games by the names that clients use, and the players of each."""

    def __init__(
        self,
        games: Iterable[Game],
        run_players: Callable[[Game], list[Choice]],
        learners: Learners,
        own: OwnFiles,
    ):
        self.games = ServedGames(games)
        self.run_players, self.learners, self.own = run_players, learners, own

    def players(self, game: Game) -> list[Choice]:
        """Return the players of the game, the strongest included one first."""
        first, last = included_players(game)
        return [*first, *self.run_players(game), *own_players(game, self.own), *last]

    def favourites(self) -> list[tuple[str, str]]:
        """Return the spec of every game, and that of its default player."""
        found = []
        for game in self.games.entries.values():
            choice = next(choice for choices in included_players(game) for choice in choices if SECONDS in choice.spec)
            found.append((game.spec, choice.compiled_spec))
        return found

    def to_json(self) -> list[dict[str, Any]]:
        return [self.game_to_json(name) for name in self.games.entries]

    def game_to_json(self, name: str) -> dict[str, Any]:
        game = self.games.find(name)
        return {
            "name": name if name in self.games.entries else self.games.name(game.spec),
            "title": game.title,
            "about": game.about,
            "sides": list(game.style.names),
            "players": [choice.to_json() for choice in self.players(game)],
            "solver": game.shipped_name == SOLVED,
            "formats": formats(game),
            "learners": self.learners.names(game),
            "options": options_to_json(game),
            "chance": game.most_chances > 0,
        }


def own_players(game: Game, own: OwnFiles) -> list[Choice]:
    """Return the user's own players, and searches with the user's own evaluators for the game."""
    found = [Choice(own_name(file), *_words(file), "own", file) for file in own.players]
    for file in own.evaluators:
        with suppress(InputError):  # it is for another game
            find_evaluator(file, game)
            name, spec = own_name(file), f"alphabeta:seconds={SECONDS},eval={quote(file)}"
            found.append(Choice(name, *_words(file), "own", spec))
    return found


def own_name(file: str) -> str:
    return f"own:{Path(file).stem}"


def _words(file: str) -> tuple[str, str]:
    """Return the title of a file, and the first line of its docstring."""
    return Path(file).stem.replace("_", " ").capitalize(), first_line(file)


def included_players(game: Game) -> tuple[list[Choice], list[Choice]]:
    """Return the included players that come before the user's own, the strongest first, and those that come after."""
    trained, plain = shipped_players(game), plain_players(game)
    leading = 1 if game.shipped_name in UNBEATEN else 0
    return [*plain[:leading], *trained], plain[leading:]


def shipped_players(game: Game) -> list[Choice]:
    """Return the included trained players of the game."""
    found = []
    if game.shipped_name == SOLVED:
        words = "never errs: it solves every position, the first moves from a book"
        found.append(Choice("perfect", "Perfect player", words, "shipped", PERFECT))
    for place, name in enumerate(trained_names(game)):
        heading, origin = LEARNED.get(name, (name, "a trained net"))
        strength = "the strongest learner here" if place == 0 else "strong"
        words = f"{strength}: searches ahead with {origin}"
        found.append(Choice(name, heading, words, "shipped", trained_player(name, f"seconds={SECONDS}")))
    for name in policy.policy_names(game):
        words = "a net that ranks the moves, without search"
        is_taken = any(choice.name == name for choice in found)  # by a search that values boards by the same net
        own_name = f"{name}-policy" if is_taken else name
        found.append(Choice(own_name, f"Ranking net ({name})", words, "shipped", f"policy:model={name}"))
    if game.shipped_name == SOLVED:
        words = "knows what the perfect player knows, but makes a mistake in one move of five: can be beaten"
        found.append(Choice("fallible", "Perfect, with mistakes", words, "shipped", FALLIBLE))
    return found


def plain_players(game: Game) -> list[Choice]:
    """Return the players that need no training, the strongest first."""
    judge = next((name for name in ("positional", "material", "points") if name in evaluator_names(game)), "zero")
    judging = JUDGING.get(judge, f"evaluates positions by hand-made {judge} rules")
    search = f"alphabeta:seconds={SECONDS},eval={judge}"
    best, tree = best_untrained(game, f"seconds={SECONDS}"), best_tree_search(game, f"seconds={SECONDS}")
    entries = [
        ("search", "Plain search", f"searches ahead and {judging}", search),
        ("mcts", "Monte Carlo", "plays many random games from the position and counts wins", tree),
        ("greedy", "Greedy", f"searches one move ahead and {judging}: weak", f"greedy:eval={judge}"),
        ("random", "Random", "plays random legal moves: easy to beat", "random"),
    ]
    found = [Choice(name, heading, words, "plain", spec) for name, heading, words, spec in entries]
    return sorted(found, key=lambda choice: choice.spec != best) if judge in JUDGING else found
