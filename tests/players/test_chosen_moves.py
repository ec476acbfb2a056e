"""A player as a policy: the move it chooses comes first."""

import json
from types import SimpleNamespace

from support.search_positions import random_states

from fourfold.binding.bind import field_types
from fourfold.binding.state_columns import columns_of
from fourfold.cli.cli import main
from fourfold.games.interface.find import find_game
from fourfold.players.chosen_moves import ChosenMoves
from fourfold.players.specs import player


class Last:
    """Chooses the last of the legal moves."""

    name = "last"

    def __init__(self, game):
        self.game = game

    def new_game(self, seed):
        pass

    def choose(self, state):
        return SimpleNamespace(move=self.game.moves(state)[-1])


def test_the_chosen_move_comes_first():
    game = find_game("tic_tac_toe")
    states = list(random_states("tic_tac_toe", 5, plies=(0, 6)))
    ranking = ChosenMoves(Last(game), game).rank(columns_of(states, field_types(game.module.State)))
    for place, state in enumerate(states):
        moves, scores = ranking.of(place)
        assert moves == game.moves(state)
        assert scores.sum() == 1.0
        assert moves[scores.argmax()] == game.moves(state)[-1]


def test_a_player_is_measured_on_positions(tmp_path, capsys):
    lines = [{"position": "121212", "scores": [18, -2, -2, -2, -2, -2, -2]}]
    data = tmp_path / "positions.jsonl"
    data.write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = ["accuracy", "alphabeta:depth=2", "--data", str(data), "--json"]
    assert main(command) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["positions"], found["any_best"], found["keeps_result_of_some"]) == (1, 1.0, 1.0)
    assert main([*command, "--plies", "7-9"]) == 2
    assert "has no positions after 7 to 9 moves" in capsys.readouterr().err


def test_lots_are_drawn_anew_in_every_state():
    game = find_game("connect_four")
    states = columns_of([game.init_state()] * 30, field_types(game.module.State))
    moves, scores = zip(*map(ChosenMoves(player("random", game), game).rank(states).of, range(30)), strict=True)
    assert len({row[score.argmax()] for row, score in zip(moves, scores, strict=True)}) > 2


def test_positions_of_other_games_say_theirs(tmp_path, capsys):
    data = tmp_path / "positions.jsonl"
    line = {"game": "tic_tac_toe", "position": "0 3 1 4", "scores": {"2": 1, "5": 0, "6": -1, "7": -1, "8": -1},
            "plies": {"2": 1, "5": 5, "6": 2, "7": 2, "8": 2}, "ply": 4}  # fmt: skip
    data.write_text(json.dumps(line) + "\n")
    assert main(["accuracy", "alphabeta:depth=2", "--data", str(data), "--plies", "4-4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["any_best"] == 1.0
    data.write_text(json.dumps({**line, "game": 7}) + "\n")
    assert main(["accuracy", "alphabeta:depth=2", "--data", str(data)]) == 2
    assert "does not say which game it is of; give --game" in capsys.readouterr().err
