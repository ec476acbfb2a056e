"""The command `solve` for games other than Connect Four: the results of a position and its moves, as far as proven."""

from typing import Any

from ..games.interface.game import Game
from ..players.base import Decision
from ..players.describe import outlook, plural, proven_result
from ..players.proof import Proof, proof_search, prove
from .analyse import line_text
from .draw_board import print_position
from .live_analysis import watched
from .output import Show
from .validate import given_state


def run(game: Game, position: str, nodes: int, show: Show) -> None:
    searcher = proof_search(game, nodes)
    state = given_state(game, position)
    proof = watched(lambda state, history: prove(searcher, state), searcher, game, state, [], show)
    print_position(game, state, show)
    print_proof(game, state, proof, show)
    if proof.result is None:
        show.line(f"\nnot proven within {plural(nodes, 'node')}; --nodes sets the limit")
    show.result(to_json(game, state, proof))


def print_proof(game: Game, state: Any, proof: Proof, show: Show) -> None:
    """Print a table of the moves, and best play if it is known."""
    show.line()
    rows = [row(game, state, each) for each in proof.moves]
    show.table(["move", "with best play", "line"], rows)
    if proof.result is not None:
        best = ", ".join(game.move_text(state, each.move) for each in proof.best)
        words = outlook(proof.moves[0], "the side to move", "the other side")
        show.line(f"\nbest: {best}; {words}; {plural(proof.nodes, 'node')} searched")


def row(game: Game, state: Any, decision: Decision) -> list[str]:
    """Return a move, its result and, if that is proven, best play."""
    line = game.line_text(state, decision.line)
    is_proven = decision.proven is not None
    return [line[0], proven_result(decision) or "not proven", line_text(line) if is_proven else ""]


def to_json(game: Game, state: Any, proof: Proof) -> dict[str, Any]:
    """Return the proof for programs; what is not proven is None."""
    first, known = proof.moves[0], proof.is_proven
    scores = {each.move: None if each.proven is None else round(each.value) for each in proof.moves}
    return {
        "score": proof.result,
        "scores": {game.move_text(state, move): scores[move] for move in game.moves(state)},
        "distance": first.proven if known else None,
        "line": game.line_text(state, first.line) if known else [],
        "best": [game.move_text(state, each.move) for each in proof.best],
    }
