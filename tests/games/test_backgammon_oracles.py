"""Backgammon against OpenSpiel, in whole random games, and against GNU Backgammon, on strange boards too.

Both are compared by the positions after the whole turn: OpenSpiel plays a double as two turns.
"""

import json
from collections.abc import Iterator

import numpy as np
import pytest
from support.backgammon_boards import GAME, random_position, sides
from support.gnubg import needs_gnubg

from fourfold import rules
from fourfold.engines.gnubg.client import GnubgClient
from fourfold.games import backgammon
from fourfold.games.notation import backgammon_plays

AT_ONCE = 100
"""Plays in one answer, whose line has its limits."""
SIZES = [1_000, pytest.param(10_000, marks=pytest.mark.slow)]


def sides_of(spiel):
    """Return the counts of the first and the second player: X moves up the points of OpenSpiel, O down.

    Its tensor has four numbers for each point: whether one, two or three men are there, and how many beyond three.
    """
    seen = np.array(spiel.observation_tensor(0))
    points = seen[:192].reshape(2, 24, 4)
    first, second = (points @ [1, 2, 3, 1] + 3 * (points[..., 3] > 0)).astype(int).tolist()
    bars, off = seen[[192, 195]].astype(int).tolist(), seen[[193, 196]].astype(int).tolist()
    return (off[0], *reversed(first), bars[0]), (off[1], *second, bars[1])


def turns(spiel, player, steps=0) -> Iterator:
    """Yield the number of steps and the state after every whole turn of player."""
    for action in spiel.legal_actions():
        made = steps + sum(step.pos >= 0 for step in spiel.spiel_move_to_checker_moves(player, action))
        child = spiel.child(action)
        if not child.is_terminal() and child.current_player() == player:
            yield from turns(child, player, made)
        else:
            yield made, child


def positions_after(spiel):
    """Return the states after the turns with the most steps, by their boards.

    OpenSpiel decides about the second half of a double after the first, so it knows turns that are too short.
    """
    found = list(turns(spiel, spiel.current_player()))
    most = max(steps for steps, _ in found)
    return {sides_of(child): child for steps, child in found if steps == most}


@pytest.mark.parametrize("positions", SIZES)
def test_open_spiel_agrees(positions):
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is a development dependency")
    rng, seen, points = np.random.default_rng(16), 0, set()
    game = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
    while seen < positions:
        spiel = game.new_initial_state()
        spiel.apply_action(int(rng.choice(spiel.legal_actions())))
        state = GAME.init_state(1 - 2 * spiel.current_player())
        while not spiel.is_terminal():
            seen += 1
            if spiel.is_chance_node():
                spiel.apply_action(int(rng.choice(spiel.legal_actions())))
            low, high = sorted(int(die) for die in spiel.observation_tensor(0)[-2:])
            assert (spiel.current_player(), GAME.outcome(state)) == ((1 - state.player) // 2, rules.ONGOING)
            state = GAME.apply(state, GAME.parse_move(state, f"{high}{low}"))
            ours = {sides(child): child for _, child in GAME.expand(state)}
            theirs = positions_after(spiel)
            assert len(ours) == len(GAME.moves(state))
            assert ours.keys() == theirs.keys(), GAME.text(state)
            chosen = list(ours)[rng.integers(len(ours))]
            state, spiel = ours[chosen], theirs[chosen]
        points.add(GAME.points(state))
        assert (GAME.outcome(state), GAME.points(state)) == (-1, spiel.returns()[0] * state.player)
    assert len(points) > 1


@pytest.fixture(scope="module")
def gnubg():
    client = GnubgClient(GAME, "", 60.0)
    yield client
    client.close()


def positions_by(gnubg, state):
    """Return the words of both sides after every play that GNU Backgammon knows; unchanged if there is none."""
    gnubg.program.send(f"set gnubgid {GAME.text(state)}")
    gnubg.program.send('>plays = [each["move"] for each in gnubg.hint(9999)["hint"]]')
    slices = range(0, int(gnubg._ask("len(plays)")), AT_ONCE)
    found = [text for at in slices for text in json.loads(gnubg._ask(f"plays[{at}:{at + AT_ONCE}]"))]
    steps = [sorted(backgammon_plays.read(text), reverse=True) for text in found]
    return [backgammon._played(state, each) for each in steps] or [(state[:2], state[2:4])]


def random_states(rng):
    """Yield states with a roll: of random games, and in between boards that play hardly ever brings."""
    while True:
        state = GAME.init_state(int(rng.choice([1, -1])))
        while moves := GAME.moves(state):
            if state.dice > 0:
                yield state
                yield random_position(rng)
            state = GAME.apply(state, moves[rng.integers(len(moves))])


@needs_gnubg
@pytest.mark.parametrize("positions", [200, pytest.param(10_000, marks=pytest.mark.slow)])
def test_gnu_backgammon_agrees(gnubg, positions):
    states, passes, plays = random_states(np.random.default_rng(17)), 0, 0
    for _ in range(positions):
        state = next(states)
        ours = [(child[2:4], child[:2]) for _, child in GAME.expand(state)]
        assert sorted(ours) == sorted(positions_by(gnubg, state)), GAME.text(state)
        passes += ours == [(state[:2], state[2:4])]
        plays += len(ours)
    assert passes > positions // 50
    assert plays > 10 * positions


@needs_gnubg
def test_gnu_backgammon_reads_our_ids_and_writes_the_same(gnubg):
    rng = np.random.default_rng(18)
    for _ in range(100):
        state = random_position(rng)
        gnubg.program.send(f"set gnubgid {GAME.text(state)}")
        theirs = json.loads(gnubg._ask("gnubg.gnubgid()"))
        assert theirs.split(":")[0] == GAME.text(state).split(":")[0]
        assert GAME.parse(theirs) == state
