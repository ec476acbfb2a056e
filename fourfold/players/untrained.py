"""The players that know nothing but the rules: no weights, no solver; a score that the state shows may be used.

`fourfold reproduce untrained` measures which of them is best; docs/games.md has the table.
"""

from ..games.interface.game import Game

TREE, RAVE_TREE, ALPHABETA = "mcts", "mcts with RAVE", "alphabeta"
MANY_MOVES = 100
"""With so many moves to choose from, each gets few visits, and RAVE's hints are worth more than they mislead."""
RAVE = 300


def untrained_players(game: Game, budget: str) -> dict[str, str]:
    """Return the specs of the candidates by name; budget is nodes= or seconds=."""
    judged, sims = "points" if game.most_points else "zero", budget.replace("nodes", "sims")
    return {
        TREE: f"mcts:{sims}",
        RAVE_TREE: f"mcts:{sims},rave={RAVE}",
        ALPHABETA: f"alphabeta:{budget},eval={judged}",
    }


def best_tree_search(game: Game, budget: str) -> str:
    """Return the spec of the better tree search."""
    has_many = len(game.moves(game.first_choice())) >= MANY_MOVES
    return untrained_players(game, budget)[RAVE_TREE if has_many else TREE]


def best_untrained(game: Game, budget: str) -> str:
    """Return the spec of the candidate that is best at equal time: alpha-beta where the score tells who is ahead."""
    return untrained_players(game, budget)[ALPHABETA] if game.score_tells else best_tree_search(game, budget)
