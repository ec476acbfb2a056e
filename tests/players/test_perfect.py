"""A perfect player decides ties by lot, errs as often as it is told to, and always knows better."""

import numpy as np
import pytest

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.players.base import Budget, Observable
from fourfold.players.manner import CENTRE, Manner, slip
from fourfold.players.perfect import analysis, in_moves, in_words
from fourfold.players.specs import player
from fourfold.solve import solver as solver_module
from fourfold.solve.book import Book
from fourfold.solve.solver import Bounds, best_move, best_moves

GAME = find_game("connect_four")
STONES = 24
TRUTH = [-2, -1, 0, 1, 0, -1, -2]
"""The scores of the first moves."""


@pytest.fixture(scope="module")
def states():
    """Positions of random games, in which the side to move has a choice."""
    found, rng = [], np.random.default_rng(5)
    while len(found) < 60:
        state = GAME.init_state()
        for _ in range(STONES):
            moves = GAME.moves(state)
            state = GAME.apply(state, int(rng.choice(moves))) if moves else state
        if len(GAME.moves(state)) > 2:
            found.append(state)
    return found


@pytest.fixture(scope="module")
def known(states):
    solver = player("perfect", GAME).solver
    return [solver.scores(state) for state in states]


def choices(spec, states, seed):
    """Return the moves that a player chooses in a game with this seed."""
    chooser = player(spec, GAME)
    chooser.new_game(seed)
    return [chooser.choose(state).move for state in states]


@pytest.mark.parametrize("spec", ["perfect", "perfect:mistakes=0.5"])
def test_a_game_follows_from_its_seed(states, spec):
    assert choices(spec, states, 3) == choices(spec, states, 3)
    assert choices(spec, states, 3) != choices(spec, states, 4)
    assert player(spec, GAME, seed=3).choose(states[0]).move == choices(spec, states[:1], 3)[0]


@pytest.mark.parametrize("spec", ["perfect", "perfect:ties=lots,mistakes=0", "perfect:ties=centre"])
def test_without_mistakes_every_move_is_best(states, known, spec):
    for move, scores in zip(choices(spec, states, 1), known, strict=True):
        assert move in best_moves(scores)


def test_lots_fall_on_every_best_move(states, known):
    place = max(range(len(known)), key=lambda number: len(best_moves(known[number])))
    assert len(best_moves(known[place])) > 1
    drawn = {choices("perfect", [states[place]], seed)[0] for seed in range(40)}
    assert drawn == set(best_moves(known[place]))


def test_ties_may_go_to_the_centre_in_every_game(states, known):
    expected = [best_move(scores) for scores in known]
    assert choices("perfect:ties=centre", states, 1) == choices("perfect:ties=centre", states, 2) == expected


