"""No player is asked what to do where chance decides."""

import pytest
from support.paths import DICE_RACE, EXAMPLES

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.players.specs import player

RACE = find_game(DICE_RACE)


@pytest.mark.parametrize(
    "spec", ["random", "greedy", "alphabeta:depth=1", "mcts:sims=2", str(EXAMPLES / "my_player.py")]
)
def test_a_player_says_that_chance_is_to_move(spec):
    made = player(spec, RACE)
    with pytest.raises(InputError, match="chance is to move"):
        made.choose(RACE.init_state())
    assert made.choose(RACE.first_choice()).move in (0, 1)


def test_a_greedy_player_plays_for_points():
    """One step wins; the other side has seven to go, of at most ten."""
    state = RACE.first_choice()._replace(own=1, opponent=34, die=1)
    for aim, value in (("win", 1.0), ("points", 0.7)):
        made = player(f"greedy:eval=zero,aim={aim}", RACE)
        assert made.aim == aim
        assert made.choose(state).value == pytest.approx(value)
