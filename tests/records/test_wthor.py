"""WThor files: what is written is read again, what is damaged is named, and the whole base has the published counts."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.othello_games import make_base
from support.paths import DATA

from fourfold.data.othello import expert_moves, splits
from fourfold.errors import InputError
from fourfold.games import othello
from fourfold.games.interface.find import find_game
from fourfold.records import detect, wthor
from fourfold.records.legality import inspect

BASE = DATA / "othello" / "wthor"


@pytest.fixture
def folder(tmp_path):
    wthor.write(tmp_path / "WTH_2001.wtb", make_base(range(40)))
    wthor.write(tmp_path / "WTH_2002.wtb", make_base(range(30, 60), 2002))
    wthor.write_names(tmp_path / "WTHOR.JOU", ["Ève", "Bo"])
    wthor.write_names(tmp_path / "WTHOR.TRN", ["An Open"])
    return tmp_path


def test_what_is_written_is_read(folder):
    base = wthor.read(folder / "WTH_2001.wtb")
    assert base.year == 2001
    assert np.array_equal(base.games, make_base(range(40)).games)
    assert wthor.read_names(folder / "WTHOR.JOU") == ["Ève", "Bo"]
    assert (folder / "WTH_2001.wtb").stat().st_size == 16 + 40 * 68
    assert (folder / "WTHOR.JOU").stat().st_size == 16 + 2 * 20
    assert (folder / "WTHOR.TRN").stat().st_size == 16 + 26


def test_games_are_stored_games_with_passes_and_names(folder):
    games = list(detect.read(folder / "WTH_2001.wtb"))
    found = inspect(games)
    assert found.legal == len(games) == 40
    assert games[0].tags == {"Date": "2001", "Event": "An Open", "Black": "Ève", "White": "Bo"}
    assert any("pass" in game.moves for game in games)
    for stored in games:
        last = find_game("othello").replay(stored.moves)[-1]
        assert last.player * othello.test_terminal(last) == stored.outcome


def test_a_folder_is_replayed_as_the_rules_have_it(folder):
    """Every position before a move of every game, replayed one by one by the plain rules."""
    archive = expert_moves.read_folder(folder)
    assert (archive.games, archive.unfinished, archive.wrong_scores, archive.faults) == (70, 0, 0, [])
    wanted = []
    for name in ("WTH_2001.wtb", "WTH_2002.wtb"):
        for stored in detect.read(folder / name):
            states = find_game("othello").replay(stored.moves)
            for state, text in zip(states, stored.moves, strict=False):
                if text != "pass":
                    wanted.append((int(state.own), int(state.opponent), othello.parse_move(state, text), state.player))
    assert list(zip(*(array.tolist() for array in archive.moves), strict=True)) == wanted
    assert expert_moves.read_folder(folder, range(2002, 2003)).games == 30


def test_illegal_unfinished_and_damaged_are_named_and_left_out(folder):
    base = make_base(range(4), 2003)
    games = base.games.copy()
    games[0]["moves"][10] = 99
    games[1]["moves"][0] = 11
    games[2]["moves"][30:] = 0
    games[3]["score"] += 1
    wthor.write(folder / "WTH_2003.wtb", wthor.Base(2003, games))
    whole = (folder / "WTH_2002.wtb").read_bytes()
    (folder / "WTH_2002.wtb").write_bytes(whole[:-1])
    archive = expert_moves.read_folder(folder)
    assert (archive.games, archive.unfinished, archive.wrong_scores) == (42, 1, 1)
    assert "WTH_2002.wtb is damaged" in archive.faults[0]
    assert "WTH_2003.wtb, game 1: move 11 is not legal" in archive.faults[1]
    assert "game 2: move 1 " in archive.faults[2]
    stored = inspect(detect.read(folder / "WTH_2003.wtb"))
    assert [fault.game for fault in stored.faults] == [1, 2]


@pytest.mark.parametrize("change", ["short", "long", "board", "kind", "header", "none"])
def test_files_that_are_refused(folder, change):
    path = folder / "WTH_2001.wtb"
    content = bytearray(path.read_bytes())
    if change == "short":
        content = content[:-1]
    elif change == "long":
        content += b"\0"
    elif change == "board":
        content[12] = 10
    elif change == "kind":
        content[13] = 1
    elif change == "header":
        content = content[:9]
    path.write_bytes(content)
    with pytest.raises(InputError) as error:
        wthor.read(folder / "no.wtb" if change == "none" else path)
    assert "\n" not in str(error.value)


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("any") / "any.wtb"
    path.write_bytes(content)
    try:
        games = list(wthor.read_games(path))
    except InputError:
        return
    assert len(games) == (len(content) - 16) // 68


def test_sets_and_splits_keep_twins_where_they_belong(tmp_path):
    wthor.write(tmp_path / "WTH_2001.wtb", make_base(range(24)))
    wthor.write(tmp_path / "WTH_2002.wtb", make_base(range(18, 30), 2002))
    archive = expert_moves.read_folder(tmp_path)
    moves = archive.moves
    triples = set(zip(*(array.tolist() for array in moves.triples), strict=True))
    assert splits.paper_set(moves, "original").size == moves.size
    assert splits.paper_set(moves, "unique").size == len(triples)
    assert splits.paper_set(moves, "original-s").size == 8 * moves.size
    images = {image(triple, symmetry) for triple in triples for symmetry in range(8)}
    whole = splits.paper_set(moves, "unique-s").take()
    assert set(zip(*(array.tolist() for array in whole.triples), strict=True)) == images
    sides = {(image(triple, 0), side) for *triple, side in zip(*(array.tolist() for array in moves), strict=True)}
    turned = {(image(triple, symmetry), side) for triple, side in sides for symmetry in range(8)}
    assert {(tuple(triple), side) for *triple, side in zip(*(array.tolist() for array in whole), strict=True)} <= turned
    assert whole.size == len(images)
    paper = splits.paper_split(moves, "unique-s", seed=3)
    assert paper.tests["paper"].size == round(0.05 * len(images))
    assert paper.train.size + paper.tests["paper"].size == len(images)
    split = splits.strict_split(archive, seed=1)
    learned = classes(split.train.take())
    assert classes(split.tests["paper"].take()) <= classes(split.train.triples)
    assert split.tests["unique"].size > 0
    assert not classes(split.tests["unique"].take()) & learned
    boards = {triple[:2] for triple in learned}
    assert split.tests["games"].size > 0
    assert not {triple[:2] for triple in classes(split.tests["games"].take())} & boards


def test_sets_of_the_games_that_are_not_held_out(folder):
    archive = expert_moves.read_folder(folder)
    out, rest = splits.held_out_games(archive, seed=1)
    assert out.size + rest.size == archive.moves.size
    wanted = splits.strict_split(archive, seed=1).tests["games"].take()
    for name, size in (("original", rest.size), ("unique", len(set(zip(*map(list, rest.triples), strict=True))))):
        split = splits.games_split(archive, name, seed=1)
        assert split.train.size == size
        assert all((one == other).all() for one, other in zip(split.tests["games"].take(), wanted, strict=True))
    whole = splits.games_split(archive, "unique-s", seed=1).train
    few, more = (classes(splits.some_of(whole, count).take()) for count in (10, 50))
    assert (len(few), len(more)) == (10, 50)
    assert few < more < classes(whole.triples)
    assert splits.some_of(whole, 10**9).size == whole.triples.size


def image(triple, symmetry):
    """Return the image of a triple by its definition, square by square."""
    own, opponent, square = triple
    turned = [0, 0]
    for at in range(64):
        for side, board in enumerate((own, opponent)):
            if board >> at & 1:
                turned[side] |= 1 << image_square(at, symmetry)
    return turned[0], turned[1], image_square(square, symmetry)


@cache
def image_square(square, symmetry):
    grid = np.arange(64).reshape(8, 8)
    grid = grid[::-1] if symmetry & 1 else grid
    grid = grid[:, ::-1] if symmetry & 2 else grid
    grid = grid.T if symmetry & 4 else grid
    return int(np.flatnonzero(grid.ravel() == square)[0])


def classes(moves):
    """Return the least image of each triple."""
    triples = set(zip(*(array.tolist() for array in moves.triples), strict=True))
    return {min(image(triple, symmetry) for symmetry in range(8)) for triple in triples}


def test_the_base_has_the_published_counts():
    if not BASE.is_dir():
        pytest.skip("the WThor base is not there: FOURFOLD_DATA names a folder with othello/wthor")
    archive = expert_moves.read_folder(BASE)
    assert (archive.games, archive.unfinished, archive.faults) == (114_871, 433, [])
    assert archive.moves.size == 6_874_503
    assert splits.paper_set(archive.moves, "unique").size == 4_880_413


@pytest.mark.slow
def test_the_base_has_the_published_number_of_images():
    if not BASE.is_dir():
        pytest.skip("the WThor base is not there: FOURFOLD_DATA names a folder with othello/wthor")
    assert splits.paper_set(expert_moves.read_folder(BASE).moves, "unique-s").size == 39_019_056
