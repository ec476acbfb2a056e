"""The command `analyse`: the value of every move."""

from typing import Any

from ..errors import InputError
from ..games.interface.game import Game
from ..players.aim import points_aimed_at
from ..players.base import Analysis, Analyst
from ..players.default import default_player
from ..players.describe import plural, proven_result, short
from ..players.specs import parse_spec, player
from .draw_board import print_position
from .live_analysis import watched
from .output import Show
from .validate import given_game, given_state

LINE = 12
"""How many moves of a line are printed."""
BAR = 40
"""The length of a bar for a probability of 1."""


def run(game_spec: str, position: str, player_spec: str | None, seed: int, show: Show) -> None:
    game = given_game(game_spec)
    spec = player_spec or default_player(game)
    parse_spec(spec)
    state = given_state(game, position)
    if game.chances(state):
        rolls = ", ".join(game.legal_texts(state))
        raise InputError(f"chance is to move in this position; add what it brings to the position, one of {rolls}")
    analyst = player(spec, game, seed)
    if not isinstance(analyst, Analyst):
        raise InputError(f"{spec} cannot analyse; choose a player that searches, such as {default_player(game)}")
    analysis = watched(analyst.analyse, analyst, game, state, [], show, ends_early=True)
    print_position(game, state, show)
    most = points_aimed_at(analyst, game)
    print_analysis(game, state, analysis, show, most)
    show.result(to_json(game, state, analysis, most))


def print_analysis(game: Game, state: Any, analysis: Analysis, show: Show, most: int = 0) -> None:
    """Print a table of the moves, the best first; a value of 1 stands for most points, if the player aims at them."""
    if not analysis.depth:
        print_ranking(game, state, analysis, show)
        return
    rows, known = [], analysis.known if analysis.is_open else None
    for decision in analysis.moves:
        line = game.line_text(state, decision.line)
        points = [f"{most * decision.value:+.2f}"] if most else []
        result = known[decision.move].words if known else proven_result(decision)
        rows.append([line[0], f"{decision.value:+.3f}", *points, result, line_text(line)])
    show.line()
    show.table(["move", ">value", *([">points"] if most else []), "proven", "line"], rows)
    scale = f"; 1 is {plural(most, 'point')}" if most else ""
    effort = f"depth {analysis.depth}, {short(analysis.nodes)} nodes"
    show.line(f"\n{effort}; values are for the side to move, from -1 to 1{scale}")
    if known:
        show.line("ended before every score was known: a value is the middle of what it may be; moves are the winner's")


def print_ranking(game: Game, state: Any, analysis: Analysis, show: Show) -> None:
    """Print the ranking of a player that does not search."""
    rows = [
        [game.move_text(state, each.move), f"{100 * each.value:.1f} %", "█" * round(BAR * each.value)]
        for each in analysis.moves
    ]
    show.line()
    show.table(["move", ">liking", ""], rows)
    show.line("\nranked without search")


def line_text(line: list[str]) -> str:
    """Return the first moves of a line."""
    return " ".join(line[:LINE]) + (" ..." if len(line) > LINE else "")


def to_json(game: Game, state: Any, analysis: Analysis, most: int = 0) -> dict[str, Any]:
    """Return the analysis for programs; moves have points if a value of 1 stands for most of them."""
    lines = [game.line_text(state, decision.line) for decision in analysis.moves]
    moves = [
        {"move": line[0], "value": decision.value, "proven": decision.proven, "line": line}
        | ({"points": round(most * decision.value, 3)} if most else {})
        for line, decision in zip(lines, analysis.moves, strict=True)
    ]
    texts = {decision.move: line[0] for line, decision in zip(lines, analysis.moves, strict=True)}
    known = {texts[move]: [each.low, each.high] for move, each in (analysis.known or {}).items() if not each.is_exact}
    return {
        "moves": moves,
        "best": None if analysis.best is None else texts[analysis.best],
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        **({"bounds": known} if known else {}),
    }