def test_mistakes_are_as_frequent_as_told(known):
    """Of 6,000 choices 0.3 are mistakes, within four standard deviations; where all moves are best there are none."""
    rng, manner = np.random.default_rng(1), Manner(mistakes=0.3)
    fallible = [scores for scores in known if len(best_moves(scores)) < len(scores)]
    assert 40 < len(fallible)
    trials = [scores for scores in fallible for _ in range(6000 // len(fallible))]
    wrong = sum(manner.column(scores, rng) not in best_moves(scores) for scores in trials)
    assert abs(wrong - 0.3 * len(trials)) < 4 * (0.3 * 0.7 * len(trials)) ** 0.5
    assert {Manner(mistakes=1.0).column({2: 0, 3: 0}, rng) for _ in range(40)} == {2, 3}


def test_small_mistakes_are_likelier_than_great_ones():
    rng = np.random.default_rng(2)
    drawn = [slip({0: -1, 1: -2, 6: -18}, rng) for _ in range(3000)]
    assert drawn.count(0) == pytest.approx(2000, abs=110)
    assert 6 not in drawn
    assert slip({6: -18}, rng) == 6


def test_who_always_errs_still_analyses_exactly(states, known):
    poor = player("perfect:mistakes=1", GAME)
    for state, scores in zip(states, known, strict=True):
        analysis = poor.analyse(state)
        assert analysis.moves[0].move == best_move(scores)
        assert {each.move: each.value for each in analysis.moves} == {
            column: np.sign(score) for column, score in scores.items()
        }
        decision = poor.choose(state)
        assert decision.value == np.sign(scores[decision.move])
        assert decision.move not in best_moves(scores) or len(best_moves(scores)) == len(scores)


@pytest.mark.parametrize(("score", "played", "words"), [
    (18, 7, "wins in 1 move"), (-18, 6, "loses in 1 move"), (-9, 16, "loses in 5 moves"), (0, 30, "draws"),
    (1, 0, "wins in 21 moves"), (-1, 1, "loses in 20 moves"),
])  # fmt: skip
def test_a_score_in_words_counts_the_winners_moves(score, played, words):
    assert in_moves(score, played) == words


@pytest.mark.parametrize(("low", "high", "played", "words"), [
    (18, 18, 7, "wins in 1 move"), (0, 0, 30, "draws"),
    (2, 5, 8, "wins in 13 to 16 moves"), (2, 16, 8, "wins in 16 moves or sooner"),
    (-5, -2, 8, "loses in 13 to 16 moves"), (-17, -2, 8, "loses in 16 moves or sooner"),
    (0, 16, 8, "at worst draws"), (0, 5, 8, "at worst draws, at best wins in 13 moves"),
    (-17, 0, 8, "at best draws"), (-5, 0, 8, "at worst loses in 13 moves, at best draws"),
    (-5, 16, 8, "at worst loses in 13 moves"), (-17, 5, 8, "at best wins in 13 moves"),
    (-17, 16, 8, "may win, draw or lose"),
])  # fmt: skip
def test_bounds_in_words(low, high, played, words):
    """The bounds of a move when nothing is known of it are those of `solver.bounds_of_moves`."""
    assert in_words(Bounds(low, high), played) == words
    nothing = solver_module.bounds_of_moves(GAME.parse("44444433"), Book())[0]
    assert nothing == (-17, 16)


def test_the_best_move_is_known_when_no_other_can_be_better():
    known = {0: Bounds(-3, 2), 3: Bounds(-1, 1), 6: Bounds(2, 4)}
    found = analysis(known, 12, 99)
    assert ([each.move for each in found.moves], found.best) == ([6, 3, 0], 6)
    assert [each.value for each in found.moves] == [1.0, 0.0, 0.0]
    assert [each.proven for each in found.moves] == [None, None, None]
    assert analysis(known | {0: Bounds(-3, 3)}, 12, 99).best is None


def test_when_time_is_up_bounds_are_the_answer(monkeypatch, states, known):
    monkeypatch.setattr(solver_module, "shipped_book", Book)
    hasty = player("perfect:seconds=0.05", GAME)
    assert isinstance(hasty, Observable)
    assert hasty.so_far() is None
    found = hasty.analyse(GAME.init_state())
    assert found.is_open
    assert found.known.keys() == set(range(7))
    assert all(each.low <= score <= each.high for each, score in zip(found.known.values(), TRUTH, strict=True))
    assert hasty.choose(GAME.init_state()).proven is None
    assert hasty.so_far().is_open
    hasty.new_game(1)
    assert hasty.so_far() is None, "what was found before is not shown"
    hasty.stop()
    hasty.limit(Budget(seconds=60))
    late = {move: each.low for move, each in hasty.analyse(states[0]).known.items()}
    assert late == known[0], "a stop that came too late ends nothing"


def test_a_stopped_player_answers(monkeypatch):
    monkeypatch.setattr(solver_module, "shipped_book", Book)
    stopped = player("perfect", GAME)
    search = stopped.solver.search
    monkeypatch.setattr(stopped.solver, "search", lambda *arguments: stopped.stop() or search(*arguments))
    assert stopped.choose(GAME.init_state()).move == 3
    assert stopped.analyse(GAME.init_state()).is_open


@pytest.mark.parametrize("seconds", ["0", "-1", "long", "nan"])
def test_bad_seconds(seconds):
    with pytest.raises(InputError):
        player(f"perfect:seconds={seconds}", GAME)


@pytest.mark.parametrize("text", ["2", "-0.1", "nan", "many", "inf", ""])
def test_mistakes_are_a_probability(text):
    with pytest.raises(InputError, match="not a probability, a number from 0 to 1"):
        player(f"perfect:mistakes={text}", GAME)


def test_ties_are_decided_in_two_ways():
    assert player(f"perfect:ties={CENTRE}", GAME).manner.ties == CENTRE
    with pytest.raises(InputError, match="choose from lots, centre"):
        player("perfect:ties=left", GAME)
    with pytest.raises(InputError, match="options of perfect: ties=, mistakes="):
        player("perfect:level=3", GAME)
