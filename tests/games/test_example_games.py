"""The games of examples/: one in which a side moves again, one with a die, and one that cannot be compiled."""

import warnings
from functools import cache

import numpy as np
import pytest
from support.paths import EXAMPLES

from fourfold import rules
from fourfold.binding import bind
from fourfold.binding.hashing import canonical
from fourfold.games.conformance import check
from fourfold.games.interface.find import find_game
from fourfold.players import specs
from fourfold.search import perft

LONGEST = {"dots_and_boxes": 100, "pig": 80, "ghost": 70}
"""Lines of each file: an example is short."""


def example(name):
    file, _, options = name.partition(":")
    return find_game(f"{EXAMPLES / file}.py" + (f":{options}" if options else ""))


@pytest.mark.parametrize("name", LONGEST)
def test_examples_are_short(name):
    assert len((EXAMPLES / f"{name}.py").read_text().splitlines()) <= LONGEST[name]


@pytest.mark.parametrize("name", ["dots_and_boxes", "pig"])
def test_examples_are_compiled(name):
    assert bind.why_plain(example(name).module) == ""


@pytest.mark.parametrize("name", LONGEST)
def test_check_passes(name):
    report = check(example(name), games=6)
    assert report.ok, str(report)


def play(game, players):
    """Return the players' points of one game, 1 for a win; they are asked as the sides say."""
    rng, history, sides = np.random.default_rng(3), [game.init_state()], [1]
    while game.outcome(history[-1]) == rules.ONGOING:
        state, side = history[-1], sides[-1]
        chances = game.chances(state)
        if chances:
            outcomes, probabilities = zip(*chances, strict=True)
            move = int(rng.choice(outcomes, p=np.array(probabilities) / sum(probabilities)))
        else:
            move = players[side].choose(state, history[:-1]).move
        history.append(game.apply(state, move))
        sides = game.sides(history)
    outcome = game.outcome(history[-1]) * sides[-1]
    return {1: (1 + outcome) / 2, -1: (1 - outcome) / 2}


