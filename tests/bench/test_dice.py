import pytest
from support.paths import DICE_RACE

from fourfold.bench import dice
from fourfold.matches.dice import INDEPENDENT
from fourfold.matches.match import match


def test_a_pair_with_the_same_dice_varies_less():
    (row,) = dice.rows(DICE_RACE, 400)
    assert row.name == "random, random"
    assert row.ratio == row.peer / row.ours > 1.5


def test_the_games_of_a_pair_with_other_dice_are_independent():
    paired, alone = dice.variances(match("random", "random", DICE_RACE, 400, None, dice=INDEPENDENT).records)
    assert paired == pytest.approx(alone, rel=0.25)
