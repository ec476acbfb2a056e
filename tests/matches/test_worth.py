"""What a player is worth in thinking time: ladders whose truth is known, and one of real matches."""

import json
import math

import numpy as np
import pytest

from fourfold.cli.worth import cost, summary
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.matches.statistics import wilson
from fourfold.matches.worth import (
    Budget,
    Rung,
    Worth,
    budget_of,
    climb,
    crossing,
    mean_plies,
    opponent_with,
    read_budget,
)

GAME = find_game("tic_tac_toe")


def ladder(worth, slope, games=100, seed=None, most=64):
    """Return the rungs of a player that is worth 2**worth times; without a seed all scores are as expected."""
    rng = None if seed is None else np.random.default_rng(seed)

    def play(times):
        share = 1 / (1 + math.exp(-slope * (worth - math.log2(times))))
        score = share if rng is None else rng.binomial(games, share) / games
        return Rung(times, "", score, *wilson(score, games))

    return climb(play, most)


@pytest.mark.parametrize(
    ("worth", "times"),
    [
        (0.1, [0.5, 1, 2]),
        (3.6, [1, 2, 4, 8, 16, 32]),
        (-2.5, [0.0625, 0.125, 0.25, 0.5, 1]),
        (9, [1, 2, 4, 8, 16, 32, 64]),
        (-9, [1 / 64, 1 / 32, 1 / 16, 1 / 8, 0.25, 0.5, 1]),
    ],
)
def test_the_ladder_passes_one_half_or_ends(worth, times):
    assert [rung.times for rung in ladder(worth, 0.6)] == times


def test_a_short_ladder():
    assert [rung.times for rung in ladder(9, 0.6, most=5)] == [1, 2, 4]
    assert [rung.times for rung in ladder(0.1, 0.01, most=2)] == [0.5, 1, 2]
    assert [rung.times for rung in ladder(0.1, 0.6, most=1)] == [1]


@pytest.mark.parametrize("slope", [0.3, 1.2])
@pytest.mark.parametrize("worth", [-2.5, 0.0, 3.6])
def test_one_half_is_where_it_is(worth, slope):
    value, low, high = crossing(ladder(worth, slope, games=2000), 64)
    assert math.log2(value) == pytest.approx(worth, abs=0.1)
    assert low < 2**worth < high
    wide = crossing(ladder(worth, slope, games=100), 64)
    assert math.log(wide[2] / wide[1]) > 2 * math.log(high / low)


def test_intervals_hold_the_truth():
    """Of 95 % intervals some nineteen of twenty do: rarely fewer than sixteen."""
    found = [crossing(ladder(3.6, 0.5, seed=seed), 64) for seed in range(20)]
    assert sum(low <= 2**3.6 <= high for _, low, high in found) >= 16


def test_an_open_end():
    _, low, high = crossing(ladder(9, 0.6), 64)
    assert low > 64
    assert high == math.inf
    _, low, high = crossing(ladder(-9, 0.6), 64)
    assert low == 0.0
    assert high < 1 / 64


def test_budgets():
    assert budget_of("alphazero:seconds=0.05,model=runs/zero") == Budget("seconds", 0.05)
    assert budget_of("mcts:sims=200") == Budget("sims", 200)
    assert (Budget("seconds", 0.05).text(4), Budget("nodes", 3).text(0.125)) == ("seconds=0.2", "nodes=1")
    with pytest.raises(InputError, match="no budget to compare"):
        budget_of("policy:model=runs/zero")
    for text in ("seconds", "seconds=0", "seconds=x", "plies=3", "nodes=nan"):
        with pytest.raises(InputError, match="is not a budget"):
            read_budget(text)


@pytest.mark.parametrize(
    ("opponent", "budget", "spec"),
    [
        (None, "sims=9", "mcts:sims=9"),
        (None, "seconds=0.1", "mcts:seconds=0.1"),
        ("alphabeta", "sims=9", "alphabeta:nodes=9"),
        ("alphabeta:eval=zero", "nodes=9", "alphabeta:eval=zero,nodes=9"),
        ("mcts:rave=300", "nodes=9", "mcts:rave=300,sims=9"),
    ],
)
def test_the_opponent_gets_the_budget_in_its_own_unit(opponent, budget, spec):
    assert opponent_with(GAME, opponent, budget) == spec


def test_an_opponent_has_no_budget_of_its_own():
    with pytest.raises(InputError, match="leave that out"):
        opponent_with(GAME, "mcts:sims=9", "sims=9")


def test_what_it_costs_is_told_before():
    assert 5 <= mean_plies(GAME) <= 9
    told = cost(GAME, Budget("seconds", 0.1), 100, 8, 1)
    assert "7 matches of 100 games, with up to 8 times the thinking time; about" in told
    assert "s for the first and" in told


def test_what_is_said_of_it():
    worth = Worth("mcts:sims=20", "alphabeta:nodes=20", Budget("nodes", 20), 12.3, 8.0, 20.0, ladder(3.6, 0.6))
    assert summary(worth) == (
        "worth 12 times (8 to 20) the nodes of alphabeta: about one half against alphabeta with nodes=240"
    )
    assert "worth at least 8 times" in summary(worth._replace(high=math.inf))
    assert "worth less than 20 times" in summary(worth._replace(low=0.0))


def test_a_player_is_worth_about_itself_and_its_ladder_goes_on_after_a_stop(run, tmp_path):
    words = (
        "worth", "tic_tac_toe", "--player", "mcts:sims=8", "--games", "40", "--most", "4", "--workers", "1",
        "--out", str(tmp_path / "run"), "--json",
    )  # fmt: skip
    code, out, err = run(*words)
    assert code == 0, err
    assert "at most 5 matches of 40 games, with up to 4 times the simulations" in err
    found = json.loads(out)
    assert found["low"] <= 1 <= (found["high"] or math.inf)
    scores = [rung["score"] for rung in found["rungs"]]
    assert scores[0] > scores[-1], "more simulations are harder to beat"
    games = tmp_path / "run" / "times-1" / "games.jsonl"
    whole = games.read_bytes()
    games.write_bytes(b"".join(whole.splitlines(keepends=True)[:6]))
    code, again, err = run("runs", "resume", str(tmp_path / "run"), "--json")
    assert code == 0, err
    assert json.loads(again) == found
    assert games.read_bytes() == whole


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--player", "random"), "no budget to compare"),
        (("--player", "mcts:sims=9", "--budget", "plies=3"), "is not a budget"),
        (("--player", "mcts:sims=9", "--against", "mcts:sims=9"), "leave that out"),
        (("--player", "magic:sims=9"), "no player named 'magic'"),
    ],
)
def test_bad_input(run, arguments, message):
    code, _, err = run("worth", "tic_tac_toe", *arguments)
    assert (code, message in err) == (2, True)
    assert len(err.strip().splitlines()) == 1
