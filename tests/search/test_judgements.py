"""What a net said is remembered, for the state it said it about."""

import numpy as np
from support.search_positions import random_states

from fourfold.binding.bind import bind
from fourfold.evaluators import policy_value_net
from fourfold.games.interface.find import find_game
from fourfold.search import judgements


def test_a_state_is_judged_once_and_always_alike():
    game = find_game("tic_tac_toe")
    net = policy_value_net.first_weights(9, np.array([-1.0, 0.0, 1.0], np.float32), 8, 8, 0)
    ranker, known = policy_value_net.make_ranker(net), judgements.make_judgements(9, 0)
    assert known.keys.size == 16
    kernels = bind(judgements, game=game.module, evaluator=policy_value_net, jit=False)
    moves, found = np.zeros(9, np.int64), {}
    for state in [*random_states("tic_tac_toe", 40, plies=(0, 4))] * 3:  # more than there are slots
        n, logits = kernels.expand(state, moves), np.zeros(9, np.float32)
        value = kernels.judge_once(ranker, state, moves, n, logits, known)
        assert found.setdefault(state, (value, logits.tolist())) == (value, logits.tolist())
    net.outputs[:] = 0.0  # another net, which nobody asks about a state that is known
    state = game.init_state()
    kernels.judge_once(ranker, state, moves, 9, np.zeros(9, np.float32), known)
    net.bias[:] = 1.0
    before = kernels.judge_once(ranker, state, moves, 9, np.zeros(9, np.float32), known)
    kernels.forget(known)
    assert kernels.judge_once(ranker, state, moves, 9, np.zeros(9, np.float32), known) != before
