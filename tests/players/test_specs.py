"""The table of players loads what it names, and nothing else."""

import subprocess
import sys

import pytest

from fourfold.players import specs
from fourfold.players.base import Player

OTHERS = ("engines", "solve", "records.wthor", "data", "players.mcts", "players.policy", "players.hybrid", "torch")


def loaded(code):
    """Return the modules of a fresh process that runs code."""
    code += "\nimport sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split("\n")[-2].split()


def test_alphabeta_against_random_loads_nothing_of_others():
    code = "import fourfold; fourfold.match('alphabeta:depth=1', 'random', 'tic_tac_toe', games=2, workers=1)"
    modules = loaded(code)
    assert {"fourfold.players.alphabeta", "fourfold.players.random", "fourfold.matches.match"} <= set(modules)
    names = [*(f"fourfold.{name}" for name in OTHERS), "torch"]
    assert not [each for each in modules if any(each == name or each.startswith(f"{name}.") for name in names)]


def test_an_engine_loads_its_own_protocol_alone():
    modules = loaded("from fourfold.engines.player import find_client; find_client('gtp')")
    assert "fourfold.engines.gtp.client" in modules
    assert not [each for each in modules if "hub" in each or "nboard" in each]


@pytest.mark.parametrize("kind", specs.KINDS)
def test_every_kind_has_a_maker_and_says_what_its_options_mean(kind):
    assert callable(specs.find_maker(kind))
    assert all(specs.KINDS[kind].options.values())


@pytest.mark.parametrize("spec", ["random", "alphabeta:depth=1", "greedy", "mcts:sims=9", "perfect",
                                  "policy:model=sorter", "hybrid:moves=1-2,inside=random,outside=random"])  # fmt: skip
def test_every_kind_is_made_by_name(spec):
    player: Player = specs.player(spec, "connect_four")
    assert player.name == spec
    assert player.choose(player.game.init_state()).move in range(7)
