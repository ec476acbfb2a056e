"""Evolution: every breeder to the letter, runs that go on after a kill, and nets that learn."""

import shutil

import numpy as np
import pytest

from fourfold.errors import InputError
from fourfold.evaluators import weights_file
from fourfold.games.interface.find import find_game
from fourfold.learn.evolve import learner as evolve
from fourfold.learn.evolve.blondie24 import SelfAdaptive
from fourfold.learn.evolve.breeder import points, random_meetings
from fourfold.learn.evolve.evolution_strategy import Strategy
from fourfold.learn.evolve.genetic_algorithm import KINDS, Genetic
from fourfold.learn.evolve.genome import FORMS, Layout
from fourfold.learn.evolve.learner import RECIPES, EvolveLearner, read_changes
from fourfold.learn.games_between_nets import OUTCOME, Contest, Contests
from fourfold.storage import run_folder
from fourfold.storage.array_files import MODEL

DRAUGHTS = find_game("draughts")
SMALL = {
    "best": {"breeding": {"directions": 4}, "spacing": 2},
    "paper": {"form": "mover"},
    "blondie24": {"form": "mover"},
    "repaired": {"breeding": {"games": 2}},
    "cma": {"breeding": {"population": 6, "games": 1}, "spacing": 2},
}


@pytest.fixture
def layout():
    return Layout(FORMS["paper"], DRAUGHTS)


def rng(seed=0):
    return np.random.default_rng(seed)


def played(breeder, order):
    """Let the agents win in this order: each beats all behind it."""
    rank = {agent: place for place, agent in enumerate(order)}
    meetings = [(one, other) for one in order for other in order if one < other]
    outcomes = np.array([[1 if rank[one] < rank[other] else -1] for one, other in meetings])
    return breeder.select(meetings, outcomes, rng(3))


def test_both_sides_of_a_game_get_points():
    outcomes = np.array([[1], [0], [-1]])
    assert points(3, [(0, 1), (1, 2), (2, 0)], outcomes, 2.0, 0.0, -1.0).tolist() == [4.0, -1.0, -1.0]


def test_everybody_begins_five_games_against_others():
    meetings = random_meetings(15, 5, rng())
    assert [first for first, _ in meetings] == [agent for agent in range(15) for _ in range(5)]
    assert all(first != second for first, second in meetings)
    assert len({second for _, second in random_meetings(15, 500, rng())}) == 15


def test_the_papers_first_population_is_uniform(layout):
    agents = Genetic(layout, rng()).genomes()
    assert agents.shape == (15, 4101)
    assert -1.0 <= agents.min() < -0.999
    assert 0.999 < agents.max() <= 1.0


def test_the_papers_next_generation(layout):
    breeder = Genetic(layout, rng())
    old, order = breeder.genomes().copy(), list(rng(1).permutation(15))
    champion = played(breeder, order)
    best, new = old[order], breeder.genomes()
    assert np.array_equal(champion.genome, best[0])
    assert (champion.kind, champion.points) == ("first", 28.0)
    assert np.array_equal(new[:5], best[:5])
    kinds = ["elite"] * 5 + ["crossover", "crossover", "mutated", "mutated"] * 2 + ["mutated"] * 2
    assert [KINDS[kind] for kind in breeder.kinds] == kinds
    step = 1.0 / np.sqrt(2.0 * np.sqrt(4101))
    for child, parent in ((7, 0), (8, 1), (11, 1), (12, 2), (13, 3), (14, 4)):
        change = np.abs(new[child] - best[parent])
        assert 0.99 * step < change.max() <= step
    for child, (one, other) in ((5, (0, 1)), (9, (1, 2))):
        swapped = np.flatnonzero((new[child] != best[one]) | (new[child + 1] != best[other]))
        assert np.array_equal(new[child][swapped], best[other][swapped])
        assert np.array_equal(new[child + 1][swapped], best[one][swapped])
        node = next(node for node in range(50) if set(swapped) <= set(layout.hidden_node(node)))
        enters = layout.hidden_node(node)
        assert set(swapped) == set(enters[np.abs(best[one][enters]) > 0.75])
        assert len(swapped) > 0


def test_the_dominant_parent_is_the_one_with_more_points(layout):
    """Of equals it is one by chance."""
    breeder = Genetic(layout, rng())
    breeder.agents[1] = 0.1  # nothing of it is large, so that nothing is exchanged where it dominates
    nothing = 0
    for seed in range(40):
        breeder._breed(breeder.agents[:15], np.zeros(15), rng(seed))
        nothing += np.array_equal(breeder.agents[5], breeder.agents[1]) or np.array_equal(
            breeder.agents[6], breeder.agents[1]
        )
        breeder.agents = Genetic(layout, rng()).agents
        breeder.agents[1] = 0.1
    assert 8 < nothing < 32


