import pytest
from support.paths import DATA

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.matches.openings import Opening, from_text, openings, stream
from fourfold.rules import ONGOING

GAMES = ("tic_tac_toe", "connect_four", "othello", "draughts")


@pytest.mark.parametrize("spec", [None, "none"])
def test_none_is_the_initial_state(spec):
    game = find_game("othello")
    assert openings(game, spec, 3) == [Opening(game.init_state(), [])] * 3
    assert openings(game, spec, 1)[0].text(game) == ""


@pytest.mark.parametrize("name", GAMES)
def test_random_openings_are_unfinished_games_of_that_length(name):
    game = find_game(name)
    for opening in openings(game, "random:5", 40, seed=1):
        assert len(opening.move_texts) == 5
        assert opening.states(game) == game.replay(opening.move_texts)
        assert opening.state == opening.states(game)[-1]
        assert game.outcome(opening.state) == ONGOING
        assert not opening.is_first_to_move(game)


def test_random_openings_are_distinct_until_there_are_no_others():
    game = find_game("tic_tac_toe")
    assert len({opening.state for opening in openings(game, "random:2", 60)}) == 60
    assert len(openings(game, "random:1", 30)) == 30
    assert {opening.move_texts[0] for opening in openings(game, "random:1", 30)} == set("012345678")


def test_more_openings_begin_with_the_same_ones_and_seeds_differ():
    game = find_game("connect_four")
    assert openings(game, "random:4", 50, seed=3)[:20] == openings(game, "random:4", 20, seed=3)
    assert openings(game, "random:4", 20, seed=3) != openings(game, "random:4", 20, seed=4)


def test_the_first_random_move_is_uniform():
    game = find_game("connect_four")
    firsts = [opening.move_texts[0] for opening in openings(game, "random:6", 1400)]
    assert all(150 < firsts.count(column) < 250 for column in "1234567")


@pytest.mark.parametrize(
    "spec", ["random", "random:", "random:x", "random:-1", "random:99999", "random:9", "no/such/file"]
)
def test_what_is_no_opening(spec):
    with pytest.raises(InputError):
        openings(find_game("tic_tac_toe"), spec, 1)


@pytest.mark.parametrize("name", GAMES)
def test_an_opening_survives_as_text(name):
    game = find_game(name)
    for opening in openings(game, "random:3", 10):
        text = opening.text(game)
        assert text
        assert from_text(game, text, opening.move_texts) == opening
        if name != "tic_tac_toe":
            assert from_text(game, text, []).state == opening.state


def test_a_file_of_positions_is_shuffled_and_cycled(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text("# columns\n4\n\n44\n  443  \n1234\n")
    game = find_game("connect_four")
    found = openings(game, str(path), 10, seed=5)
    states = {game.parse(text) for text in ("4", "44", "443", "1234")}
    assert {opening.state for opening in found[:4]} == states
    assert [opening.state for opening in found[4:8]] == [opening.state for opening in found[:4]]
    assert openings(game, str(path), 3, seed=5) == found[:3]
    orders = {tuple(opening.state for opening in openings(game, str(path), 4, seed=seed)) for seed in range(20)}
    assert len(orders) > 5
    assert all(opening.is_first_to_move(game) == (opening.state.player == 1) for opening in found)


def test_a_file_for_a_game_without_notation_holds_moves(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text("0, 4\n")
    (opening,) = openings(find_game("tic_tac_toe"), str(path), 1)
    assert opening.move_texts == ["0", "4"]
    assert opening.text(find_game("tic_tac_toe")) == "0 4"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4\n\n48\n", "line 3"),
        ("4\n# x\n4142434\n", "line 3: the game is over"),
        ("# nothing\n", "has no positions"),
        (b"\xff\xfe", "cannot be read as text"),
    ],
)
def test_a_bad_file_is_explained(tmp_path, text, message):
    path = tmp_path / "openings.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError, match=message):
        openings(find_game("connect_four"), str(path), 1)


@pytest.mark.parametrize(
    "line", ["11-15 22-18 15x22", "1. 11-15 22-18 2. 15x22", "1.11x15 22-18 2.15-22", "11-15, 22-18, 15:22"]
)
def test_a_line_of_moves_where_positions_have_a_notation_too(tmp_path, line):
    path = tmp_path / "ballots.txt"
    path.write_text(f"# three moves\n{line}\nB:W18:BK10\n", encoding="utf-8-sig")
    game = find_game("draughts")
    found = {tuple(opening.move_texts): opening for opening in openings(game, str(path), 2)}
    assert set(found) == {("11-15", "22-18", "15x22"), ()}
    ballot = found["11-15", "22-18", "15x22"]
    assert ballot.states(game) == game.replay(ballot.move_texts)
    assert not ballot.is_first_to_move(game)
    assert from_text(game, ballot.text(game), ballot.move_texts) == ballot


def test_a_transcript_stays_a_position(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text("f5d6\n")
    game = find_game("othello")
    (opening,) = openings(game, str(path), 1)
    assert opening == Opening(game.parse("f5d6"), [])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("11-15 11-15\n", "line 1: move 2: 11-15 is not a legal move"),
        ("B:W99:B1\n", "'99' in the FEN is not a square"),
        ("hello\n", "is not a FEN"),
    ],
)
def test_a_bad_ballot_is_explained(tmp_path, text, message):
    path = tmp_path / "ballots.txt"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        openings(find_game("draughts"), str(path), 1)


def test_a_pdn_file_of_positions_and_ballots(tmp_path):
    path = tmp_path / "openings.pdn"
    path.write_text('[FEN "B:W18:BK10"] *\n[Event "no FEN"] 1. 9x14 22-18 *\n[FEN "W:W18:BK10"] 1. 18-15 *\n')
    game = find_game("draughts")
    found = openings(game, str(path), 3)
    ballot = game.text(game.replay(["9-14", "22-18"])[-1])
    assert {game.text(opening.state): opening.move_texts for opening in found} == {
        "B:W18:BK10": [],
        "W:W18:BK10": [],
        ballot: ["9-14", "22-18"],
    }
    assert [opening.is_first_to_move(game) for opening in found] == [opening.state.player == 1 for opening in found]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[FEN "B:W18:BK10"] *\n[FEN "B:W99"] *\n', "game 2"),
        ("1. 11-15 *\n1. 11-16 11-15 *\n", "game 2: move 2"),
        ("1. 11-15 *\n*\n", "game 2: no FEN, and 0 moves"),
        (f"1. 11-15 *\n{'11-15 ' * 13} *\n", "game 2: no FEN, and 13 moves"),
    ],
)
def test_a_bad_pdn_file_is_explained(tmp_path, text, message):
    path = tmp_path / "openings.pdn"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        openings(find_game("draughts"), str(path), 1)


@pytest.mark.parametrize(
    ("name", "file", "count"), [("othello", "openings.txt", 1000), ("draughts", "11_man_english.pdn", 2400)]
)
def test_published_openings(name, file, count):
    path = DATA / name / file
    if not path.is_file():
        pytest.skip(f"{file} is not there; FOURFOLD_DATA names the folder of data")
    found = openings(find_game(name), str(path), count)
    assert len({opening.state for opening in found}) == count


def test_a_stream_has_no_end():
    game = find_game("connect_four")
    for number, opening in zip(range(20), stream(game, "random:1"), strict=False):
        assert len(opening.move_texts) == 1, number
