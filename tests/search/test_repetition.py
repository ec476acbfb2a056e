"""Repeated positions: a draw for the referee the third time, for the search the second."""

from fourfold.evaluators.find import find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.players.base import AlphaBetaPlayer, Budget


def make_player(depth):
    game = find_game("draughts")
    return game, AlphaBetaPlayer(game, find_evaluator("material", game), Budget(depth=depth))


def test_the_losing_side_repeats_when_it_can():
    """White, a king down, can only shuffle; a repeated position is worth 0 to it instead of a loss."""
    game, player = make_player(4)
    start = game.parse("W:WK1:BK32,K31")
    moves = ["1-6", "32-28", "6-1", "28-32"]
    states = game.replay(moves, start)
    fresh = player.analyse(states[-1])
    aware = player.analyse(states[-1], states[:-1])
    values = {game.move_text(states[-1], item.move): item.value for item in aware.moves}
    assert all(item.value < 0 for item in fresh.moves)
    assert values["1-6"] == 0.0  # leads to a position that stands in the game already


def test_the_winning_side_avoids_repetition():
    game, player = make_player(5)
    start = game.parse("B:WK1:BK32,K31,K30")
    states = game.replay(["32-28", "1-6", "28-32", "6-1"], start)
    decision = player.choose(states[-1], states[:-1])
    assert decision.value > 0
    again = game.apply(states[-1], decision.move)
    assert game.position(again) not in [game.position(state) for state in states]


def test_a_repetition_is_never_called_proven():
    game, player = make_player(7)
    states = game.replay(["1-6", "32-28", "6-1", "28-32"], game.parse("W:WK1:BK32,K31"))
    assert all(item.proven is None for item in player.analyse(states[-1], states[:-1]).moves if item.value == 0)
