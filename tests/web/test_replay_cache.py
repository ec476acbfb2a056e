import pytest

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.web.replay_cache import Replays


@pytest.fixture
def counted(monkeypatch):
    """Connect Four, and a list of the moves that were played in it."""
    game, played = find_game("connect_four"), []
    apply = type(game).apply
    monkeypatch.setattr(type(game), "apply", lambda self, state, move: played.append(move) or apply(self, state, move))
    return game, played


def test_a_game_that_goes_on_is_not_replayed(counted):
    game, played = counted
    replays = Replays()
    first = replays.session(game, "", list("4435"))
    played.clear()
    longer = replays.session(game, "", list("443522"))
    assert played == [1, 1]
    assert longer.texts == list("443522")
    assert first.texts == list("4435"), "what is remembered must not change"
    assert longer.states == Replays().session(game, "", list("443522")).states
    assert replays.session(game, "", list("4435")) is first


def test_other_games_and_starts_are_kept_apart(counted):
    game, _ = counted
    replays = Replays()
    replays.session(game, "", ["1", "2"])
    assert replays.session(game, "44", ["1", "2"]).state != replays.session(game, "", ["1", "2"]).state
    nine = find_game("tic_tac_toe")
    assert replays.session(nine, "", ["1", "2"]).game is nine


def test_a_bad_move_is_named_by_its_number(counted):
    game, _ = counted
    replays = Replays()
    replays.session(game, "", list("44"))
    with pytest.raises(InputError, match="move 3: '9' is not a column"):
        replays.session(game, "", list("449"))
    with pytest.raises(InputError, match="move 8: the game is over before '1'"):
        replays.session(game, "", list("12121211"))


def test_few_are_remembered(counted):
    game, _ = counted
    replays = Replays(most=3)
    for column in "1234567":
        replays.session(game, "", [column])
    assert [line[2] for line in replays.known] == [("5",), ("6",), ("7",)]
