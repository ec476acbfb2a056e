"""Who is offered first: the included net, unless a player that learned nothing beats it."""

import pytest

from fourfold.evaluators.find import trained_names
from fourfold.games.interface.find import find_game
from fourfold.players.default import UNBEATEN, default_player
from fourfold.players.specs import player
from fourfold.players.untrained import untrained_players
from fourfold.web.catalogue import included_players


@pytest.mark.parametrize(
    ("name", "spec", "choice"),
    [
        ("connect_four", "alphazero:seconds=1", "perfect"),
        ("breakthrough", "alphazero:seconds=1", "alphazero"),
        ("hex", "mcts:seconds=1,rave=300", "mcts"),
        ("hex:size=7", "mcts:seconds=1", "mcts"),
        ("othello", "alphabeta:seconds=1,eval=outcome", "outcome"),
        ("tic_tac_toe", "mcts:seconds=1", "mcts"),
        ("examples/dots_and_boxes.py", "alphabeta:seconds=1,eval=points", "search"),
    ],
)
def test_the_strongest_is_the_same_in_terminal_and_browser(name, spec, choice):
    game = find_game(name)
    first, last = included_players(game)
    assert (default_player(game), [*first, *last][0].name) == (spec, choice)


def test_a_net_that_is_beaten_is_offered_all_the_same():
    for name in UNBEATEN:
        first, _ = included_players(find_game(name))
        assert [choice.name for choice in first] == ["mcts", *trained_names(find_game(name))]


def test_a_budget_of_nodes_is_one_of_simulations():
    for spec in untrained_players(find_game("kalah"), "nodes=20").values():
        assert player(spec, "kalah").budget.nodes == 20
