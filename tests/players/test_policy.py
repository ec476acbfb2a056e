"""Policies as players have them: each with memory of its own, and networks as their files are now."""

import os
from types import SimpleNamespace

import numpy as np
import pytest

from fourfold.errors import InputError
from fourfold.evaluators import weights_file
from fourfold.games.interface.find import find_game
from fourfold.players import network_policy, policy, specs


def test_policies_share_weights_and_not_what_they_write_into():
    game = find_game("othello")
    one, other = (policy.load("wthor", game).ranker for _ in range(2))
    assert np.shares_memory(one.weights.embeddings, other.weights.embeddings)
    assert not np.shares_memory(one.scores, other.scores)
    assert not np.shares_memory(one.values.line, other.values.line)


def test_a_network_is_loaded_again_when_its_file_has_changed(tmp_path, monkeypatch):
    file, game = tmp_path / "model.safetensors", find_game("othello")
    file.touch()
    monkeypatch.setattr(weights_file, "evaluator_of", lambda path: weights_file.NETWORK)
    monkeypatch.setattr(network_policy, "NetworkPolicy", lambda name, game: SimpleNamespace(name=name))
    first = policy.load(str(tmp_path), game)
    assert policy.load(str(tmp_path), game) is first
    os.utime(file, (1, 1))
    assert policy.load(str(tmp_path), game) is not first


def test_the_included_net_of_draughts_plays_and_is_for_draughts_only():
    game = find_game("draughts")
    player = specs.player("policy:model=experts", game)
    analysis = player.analyse(game.init_state())
    assert {each.move for each in analysis.moves} == set(game.moves(game.init_state()))
    assert sum(each.value for each in analysis.moves) == pytest.approx(1.0)
    with pytest.raises(InputError, match="experts is a policy for draughts, not for othello"):
        policy.load("experts", find_game("othello"))
