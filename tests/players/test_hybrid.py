"""Two players in one: whose turn it is depends on the number of the move."""

import pytest
from support.paths import DICE_RACE

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.games.othello import PASS
from fourfold.matches.openings import Opening, openings
from fourfold.matches.referee import play_game
from fourfold.players import specs
from fourfold.players.hybrid import HybridPlayer
from fourfold.players.random import RandomPlayer
from fourfold.spec import quote

OTHELLO, DRAUGHTS = find_game("othello"), find_game("draughts")


class Noting:
    """Plays at random and remembers where it was asked."""

    def __init__(self, game, seed=0):
        self.player, self.seeds, self.asked = RandomPlayer(game, seed), [], []

    def new_game(self, seed):
        self.player.new_game(seed)
        self.seeds.append(seed)

    def choose(self, state, history=()):
        self.asked.append((state, len(history)))
        return self.player.choose(state, history)


def make_hybrid(game, stage):
    return HybridPlayer(game, stage, Noting(game), Noting(game))


def discs(state):
    return int(state.own).bit_count() + int(state.opponent).bit_count()


@pytest.mark.parametrize("is_set_up", [False, True])
def test_stages_of_othello_are_told_by_the_discs(is_set_up):
    """So that neither passes nor openings that were set up shift them."""
    hybrid = make_hybrid(OTHELLO, range(46, 61))
    passes = 0
    for number, opening in enumerate(openings(OTHELLO, "random:6", 20)):
        start = Opening(opening.state, []) if is_set_up else opening
        record = play_game(OTHELLO, hybrid, RandomPlayer(OTHELLO, 1), start, (number, 7))
        passes += record.moves.count("pass")
    assert passes > 0
    assert min(discs(state) - 3 for state, _ in hybrid.inside.asked) in (46, 47)
    assert max(discs(state) - 3 for state, _ in hybrid.outside.asked) in (44, 45)
    assert hybrid.inside.seeds == hybrid.outside.seeds == list(range(20))


def test_a_pass_belongs_to_the_move_after_it():
    hybrid = make_hybrid(OTHELLO, range(0))
    before = OTHELLO.parse("xooo.o" + "." * 58 + " o")
    for stage in (range(2, 3), range(3, 4)):
        hybrid.stage = stage
        assert hybrid.choose(before).move == PASS
        hybrid.choose(OTHELLO.apply(before, PASS))
    assert len(hybrid.inside.asked) == len(hybrid.outside.asked) == 2


def test_other_games_count_the_moves_that_are_known():
    hybrid = make_hybrid(DRAUGHTS, range(5, 11))
    play_game(DRAUGHTS, hybrid, RandomPlayer(DRAUGHTS, 1), openings(DRAUGHTS, "random:2", 1)[0])
    assert [plies + 1 for _, plies in hybrid.inside.asked] == [5, 7, 9]
    assert [plies + 1 for _, plies in hybrid.outside.asked][:2] == [3, 11]


def test_a_spec_in_which_players_stand_in_quotes():
    spec = "hybrid:moves=3-4,inside='alphabeta:depth=2,eval=positional',outside=\"greedy:eval=positional\""
    hybrid = specs.player(spec, "othello")
    assert (hybrid.name, hybrid.stage) == (spec, range(3, 5))
    for line, depth in (("", 1), ("f5", 1), ("f5d6", 2), ("f5d6c3", 2), ("f5d6c3d3", 1)):
        assert hybrid.choose(OTHELLO.parse(line)).depth == depth


def test_any_spec_can_be_quoted_once():
    inner = "engine:cmd='a, b',protocol=gtp"
    assert specs.parse_spec(f"hybrid:inside={quote(inner)},moves=1-2")[1]["inside"] == inner
    assert quote("random") == "'random'"
    with pytest.raises(InputError, match="both kinds of quotes"):
        quote("""engine:cmd='a "b"'""")


def test_what_falls_by_chance_is_no_move():
    game = find_game(DICE_RACE)
    hybrid = make_hybrid(game, range(1, 4))
    record = play_game(game, hybrid, hybrid, Opening(game.init_state(), []))
    states = game.replay(record.moves)
    chosen = [ply for ply, state in enumerate(states[:-1]) if not game.chances(state)]
    assert [ply for _, ply in hybrid.inside.asked] == chosen[:3]
    assert [ply for _, ply in hybrid.outside.asked] == chosen[3:]
