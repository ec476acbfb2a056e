"""The one place where games end; play_game is looked at in test_match.py."""

import pytest

from fourfold.games.interface.find import find_game
from fourfold.matches.referee import Ending, Referee
from fourfold.matches.session import Session

DRAUGHTS, CONNECT_FOUR = find_game("draughts"), find_game("connect_four")
START = DRAUGHTS.parse("B:WK32:BK1")
ROUND = ["1-6", "32-27", "6-1", "27-32"]


def play(refereed, texts):
    for text in texts:
        refereed.move(refereed.game.parse_move(refereed.state, text))


def test_a_game_ends_by_the_rules_and_not_by_the_cap():
    referee = Referee(CONNECT_FOUR, [CONNECT_FOUR.init_state()], 7)
    play(referee, list("414243"))
    assert referee.ending() is None
    play(referee, "4")
    assert referee.ending() == Ending(-1, "rules")


def test_a_game_ends_at_the_cap():
    referee = Referee(CONNECT_FOUR, CONNECT_FOUR.replay(list("12")), 2)
    play(referee, "1")
    assert referee.ending() is None
    play(referee, "1")
    assert referee.ending() == Ending(0, "move cap")


def test_a_session_ends_where_a_match_does():
    referee, session = Referee(DRAUGHTS, [START]), Session(DRAUGHTS, START, "", None)
    for text in ROUND * 2:
        assert referee.ending() is None
        assert (session.outcome(), session.is_repetition()) == (None, False)
        play(referee, [text])
        play(session, [text])
    assert referee.ending() == Ending(0, "repetition")
    assert (session.outcome(), session.is_repetition()) == (0, True)


def test_what_is_taken_back_has_never_stood():
    referee = Referee(DRAUGHTS, [START])
    play(referee, ROUND * 2)
    referee.take_back(4)
    assert referee.ending() is None
    assert (len(referee.states), referee.texts) == (5, ROUND)
    play(referee, ROUND)
    assert referee.ending() == Ending(0, "repetition")


@pytest.mark.parametrize("game", [DRAUGHTS, CONNECT_FOUR])
def test_a_copy_goes_its_own_way(game):
    session = Session(game, game.init_state(), "", None)
    other = session.copy()
    other.move(game.moves(other.state)[0])
    assert (len(session.texts), len(session.states)) == (0, 1)
    assert (len(other.texts), len(other.states)) == (1, 2)
    assert len(other.referee.positions) == (2 if game.repetition else 0)
