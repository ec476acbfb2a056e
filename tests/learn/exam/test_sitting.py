"""A player sits an exam: whoever plays perfectly makes no mistakes, and lots fall anew in every question."""

from fourfold.binding.bind import plainly
from fourfold.games.interface.find import find_game
from fourfold.learn import proven_positions
from fourfold.learn.exam.marks import report
from fourfold.learn.exam.questions import read
from fourfold.learn.exam.sitting import sit

GAME = find_game("tic_tac_toe")


def asked(path):
    with plainly():
        for _ in proven_positions.collect(path, GAME, 20, seed=2, nodes=300, workers=1):
            pass
    return read(GAME, path)


def test_a_perfect_player_makes_no_mistakes_and_random_moves_do(tmp_path):
    questions = asked(tmp_path / "p")
    with plainly():
        best = [answer.move for answer in sit("alphabeta:depth=7", GAME, questions, workers=1)]
    assert report(questions, best).whole.kept.share == 1.0
    answers = list(sit("random", GAME, questions, workers=1))
    assert all(answer.seconds > 0 for answer in answers)
    found = report(questions, [answer.move for answer in answers]).whole
    assert found.kept.low < found.chance < found.kept.high
    assert [each.move for each in sit("random", GAME, questions, workers=1)] == [each.move for each in answers]
    assert [each.move for each in sit("random", GAME, questions, seed=1, workers=1)] != [each.move for each in answers]
