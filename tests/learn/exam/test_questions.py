"""Questions of an exam: proven rightly, spread over the game, the same after a kill; and what part of it they cover."""

import json
from collections import Counter

import pytest
from support import paths
from support.brute_force import exact_values

from fourfold.binding.bind import plainly
from fourfold.data import collection, proven_positions
from fourfold.data.connect_four import labelled_positions
from fourfold.data.proven_positions import ProvenPosition, position_key
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.learn.exam import mixed_games, questions
from fourfold.learn.exam.questions import Question, collect, coverage, read

TIC_TAC_TOE, CONNECT_FOUR = find_game("tic_tac_toe"), find_game("connect_four")
COUNT, NODES = 20, 300


@pytest.fixture(autouse=True, scope="module")
def weak_and_plain():
    """Let weak players play in plain Python: it takes longer to compile stronger ones."""
    with pytest.MonkeyPatch.context() as patch, plainly():
        patch.setattr(mixed_games, "BUDGETS", ("nodes=5", "nodes=20"))
        questions._examiner.cache_clear()
        yield
    questions._examiner.cache_clear()


def make(path, game=TIC_TAC_TOE, count=COUNT, **settings):
    *_, last = collect(path, game, count, **{"seed": 3, "workers": 1, "nodes": NODES, **settings})
    return last


@pytest.fixture(scope="module")
def made(tmp_path_factory, weak_and_plain):
    path = tmp_path_factory.mktemp("exam") / "questions.jsonl"
    assert make(path) == COUNT
    return path


def test_results_are_those_of_brute_force_and_plies_those_of_the_board(made):
    exact = exact_values(TIC_TAC_TOE)
    found = read(TIC_TAC_TOE, made)
    assert len({question.game for question in found}) == COUNT
    assert len({position_key(TIC_TAC_TOE, question.position.state) for question in found}) == COUNT
    for question in found:
        state, moves, scores = question.position
        assert question.ply == len(question.text.split())
        assert len(set(scores)) > 1
        for move, score in zip(moves, scores, strict=True):
            value, plies = exact(TIC_TAC_TOE.apply(state, move))
            assert score == -value * (proven_positions.LONGEST - plies - 1)


def test_plies_have_about_as_many_questions(made):
    counts = Counter(question.ply for question in read(TIC_TAC_TOE, made))
    assert len(counts) >= 4
    assert max(counts.values()) <= COUNT // 2
    is_at_stake = [questions.is_at_stake(json.loads(line)) for line in made.read_text().splitlines()]
    assert sum(is_at_stake) > COUNT // 2


def test_a_file_that_was_stopped_goes_on_to_the_same_questions(made, tmp_path):
    path = tmp_path / "q"
    steps = collect(path, TIC_TAC_TOE, COUNT, seed=3, workers=1, nodes=NODES)
    while next(steps) < 9:
        pass
    steps.close()
    begun = collection.begun_file(path)
    lines = begun.read_bytes().splitlines(keepends=True)
    begun.write_bytes(b"".join(lines[:-1]) + lines[-1][:-8])  # the note of the last game is torn, its position is not
    make(path)
    assert path.read_bytes() == made.read_bytes()


def test_a_small_game_has_fewer_questions(tmp_path, monkeypatch):
    monkeypatch.setattr(questions, "PATIENCE", 10)
    game = find_game(str(paths.ROOT / "tests/support/countdown.py"))
    assert 0 < make(tmp_path / "q", game) < COUNT
    found = read(game, tmp_path / "q", limit=2)
    assert len(found) == 2
    assert coverage(game, read(game, tmp_path / "q")).startswith("covers the whole game, plies ")


def test_where_nothing_is_proven_one_line_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(questions, "PATIENCE", 3)
    with pytest.raises(InputError, match="3 games of tic_tac_toe have no position that could be proven within 1 nodes"):
        make(tmp_path / "q", nodes=1)
    assert not list(tmp_path.iterdir())  # more nodes can be tried at once


def test_connect_four_is_solved_at_the_plies_that_are_asked(tmp_path, monkeypatch):
    monkeypatch.setattr(questions, "PLIES", [30, 33])
    monkeypatch.setattr(mixed_games, "player_specs", lambda game: ["random", "random"])
    make(tmp_path / "q", CONNECT_FOUR, 4, nodes=None)
    found = read(CONNECT_FOUR, tmp_path / "q")
    assert {question.ply for question in found} == {30, 33}
    assert len(labelled_positions.read(tmp_path / "q")) == 4
    assert all(len(question.text) == question.ply and len(set(question.position.scores)) > 1 for question in found)


@pytest.mark.parametrize(
    ("game", "nodes", "message"),
    [("backgammon", None, "game of chance"), ("connect_four", 9, "needs no --nodes")],
)
def test_what_cannot_be_asked(game, nodes, message, tmp_path):
    with pytest.raises(InputError, match=message):
        make(tmp_path / "q", find_game(game), nodes=nodes)


def test_any_file_of_positions_has_questions(tmp_path):
    lines = {"4 0": {"ply": 7}, "4 8": {"number": 5, "ply": 10**40}}
    rows = [{"game": "tic_tac_toe", "position": text, **more, **flat(text)} for text, more in lines.items()]
    path = tmp_path / "p"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = read(TIC_TAC_TOE, path)
    assert [question.ply for question in found] == [7, 2]
    assert [question.game for question in found] == [0, 5]
    assert coverage(TIC_TAC_TOE, found) == "covers plies 2 to 7"


def flat(text):
    moves = TIC_TAC_TOE.legal_texts(TIC_TAC_TOE.parse(text))
    return {"scores": dict.fromkeys(moves, 0), "plies": dict.fromkeys(moves, 7)}


def at(ply, proven=None, is_whole=False):
    return Question("", ProvenPosition(None, [], None), ply, 0, 100, proven, is_whole)


@pytest.mark.parametrize(
    ("game", "asked", "text"),
    [
        ("connect_four", [at(7), at(30)], "covers plies 7 to 30"),
        ("draughts", [at(None)], "the file does not say at which plies"),
        ("othello", [at(50, 9), at(58, 13), at(55, 12)], "covers endings, plies 50 to 58: in half of the games no more"
                                                        " than the last 12 plies could be proven within 100 nodes"),
        ("hex:size=4", [at(1, 15, True), at(9, 15, True), at(5, 11)], "covers plies 1 to 9; the beginnings of 33%"),
    ],
)  # fmt: skip
def test_what_questions_cover(game, asked, text):
    assert coverage(find_game(game), asked).startswith(text)
