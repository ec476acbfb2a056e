"""Nothing that is tested on has been learned from."""

import numpy as np
import pytest
from support.played_games import random_record, write_games

from fourfold.binding.bind import typed
from fourfold.data.held_out_games import GAMES, UNSEEN, distinct_games, divide, split_games, with_keys
from fourfold.data.played_moves import read_games
from fourfold.games.interface.find import find_game
from fourfold.records import record
from fourfold.records.record import Record

MIRRORED = str.maketrans("1234567", "7654321")


def mirrored(each):
    return Record(**{**vars(each), "moves": [text.translate(MIRRORED) for text in each.moves]})


@pytest.fixture(scope="module")
def keyed(tmp_path_factory):
    """Forty games of Connect Four, of which ten occur again, mirrored."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    games = [random_record("connect_four", seed) for seed in range(40)]
    record.write(path, [*games, *map(mirrored, games[:10])])
    game = find_game("connect_four")
    return with_keys(read_games([path], game).moves, game)


def boards(moves):
    """Return the boards of moves and their mirror images, as text, by an independent way."""
    game, found = find_game("connect_four"), []
    for row in zip(*moves.states, strict=True):
        rows = game.board(typed(game.module.State(*row)))
        found.append(frozenset(["/".join(rows), "/".join(each[::-1] for each in rows)]))
    return found


def test_keys_are_shared_by_orientations_and_by_nothing_else(keyed):
    shown = boards(keyed.moves)
    pairs = set(zip(shown, keyed.canonical.tolist(), strict=True))
    assert len(pairs) == len(set(shown)) == len(set(keyed.canonical.tolist()))


def test_a_game_and_its_mirror_image_count_once(keyed):
    number = distinct_games(keyed)
    assert number.max() == 39
    assert set(keyed.moves.game[number < 0]) == set(range(40, 50))


@pytest.mark.parametrize("seed", range(3))
def test_no_game_is_learned_and_tested(keyed, seed):
    split = split_games(keyed, seed, 0.3)
    out = set(split.tests[GAMES].game)
    assert out
    assert not out & set(split.train.game)
    assert not set(split.train.game) & set(range(40, 50))
    unseen = set(boards(split.tests[UNSEEN]))
    division = divide(keyed, seed, 0.3)
    assert not unseen & set(boards(keyed.moves.at(division.is_learned)))
    assert 0 < split.tests[UNSEEN].size < split.tests[GAMES].size


def test_forced_moves_are_in_no_set(tmp_path):
    """The last empty square of tic-tac-toe is."""
    game = find_game("tic_tac_toe")
    keyed = with_keys(read_games([write_games(tmp_path / "g.jsonl", "tic_tac_toe", 60)], game).moves, game)
    assert keyed.counts.min() == 1
    split = split_games(keyed, 0, 0.5)
    for moves in (split.train, *split.tests.values()):
        assert with_keys(moves, game).counts.min() > 1


def test_the_same_seed_divides_alike_and_another_does_not(keyed):
    one, same, other = (divide(keyed, seed).is_held_out for seed in (0, 0, 1))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_of_few_games_one_is_held_out_and_nothing_if_nothing_is_asked_for(keyed):
    few = with_keys(keyed.moves.at(keyed.moves.game < 2), find_game("connect_four"))
    for seed in range(6):
        assert len(np.unique(few.moves.game[divide(few, seed).is_held_out])) == 1
    assert split_games(few, 0, 0.0).tests == {}
    alone = with_keys(keyed.moves.at(keyed.moves.game < 1), find_game("connect_four"))
    assert split_games(alone, 0).tests == {}