def test_weights_are_not_clipped(layout):
    breeder = Genetic(layout, rng())
    for _ in range(30):
        played(breeder, list(range(15)))
    assert np.abs(breeder.genomes()).max() > 1.0


def test_self_adaptive_steps_change_first_then_weights(layout):
    breeder = SelfAdaptive(layout, rng())
    assert breeder.genomes().shape == (30, 4101)
    tau = 1.0 / np.sqrt(2.0 * np.sqrt(4101))
    assert np.log(breeder.steps[15:] / 0.05).std() == pytest.approx(tau, rel=0.02)
    noise = (breeder.agents[15:] - breeder.agents[:15]) / breeder.steps[15:]
    assert noise.mean() == pytest.approx(0.0, abs=0.02)
    assert noise.std() == pytest.approx(1.0, rel=0.02)
    old = breeder.genomes().copy()
    champion = played(breeder, [20, *range(20), *range(21, 30)])
    assert champion.kind == "mutated"
    assert np.array_equal(breeder.agents[:15], old[[20, *range(14)]])


def test_a_strategy_follows_what_wins(layout):
    """If who has the greater first weight wins, that weight grows."""
    breeder = Strategy(layout, rng(), directions=64)
    before = breeder.centre.copy()
    for seed in range(20):
        nets, meetings = breeder.genomes(), breeder.meetings(rng())
        assert np.allclose((nets[0] + nets[1]) / 2, breeder.centre)
        outcomes = np.array([[np.sign(nets[one, 0] - nets[other, 0])] * 2 for one, other in meetings])
        breeder.select(meetings, outcomes, rng(seed))
    moved = (breeder.centre - before) / layout.scales
    assert moved[0] > 4 * np.abs(moved[1:]).max()


def test_the_champion_of_a_strategy_is_a_mean_of_centres(layout):
    """With a memory of 1 all centres count the same."""
    breeder = Strategy(layout, rng(), directions=2, memory=1.0)
    centres = []
    for seed in range(5):
        champion = breeder.select([(0, 1), (2, 3)], rng(seed).integers(-1, 2, (2, 2)), rng(seed))
        centres.append(breeder.centre)
    np.testing.assert_allclose(champion.genome, np.mean(centres, axis=0))


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_killed_run_goes_on_to_the_same_end_on_any_number_of_workers(recipe, tmp_path, monkeypatch):
    settings = {"recipe": recipe, "generations": 4, "player": "alphabeta:depth=1", "seed": 2, **SMALL[recipe]}
    if recipe == "cma":
        pytest.importorskip("cma")
    game = find_game("tic_tac_toe")
    whole = EvolveLearner(**settings, workers=1, out=tmp_path / "whole").fit(game)

    def stop(reached):
        if reached.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        EvolveLearner(**settings, workers=2, out=tmp_path / "killed").fit(game, stop)
    # killed between its champion and the checkpoint: the generation is played again
    shutil.copytree(tmp_path / "killed", tmp_path / "torn")
    again = EvolveLearner(**settings, workers=3, out=tmp_path / "killed").fit(game)
    for name in (run_folder.METRICS, MODEL):
        shutil.copy(tmp_path / "killed" / name, tmp_path / "torn" / name)
    torn = EvolveLearner(**settings, workers=1, out=tmp_path / "torn").fit(game)
    for other in (again, torn):
        for array, same in zip(whole.weights_, other.weights_, strict=True):
            assert np.array_equal(array, same)
        assert [timeless(each) for each in other.metrics_] == [timeless(each) for each in whole.metrics_]
    assert len(list((tmp_path / "whole" / evolve.GENERATIONS).iterdir())) == 5
    kept = weights_file.load(str(evolve.champion_path(tmp_path / "whole", 4))).weights
    assert np.array_equal(kept.first, whole.weights_.first)


def test_generations_can_be_added(tmp_path):
    game, tiny = find_game("tic_tac_toe"), {"player": "alphabeta:depth=1", "breeding": {"directions": 2}}
    EvolveLearner(generations=2, out=tmp_path / "more", **tiny).fit(game)
    more = EvolveLearner(generations=4, out=tmp_path / "more", **tiny).fit(game)
    whole = EvolveLearner(generations=4, **tiny).fit(game)
    assert np.array_equal(more.weights_.first, whole.weights_.first)
    fewer = EvolveLearner(generations=3, out=tmp_path / "more", **tiny).fit(game)
    assert len(fewer.metrics_) == 5