@pytest.mark.parametrize("name", ["dots_and_boxes", "ghost"])
def test_alphabeta_beats_random(name):
    game = example(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", bind.PlainPythonWarning)
        strong, weak = specs.player("alphabeta:nodes=2000", game), specs.player("random", game, seed=1)
    for number in range(4):
        side = 1 if number % 2 == 0 or name == "ghost" else -1
        for player in (strong, weak):
            player.new_game(number)
        assert play(game, {side: strong, -side: weak})[side] == 1


class TestDotsAndBoxes:
    @pytest.mark.parametrize(("size", "games"), [(1, 5), (2, 20), (3, 20), (5, 5)])
    def test_open_spiel_agrees(self, size, games):
        """On the legal moves, on who is to move and on the boxes at the end."""
        pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
        oracle = pyspiel.load_game(f"dots_and_boxes(num_rows={size},num_cols={size},utility_margin=True)")
        game, rng = example(f"dots_and_boxes:size={size}"), np.random.default_rng(size)
        for _ in range(games):
            state, spiel = game.init_state(), oracle.new_initial_state()
            while game.moves(state):
                assert sorted(game.moves(state)) == sorted(spiel.legal_actions())
                assert (state.player == 1) == (spiel.current_player() == 0)
                move = int(rng.choice(game.moves(state)))
                state = game.apply(state, move)
                spiel.apply_action(move)
            assert spiel.is_terminal()
            assert game.points(state) == state.player * spiel.returns()[0]
            assert game.outcome(state) == np.sign(game.points(state))

    def test_a_closed_box_gives_another_turn(self):
        game = example("dots_and_boxes")
        states = game.replay(["b1", "a2", "c2", "b3", "d1"])
        assert [state.player for state in states] == [1, -1, 1, -1, -1, 1]
        assert game.sides(states) == [1, -1, 1, -1, -1, 1]
        assert [game.points(state) for state in states] == [0, 0, 0, 0, 1, -1]
        assert game.board(states[4])[:3] == ["+-+.+.+", "|o| . .", "+-+.+.+"]

    def test_one_line_may_close_two_boxes(self):
        game = example("dots_and_boxes:size=2")
        closed = game.replay(["b1", "d1", "b3", "d3", "a2", "e2", "c2"])[-1]
        assert (game.points(closed), closed.player) == (2, 1)

    def test_the_search_finds_what_brute_force_finds(self):
        game = example("dots_and_boxes:size=2")
        boxes, everything = game.module.BOXES, (1 << game.max_moves) - 1

        @cache
        def margin(lines):
            """Return by how many of the boxes still open the side to move can be ahead at the end."""
            found = []
            for line in range(game.max_moves):
                if not lines >> line & 1:
                    after = lines | 1 << line
                    closed = sum(after & box == box != lines & box for box in boxes)
                    found.append(closed + margin(after) if closed else -margin(after))
            return max(found) if lines != everything else 0

        decision = specs.player(f"alphabeta:depth={game.max_moves}", game).choose(game.init_state())
        assert decision.value == np.sign(margin(0))
        counted = specs.player(f"alphabeta:depth={game.max_moves},aim=points", game).choose(game.init_state())
        assert counted.value == pytest.approx(margin(0) / game.most_points, abs=1e-5)


class TestPig:
    def test_a_turn(self):
        game = example("pig")
        states = game.replay(["roll", "5", "roll", "4", "hold", "roll", "1", "hold", "roll", "6"])
        assert [state.player for state in states] == [1] * 5 + [-1] * 3 + [1] * 3
        assert [game.text(state) for state in states[4:8]] == [
            "0:0, this turn 9", "9:0, this turn 0", "9:0, this turn 0", "9:0, this turn 0",
        ]  # fmt: skip
        assert game.legal_texts(states[0]) == ["roll"]
        assert game.legal_texts(states[2]) == ["hold", "roll"]
        assert game.legal_texts(states[7]) == ["hold"], "a 1 ends the turn"
        assert game.legal_texts(states[1]) == list("123456")
        assert sum(share for _, share in game.chances(states[1])) == pytest.approx(1.0)
        assert game.chances(states[2]) == []

    def test_the_goal_wins_when_it_is_held(self):
        game = example("pig:goal=10")
        states = game.replay(["roll", "6", "roll", "5", "hold"])
        assert [game.outcome(state) for state in states] == [rules.ONGOING] * 5 + [-1]
        assert [game.points(state) for state in states[4:]] == [0, -10]

    def test_open_spiel_agrees(self):
        """On who wins: there a 1 hands over the die without a move, and the goal is reached without holding."""
        pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
        oracle, game = pyspiel.load_game("pig(winscore=20,horizon=100000)"), example("pig:goal=20")
        rng = np.random.default_rng(5)
        for _ in range(50):
            state, spiel = game.init_state(), oracle.new_initial_state()
            while game.moves(state):
                move = int(rng.choice(game.moves(state)))
                text, is_forced = game.move_text(state, move), state.die == 1
                state = game.apply(state, move)
                if is_forced:
                    continue
                spiel.apply_action({"roll": 0, "hold": 1}.get(text, move - 1))
                if spiel.is_terminal():
                    break
            assert spiel.is_terminal()
            winner = state.player if state.own + state.turn >= 20 else -state.player
            assert spiel.returns()[0] == winner

    def test_the_search_finds_what_expectation_says(self):
        """One point short of the goal, whoever is to move wins unless a 1 comes, again and again."""
        game = example("pig:goal=5")
        state_type = game.module.State
        needs_one = state_type(4, 4, 0, 0, 1)
        value = specs.player("alphabeta:depth=2", game).choose(needs_one).value
        assert value == pytest.approx(5 / 6, abs=0.01), "the sixth that is lost is worth nothing yet"


def test_ghost_runs_as_plain_python_and_says_so_in_one_line():
    game = example("ghost")
    bind.why_plain.cache_clear()
    with pytest.warns(bind.PlainPythonWarning) as caught:
        kernels = bind.bind(perft, game=game.module)
    assert [str(warning.message) for warning in caught] == [
        "ghost runs as plain Python, not compiled: field 'letters' of State is not an integer"
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bind.bind(perft, game=game.module)
    words = game.module.WORDS.split()
    shortest = min(map(len, words))
    counts = [kernels.perft(game.init_state(), depth) for depth in range(1, shortest + 1)]
    assert counts == [len({word[:depth] for word in words}) for depth in range(1, shortest + 1)]


def test_ghost_is_solved():
    """The search finds the same winning first letters as a recursion over prefixes."""
    game = example("ghost")

    def wins(letters):
        nexts = {word[: len(letters) + 1] for word in game.module.LIST if word.startswith(letters)}
        return any(after not in game.module.LIST and not wins(after) for after in nexts)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", bind.PlainPythonWarning)
        analysis = specs.player("alphabeta:depth=9", game).analyse(game.init_state())
    good = {game.move_text(game.init_state(), decision.move) for decision in analysis.moves if decision.value == 1}
    assert good == {letter for letter in "abcdefghijkl" if not wins(letter)}
    assert good


def test_keys_of_objects_do_not_depend_on_order():
    words = ["pear", "fig", "plum", "kiwi"]
    assert canonical(set(words)) == canonical(frozenset(reversed(words)))
    assert canonical({"a": [1, 2], "b": 3}) == canonical({"b": 3, "a": [1, 2]})
    assert canonical(({"a"}, 1)) != canonical(({"a"}, 2))
    assert canonical("1") != canonical(1)
