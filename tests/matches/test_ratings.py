import math
import sys

import numpy as np
import pytest

from fourfold.errors import InputError
from fourfold.matches import ratings
from fourfold.records.record import Record


def simulated(elos: dict[str, float], pairs: int, nu: float = 0.5, seed: int = 0) -> list[Record]:
    """Return the games of a tournament in which everybody plays everybody, drawn from Davidson's model."""
    random = np.random.default_rng(seed)
    games = []
    for former, latter in ((a, b) for a in elos for b in elos if a < b):
        for number in range(pairs):
            for first, second in ((former, latter), (latter, former)):
                strength = (elos[first] - elos[second]) / ratings.ELO * (2.0 + nu) / 2.0
                weights = np.array([math.exp(strength / 2.0), nu, math.exp(-strength / 2.0)])
                outcome = 1 - int(random.choice(3, p=weights / weights.sum()))
                games.append(game(first, second, outcome, number))
    return games


def game(first: str, second: str, outcome: int, seed: int = 0) -> Record:
    return Record(
        "connect_four", first, second, "", [], ["4"], outcome, "rules", sorted((seed, -1), reverse=first < second)
    )


def test_known_strengths_are_recovered():
    elos = {"a": -250.0, "b": -50.0, "c": 0.0, "d": 100.0, "e": 200.0}
    inside = total = 0
    for seed in range(12):
        found = ratings.rate(simulated(elos, 20, seed=seed), bootstrap=100)
        inside += sum(rating.low <= elos[rating.name] <= rating.high for rating in found)
        total += len(found)
        assert max(abs(rating.elo - elos[rating.name]) for rating in found) < 100
    assert inside / total >= 0.85


def test_strengths_of_a_large_tournament_are_close():
    elos = {"a": -300.0, "b": 0.0, "c": 300.0}
    for nu in (0.1, 2.0):
        found = {rating.name: rating for rating in ratings.rate(simulated(elos, 2000, nu), bootstrap=5)}
        assert all(abs(found[name].elo - elos[name]) < 25 for name in elos)


def test_games_scores_and_order():
    found = ratings.rate([game("a", "b", 1, 1), game("b", "a", 0, 1), game("a", "b", 1, 2), game("a", "a", 1)])
    assert [(rating.name, rating.games, rating.score) for rating in found] == [("a", 3, 2.5 / 3), ("b", 3, 0.5 / 3)]
    assert found[0].elo == pytest.approx(-found[1].elo)


def test_an_unbeaten_player_is_finite_and_no_point():
    games = [game("a", "b", 1, seed) for seed in range(50)] + [game("b", "a", -1, seed) for seed in range(50)]
    best, worst = ratings.rate(games)
    assert best.name == "a"
    assert 300 < best.elo - worst.elo < 2000
    assert best.low < best.elo - 50
    assert worst.high > worst.elo + 50


@pytest.mark.parametrize("outcome", [0, 1])
def test_results_that_are_all_alike(outcome):
    found = ratings.rate([game("a", "b", outcome), game("b", "c", outcome), game("c", "a", outcome)])
    assert all(abs(rating.elo) < 1e-6 for rating in found)


def test_draws_narrow_the_interval_of_equal_scores():
    decided = [game("a", "b", 1 - 2 * (seed % 2), seed) for seed in range(100)]
    drawn = [game("a", "b", 0 if seed > 9 else 1 - 2 * (seed % 2), seed) for seed in range(100)]
    width = [ratings.rate(games)[0].high - ratings.rate(games)[0].low for games in (decided, drawn)]
    assert width[1] < width[0] / 2


def test_the_same_games_twice_tell_nothing_new():
    games = simulated({"a": 0.0, "b": 50.0}, 50)
    once, twice = ratings.rate(games, bootstrap=500)[0], ratings.rate(games * 2, bootstrap=500)[0]
    assert twice.high - twice.low == pytest.approx(once.high - once.low, rel=0.2)


def test_an_anchor_is_zero():
    found = {rating.name: rating for rating in ratings.rate(simulated({"a": 0.0, "b": 100.0}, 50), anchor="a")}
    assert found["a"][1:4] == (0.0, 0.0, 0.0)
    assert found["b"].elo > 0
    with pytest.raises(InputError, match="anchor 'x'"):
        ratings.rate(simulated({"a": 0.0, "b": 100.0}, 5), anchor="x")


def test_the_same_seed_gives_the_same_ratings():
    games = simulated({"a": 0.0, "b": 50.0, "c": 10.0}, 10)
    assert ratings.rate(games, seed=1) == ratings.rate(games, seed=1)
    assert ratings.rate(games, seed=1) != ratings.rate(games, seed=2)


def test_groups_that_never_met_are_named():
    with pytest.raises(InputError, match=r"\(a; b\) and \(c; d\)"):
        ratings.rate([game("a", "b", 1), game("c", "d", 1)])


def test_what_cannot_be_rated():
    with pytest.raises(InputError, match="no games between different players"):
        ratings.rate([game("a", "a", 1)])
    other = Record("othello", "a", "b", "", [], [], 1, "rules", [0, 1])
    with pytest.raises(InputError, match="connect_four, othello"):
        ratings.rate([game("a", "b", 1), other])


def test_fit_agrees_with_the_closed_form_of_two_players():
    won, drawn, lost = 30.0, 20.0, 10.0
    strengths, nu = ratings.fit(np.array([[0, 1]]), np.array([[won, drawn, lost]]), 1)
    assert strengths[0] == pytest.approx(math.log(won / lost))
    assert nu == pytest.approx(drawn / math.sqrt(won * lost))


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_plot(tmp_path, suffix):
    pytest.importorskip("matplotlib")
    path = tmp_path / f"ratings{suffix}"
    ratings.plot(ratings.rate(simulated({"first player": 0.0, "b": 50.0}, 10)), path)
    assert path.stat().st_size > 2000
    if suffix == ".svg":
        assert "first player" in path.read_text()
    else:
        assert path.read_bytes().startswith(b"\x89PNG")


def test_plot_that_cannot_be_made(tmp_path, monkeypatch):
    found = ratings.rate([game("a", "b", 1)])
    with pytest.raises(InputError, match=r"\.png or \.svg"):
        ratings.plot(found, tmp_path / "ratings.jpeg")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InputError, match="needs matplotlib"):
        ratings.plot(found, tmp_path / "ratings.png")
