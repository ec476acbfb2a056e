"""Players are asked what they would have played, with the game so far as its history."""

import numpy as np
from support.played_games import random_record

from fourfold.data.played_moves import read_games
from fourfold.games.interface.find import find_game
from fourfold.players.agreement import choices
from fourfold.players.base import Decision
from fourfold.records import record


class Witness:
    """Always chooses the first move, and notes what it was told."""

    name = "witness"

    def __init__(self, game):
        self.game, self.told, self.games = game, [], 0

    def new_game(self, seed):
        self.games += 1

    def choose(self, state, history=()):
        self.told.append((state, list(history)))
        return Decision(self.game.moves(state)[0], 0.0, None, 0, 0, [])


def test_a_player_sees_the_game_so_far(tmp_path):
    game = find_game("connect_four")
    games = [random_record("connect_four", seed) for seed in range(3)]
    record.write(tmp_path / "games.jsonl", games)
    moves = read_games([tmp_path / "games.jsonl"], game).moves
    places = np.arange(1, moves.size, 3)
    witness = Witness(game)
    found = choices(witness, game, moves, places)
    lines = [record.replay(each)[:-1] for each in games]
    wanted = [(state, line[:ply]) for line in lines for ply, state in enumerate(line)]
    assert witness.told == [wanted[place] for place in places]
    assert witness.games == 3
    first = [game.moves(state)[0] for state, _ in witness.told]
    assert found.tolist() == (moves.played[places] == first).tolist()