def timeless(generation):
    return generation._replace(seconds=0.0, cpu_seconds=0.0)


def test_the_strategy_learns(tmp_path):
    """Against the net it began with, after eighty generations of tic-tac-toe that look a ply ahead."""
    game = find_game("tic_tac_toe")
    learner = EvolveLearner(generations=80, player="alphabeta:depth=1", opening_plies=2, breeding={"rate": 1.0}).fit(
        game
    )
    untaught = Layout(FORMS["mover"], game)
    opponents = [untaught.express(untaught.small_genome(rng(seed))) for seed in range(60)]
    contests = [Contest(learner.weights_, net, [9, number]) for number, net in enumerate(opponents)]
    outcomes = Contests(game, "alphabeta:depth=1", 2, 9).play(contests)[:, :, OUTCOME]
    assert outcomes.mean() > 0.25


def test_evolution_can_start_from_a_model(tmp_path):
    game = find_game("tic_tac_toe")
    tiny = {"player": "alphabeta:depth=1", "breeding": {"directions": 2, "sigma": 0.001}}
    first = EvolveLearner(generations=1, out=tmp_path / "first", **tiny).fit(game)
    second = EvolveLearner(generations=1, start=str(tmp_path / "first"), seed=5, **tiny).fit(game)
    np.testing.assert_allclose(second.weights_.first, first.weights_.first, atol=0.01)
    with pytest.raises(InputError, match="model for tic_tac_toe, not for draughts"):
        EvolveLearner(generations=1, start=str(tmp_path / "first")).fit(DRAUGHTS)
    with pytest.raises(InputError, match="does not have the form blondie-1999"):
        EvolveLearner(generations=1, start=str(tmp_path / "first"), form="blondie-1999").fit(game)


@pytest.mark.parametrize(
    "damaged", [run_folder.METRICS, "checkpoints/000003.safetensors", "generations/0001.safetensors"]
)
def test_a_damaged_run_goes_on_to_the_same_end(tmp_path, damaged):
    game, tiny = find_game("tic_tac_toe"), {"player": "alphabeta:depth=1", "breeding": {"directions": 2}}
    whole = EvolveLearner(generations=3, spacing=1, **tiny).fit(game)
    EvolveLearner(generations=2, spacing=1, out=tmp_path, **tiny).fit(game)
    (tmp_path / damaged).write_bytes(b"nothing")
    with pytest.warns(run_folder.IntegrityWarning, match=damaged):
        again = EvolveLearner(generations=3, spacing=1, out=tmp_path, **tiny).fit(game)
    assert np.array_equal(again.weights_.first, whole.weights_.first)
    assert [timeless(each) for each in again.metrics_] == [timeless(each) for each in whole.metrics_]
    assert len(run_folder.read_lines(tmp_path / run_folder.METRICS).values) == 4


def test_changes_are_read_as_numbers_of_their_kind():
    changes = read_changes(["opening_plies=2", "population=30", "win=1.5"], "paper")
    assert changes == {"opening_plies": 2, "breeding": {"population": 30, "win": 1.5}}
    for text in ("population", "population=x", "colour=2", "population=1.5"):
        with pytest.raises(InputError, match="is not valid"):
            read_changes([text], "paper")


@pytest.mark.parametrize(
    "settings",
    [
        {"recipe": "soup"},
        {"generations": 0},
        {"form": "round"},
        {"player": "random"},
        {"start": "nowhere/at/all"},
        {"colours": 3},
        {"spacing": 0},
        {"rival_games": 3},
        {"max_plies": 10**20},
        {"player": "mcts:sims=9,cut=99999999999999999999"},
        {"player": "mcts:sims=9,seconds=1"},
        {"breeding": {"sigma": float("nan")}},
        {"breeding": {"momentum": 1.0}},
        {"breeding": {"directions": 0}},
        {"breeding": {"wings": 2}},
        {"recipe": "repaired", "breeding": {"population": 12}},
        {"recipe": "blondie24", "form": "mover", "breeding": {"games": 0}},
    ],
)
def test_bad_settings(settings):
    with pytest.raises(InputError):
        EvolveLearner(**settings).fit(find_game("tic_tac_toe"))


def test_a_game_without_places_has_no_sub_squares():
    with pytest.raises(InputError, match="does not define PLACES"):
        Layout(FORMS["paper"], find_game("tic_tac_toe"))
