"""The moves that players chose, from files of games: not those of openings, nor of dice, nor of others' games."""

from pathlib import Path

import pytest
from support.played_games import random_record, write_games

from fourfold.binding.bind import typed
from fourfold.data.played_moves import Chooser, files_in, paths_of, read_games
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.records import record
from fourfold.records.record import Record

PDN = """[Event "a"] [Black "Tinsley"] [White "Lafferty"] [Result "1-0"]
1. 11-15 23-19 2. 8-11 22-17 1-0

[Event "b"] [Black "Lafferty"] [White "Tinsley"] [Result "1/2-1/2"]
1. 11-15 23-18 2. 8-11 1/2-1/2

[Event "illegal"] [Black "x"] [White "y"] [Result "0-1"]
1. 11-15 23-8 0-1
"""


@pytest.fixture
def pdn(tmp_path):
    path = tmp_path / "games.pdn"
    path.write_text(PDN)
    return path


def texts(game, moves):
    """Return the texts of moves."""
    states = [typed(game.module.State(*row)) for row in zip(*moves.states, strict=True)]
    return [game.move_text(state, int(move)) for state, move in zip(states, moves.played, strict=True)]


def test_games_are_replayed_and_illegal_ones_left_out(pdn):
    game = find_game("draughts")
    found = read_games([pdn], game)
    assert texts(game, found.moves) == ["11-15", "23-19", "8-11", "22-17", "11-15", "23-18", "8-11"]
    assert found.moves.game.tolist() == [0, 0, 0, 0, 1, 1, 1]
    (fault,) = found.faults
    assert "game 3: move 2: 23-8 is not a legal move" in fault


def test_moves_of_one_player_and_of_those_who_did_not_lose(pdn):
    game = find_game("draughts")
    assert texts(game, read_games([pdn], game, Chooser("tinsley")).wanted) == ["11-15", "8-11", "23-18"]
    winners = read_games([pdn], game, Chooser(winners=True)).wanted
    assert texts(game, winners) == ["11-15", "8-11", "11-15", "23-18", "8-11"]


def test_the_moves_of_an_opening_were_not_chosen(tmp_path):
    game = find_game("connect_four")
    whole, opened = (random_record("connect_four", 1, plies) for plies in (0, 4))
    for name, each in (("whole", whole), ("opened", opened)):
        record.write(tmp_path / f"{name}.jsonl", [each])
    all_moves, chosen = (read_games([tmp_path / f"{name}.jsonl"], game).moves for name in ("whole", "opened"))
    assert texts(game, all_moves)[4:] == texts(game, chosen)
    assert len(whole.moves) == len(opened.moves) + 4 == all_moves.size


def test_rolls_of_dice_are_not_chosen(tmp_path):
    game = find_game("backgammon")
    path = write_games(tmp_path / "games.jsonl", "backgammon", 1)
    moves = read_games([path], game).moves
    assert 0 < moves.size < len(random_record("backgammon", 0).moves)
    for row in list(zip(*moves.states, strict=True))[:20]:
        assert not game.chances(typed(game.module.State(*row)))


def test_whose_move_it_is_where_a_side_moves_again(tmp_path):
    game, path = find_game("kalah"), tmp_path / "games.jsonl"
    played = [random_record("kalah", seed, first="one", second="two") for seed in range(6)]
    sides = [game.sides(record.replay(each))[:-1] for each in played]
    record.write(path, played)
    for name, side in (("one", 1), ("two", -1)):
        assert read_games([path], game, Chooser(name)).wanted.size == sum(each.count(side) for each in sides)
    kept = sum(side != -each.outcome for each, line in zip(played, sides, strict=True) for side in line)
    assert read_games([path], game, Chooser(winners=True)).wanted.size == kept


def test_whose_move_it_is_from_a_position_that_was_set_up(tmp_path):
    game, path = find_game("draughts"), tmp_path / "games.jsonl"
    moves = ["31-27", "1-6", "27-24"]
    record.write(path, [Record("draughts", "one", "two", "W:W31,32:B1,2", [], moves, -1, "agreement", [0, 0])])
    assert texts(game, read_games([path], game, Chooser("two")).wanted) == ["31-27", "27-24"]
    assert texts(game, read_games([path], game, Chooser(winners=True)).wanted) == ["31-27", "27-24"]


def test_folders_of_matches_are_read_without_their_metrics(tmp_path):
    run = tmp_path / "run"
    run.mkdir()
    write_games(run / "games.jsonl", "tic_tac_toe", 3)
    (run / "metrics.jsonl").write_text("{}\n")
    (run / "config.json").write_text("{}")
    assert files_in([run]) == [run / "games.jsonl"]
    assert read_games([run], find_game("tic_tac_toe")).moves.games == 3
    assert paths_of(str(run)) == paths_of([run]) == [run]
    assert paths_of(None) == []


def test_other_games_and_empty_folders_are_explained(tmp_path):
    path = write_games(tmp_path / "games.jsonl", "tic_tac_toe", 2)
    with pytest.raises(InputError, match=r"no moves of othello to learn from: .*it is a game of tic_tac_toe"):
        read_games([path], find_game("othello"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="there are no games in"):
        read_games([tmp_path / "empty"], find_game("othello"))
    with pytest.raises(InputError, match="cannot be read"):
        read_games([tmp_path / "no.pdn"], find_game("draughts"))


def test_a_users_game_is_found_by_its_name(tmp_path):
    source = tmp_path / "mine.py"
    text = Path(find_game("tic_tac_toe").module.__file__).read_text()
    source.write_text(text.replace("from ..", "from fourfold."))
    each = random_record("tic_tac_toe", 0)
    record.write(
        tmp_path / "g.jsonl", [Record(**{**vars(each), "game": "../elsewhere/mine.py"})], find_game(str(source))
    )
    found = read_games([tmp_path / "g.jsonl"], find_game(str(source))).moves
    assert found.game.tolist() == [0] * len(each.moves)
