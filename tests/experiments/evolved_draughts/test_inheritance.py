"""The influence of inheritance methods: what is left out, and what is made of the results."""

import numpy as np
import pytest

from fourfold.experiments.evolved_draughts.inheritance import OPPONENTS, SCALES, WAYS, parts
from fourfold.experiments.framework import plots
from fourfold.experiments.framework.cells import GamesResult
from fourfold.experiments.framework.reproduce import find_study, reproduce
from fourfold.games.interface.find import find_game
from fourfold.learn.evolve.genetic_algorithm import KINDS, Genetic
from fourfold.learn.evolve.genome import FORMS, Layout

NAME = "evolved-draughts-inheritance"


@pytest.mark.parametrize("way", WAYS)
def test_what_is_left_out_makes_copies(way):
    rng = np.random.default_rng(1)
    breeder = Genetic(Layout(FORMS["paper"], find_game("draughts")), rng, **WAYS[way])
    before = breeder.genomes().copy()
    meetings = breeder.meetings(rng)
    breeder.select(meetings, rng.choice([-1, 1], (len(meetings), 1)), rng)
    changed = [np.abs(before - child).max(axis=1).min() > 1e-6 for child in breeder.genomes()]
    kinds = [KINDS[kind] for kind in breeder.kinds]
    for kind, is_changed in (
        ("elite", False),
        ("crossover", "threshold" not in WAYS[way]),
        ("mutated", "strength" not in WAYS[way]),
    ):
        assert {new for new, own in zip(changed, kinds, strict=True) if own == kind} == {is_changed}


@pytest.mark.parametrize("scale", SCALES)
def test_champions_with_both_evolve_before_they_are_met(scale):
    study = find_study(NAME, scale, 3)
    cells = study.cells()
    each = len(WAYS) * len(OPPONENTS) - 1  # the champion with both does not meet itself
    assert len(set(cells)) == len(cells) == study.scale.seeds * len(study.scale.generations) * each
    evolved = set()
    for cell in cells:
        recipe, way, opponent = parts(cell.series)
        evolved.add((cell.seed, recipe, way))
        assert opponent != "both" or (cell.seed, recipe, "both") in evolved


def test_tables_findings_and_plot(tmp_path):
    """Not measured: every seed has a win more than the one before."""
    study = find_study(NAME, "small", 0)
    results = [
        GamesResult(*cell, wins=60 + cell.seed, draws=0, losses=40 - cell.seed, seconds=1.0) for cell in study.cells()
    ]
    rows = study.rows(results)
    for _, columns, table in study.tables(rows):
        assert all(len(row) == len(columns) for row in table)
        assert table[0][-1] == ""
        assert table[1][-1].startswith("61.0 ± 1.0 %")
    assert study.findings(rows)[0].startswith("`paper` against untrained nets: both 61.0 ± 1.0 %, mutation")
    assert b"<svg" in plots.render(lambda figure: study.draw(rows, figure, tmp_path))


@pytest.mark.slow
def test_tiny(tmp_path):
    """In one go, and with a kill while the champion without crossover evolves."""
    whole = reproduce(NAME, "tiny", tmp_path / "whole", workers=1)

    def kill(done, wanted, text):
        if text == "paper, mutation: generation 1 of 2":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reproduce(NAME, "tiny", tmp_path / "killed", workers=1, progress=kill)
    again = reproduce(NAME, "tiny", tmp_path / "killed", workers=1)
    assert [row.score_by_seed for row in again.rows] == [row.score_by_seed for row in whole.rows]
    assert all(row.games == 8 for row in whole.rows)
