"""The commands `games` and `models`."""

from pathlib import Path
from typing import Any

from ..binding.variant import options_of
from ..errors import InputError
from ..evaluators import weights_file
from ..evaluators.find import evaluator_names
from ..games.interface.find import find_game, game_names
from ..games.interface.game import Game
from ..storage.array_files import MODEL
from .output import Show

RUNS = Path("runs")


def list_games(show: Show) -> None:
    games = [find_game(name) for name in game_names()]
    show.table(
        ["game", "options", ">most moves", "evaluators", "about"],
        [
            [game.name, options_text(game), str(game.max_moves), ", ".join(evaluator_names(game)), describe(game)]
            for game in games
        ],
    )
    show.line("\nAn option is set after the name: `fourfold play hex:size=7`.")
    show.line("For your own game give the path of its Python file: `fourfold play ./my_game.py`.")
    show.result({"games": [game_to_json(game) for game in games]})


def game_to_json(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "max_moves": game.max_moves,
        "evaluators": evaluator_names(game),
        "description": describe(game),
        "options": {name: [values[0], values[-1]] for name, values in options_of(game.module).items()},
        "chance": game.most_chances > 0,
        "points": game.most_points or None,
    }


def describe(game: Game) -> str:
    """Return the first line of the module's docstring, without its last full stop."""
    return game.about.rstrip(".")


def options_text(game: Game) -> str:
    """Return the options of a game with their ranges, such as `size=3-13`."""
    return ", ".join(f"{name}={values[0]}-{values[-1]}" for name, values in options_of(game.module).items())


def list_models(show: Show) -> None:
    """Print the models in ./runs and the included evaluators."""
    found = [model_to_json(path) for path in sorted(RUNS.rglob(MODEL))]
    built_in = {name: evaluator_names(find_game(name)) for name in game_names()}
    if found:
        show.table(
            ["model", "game", "evaluator"], [[model["name"], model["game"], model["evaluator"]] for model in found]
        )
    else:
        show.line(f"No trained models in {RUNS}/ yet.")
    show.line()
    show.table(["game", "evaluators that come with it"], [[name, ", ".join(fit)] for name, fit in built_in.items()])
    show.line("\nUse either with `eval=`: alphabeta:depth=6,eval=positional or alphabeta:eval=runs/mine.")
    show.result({"models": found, "evaluators": built_in})


def model_to_json(path: Path) -> dict[str, str]:
    """Return the name, game and evaluator of a model; if it cannot be read, the reason."""
    try:
        model = weights_file.load(str(path))
    except InputError as error:
        return {"name": str(path.parent), "game": "", "evaluator": f"unreadable: {error}"}
    return {"name": str(path.parent), "game": model.game, "evaluator": model.evaluator}
