"""A player as a policy: the move it chooses comes first."""

import json

from support.search_positions import random_states

from fourfold.binding.bind import field_types
from fourfold.binding.state_columns import columns_of
from fourfold.cli.cli import main
from fourfold.games.interface.find import find_game
from fourfold.players.chosen_moves import ChosenMoves
from fourfold.players.specs import player


def test_the_chosen_move_comes_first():
    game = find_game("tic_tac_toe")
    states = list(random_states("tic_tac_toe", 5, plies=(0, 6)))
    asked = player("alphabeta:depth=9", game)
    ranking = ChosenMoves(asked, game).rank(columns_of(states, field_types(game.module.State)))
    for place, state in enumerate(states):
        moves, scores = ranking.of(place)
        assert moves == game.moves(state)
        assert scores.sum() == 1.0
        assert moves[scores.argmax()] == asked.choose(state).move


def test_a_player_is_measured_on_positions(tmp_path, capsys):
    lines = [{"position": "121212", "scores": [18, -2, -2, -2, -2, -2, -2]}]
    data = tmp_path / "positions.jsonl"
    data.write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = ["accuracy", "alphabeta:depth=2", "--data", str(data), "--game", "connect_four", "--json"]
    assert main(command) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["positions"], found["any_best"], found["keeps_result_of_some"]) == (1, 1.0, 1.0)
