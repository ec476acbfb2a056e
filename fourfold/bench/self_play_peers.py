"""Games of a net against itself in other systems, played when asked for; run by the Python of the venv they are in.

    python self_play_peers.py NAME SIMULATIONS [FOLDER]

Every line on standard input asks for at least so many seconds of play; the answer is a line of JSON: positions in which
a search chose a move, evaluations of the net, and seconds of processor time. All play on one core, with random weights,
and their nets have about as many weights as ours has, 100,000. It imports nothing of Fourfold.
"""

import json
import os
import sys
import time
from itertools import pairwise
from types import SimpleNamespace

UNITS = 512, 64
"""Of both hidden layers, where these can be chosen."""
WIDTH, DEPTH = 165, 2
"""Of OpenSpiel's net, whose layers are all equally wide: 104,000 weights."""
BATCH, STEPS = 1024, 4
"""Games that Pgx plays together, as in its own example, and their moves for each answer at least."""


def openspiel(simulations, folder):
    """Return what plays a game by OpenSpiel's AlphaZero: its bots, evaluator, cache and net."""
    import pyspiel
    from open_spiel.python.algorithms.alpha_zero import alpha_zero, evaluator, model_nnx

    game = pyspiel.load_game("connect_four")
    shape, moves = game.observation_tensor_shape(), game.num_distinct_actions()
    net = model_nnx.Model.build_model("mlp", shape, moves, WIDTH, DEPTH, 1e-4, 1e-3, None)
    judge = evaluator.AlphaZeroEvaluator(game, net)
    config = SimpleNamespace(
        uct_c=2.0, max_simulations=simulations, policy_alpha=1.0, policy_epsilon=0.25, verbose=False
    )
    bots = [alpha_zero._init_bot(config, game, judge, False) for _ in range(2)]
    log = SimpleNamespace(opt_print=lambda *_: None, print=lambda *_: None)

    def play():
        before = judge.cache_info().misses
        played = alpha_zero._play_game(log, 1, game, bots, 1.0, 10)
        return len(played.states), judge.cache_info().misses - before

    return play


def pgx(simulations, folder):
    """Return what plays moves of many games by Pgx and mctx, in the Gumbel form: one program of JAX."""
    import jax
    import jax.numpy as jnp
    import mctx
    import pgx as library
    from pgx.experimental import auto_reset

    game = library.make("connect_four")
    start, step = jax.vmap(game.init), jax.vmap(game.step)
    go_on = jax.vmap(auto_reset(game.step, game.init))
    sizes = (int(jnp.prod(jnp.array(game.observation_shape))), *UNITS, game.num_actions + 1)
    keys = jax.random.split(jax.random.PRNGKey(0), len(sizes))
    layers = [
        jax.random.normal(key, shape) / jnp.sqrt(shape[0]) for key, shape in zip(keys, pairwise(sizes), strict=False)
    ]

    def judge(weights, state):
        """Return the logits of legal moves and the values."""
        found = state.observation.reshape(len(state.observation), -1).astype(jnp.float32)
        for layer in weights[:-1]:
            found = jax.nn.relu(found @ layer)
        found = found @ weights[-1]
        return jnp.where(state.legal_action_mask, found[:, :-1], -1e9), jnp.tanh(found[:, -1])

    def follow(weights, key, move, state):
        side, state = state.current_player, step(state, move)
        logits, value = judge(weights, state)
        reward = jnp.take_along_axis(state.rewards, side[:, None], 1)[:, 0]
        over = state.terminated
        said = mctx.RecurrentFnOutput(
            reward=reward,
            discount=jnp.where(over, 0.0, -1.0),
            prior_logits=logits,
            value=jnp.where(over, 0.0, value),
        )
        return said, state

    def move(weights, state, key):
        search_key, start_key = jax.random.split(key)
        logits, value = judge(weights, state)
        found = mctx.gumbel_muzero_policy(
            weights, search_key, mctx.RootFnOutput(prior_logits=logits, value=value, embedding=state), follow,
            simulations, invalid_actions=~state.legal_action_mask,
        )  # fmt: skip
        return go_on(state, found.action, jax.random.split(start_key, BATCH)), found.action_weights

    moves = jax.jit(lambda weights, state, key: jax.lax.scan(
        lambda now, each: move(weights, now, each), state, jax.random.split(key, STEPS)
    ))  # fmt: skip
    memory = SimpleNamespace(state=start(jax.random.split(keys[0], BATCH)), key=keys[1])

    def play():
        memory.key, key = jax.random.split(memory.key)
        memory.state, policies = moves(layers, memory.state, key)
        policies.block_until_ready()
        return BATCH * STEPS, BATCH * STEPS * (simulations + 1)

    return play


def alpha_zero_general(simulations, folder):
    """Return what plays a game by alpha-zero-general, a clone of which is in the folder; its net is one in NumPy."""
    import numpy as np

    np.int = int  # the name that it uses, which NumPy has given up
    sys.path.insert(0, folder)
    from Coach import Coach
    from connect4.Connect4Game import Connect4Game
    from MCTS import MCTS

    class Net:
        asked = 0

        def __init__(self, game):
            rng, moves = np.random.default_rng(0), game.getActionSize()
            sizes = (int(np.prod(game.getBoardSize())) * 3, *UNITS, moves + 1)
            self.layers = [(rng.normal(size=shape) / np.sqrt(shape[0])).astype(np.float32) for shape in pairwise(sizes)]

        def predict(self, board):
            Net.asked += 1
            found = np.concatenate([(board == piece).ravel() for piece in (1, -1, 0)]).astype(np.float32)
            for layer in self.layers[:-1]:
                found = np.maximum(found @ layer, 0.0)
            found = found @ self.layers[-1]
            chances = np.exp(found[:-1] - found[:-1].max())
            return chances / chances.sum(), np.tanh(found[-1])

    game = Connect4Game()
    args = SimpleNamespace(numMCTSSims=simulations, cpuct=1.0, tempThreshold=15)
    coach = Coach(game, Net(game), args)

    def play():
        before, coach.mcts = Net.asked, MCTS(game, coach.nnet, args)
        return len(coach.executeEpisode()) // 2, Net.asked - before  # each position is written with its mirror image

    return play


PEERS = {"openspiel": openspiel, "pgx": pgx, "alpha-zero-general": alpha_zero_general}


def main(name, simulations, folder=""):
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    answers, sys.stdout = sys.stdout, sys.stderr  # what else a peer prints is no answer
    play = PEERS[name](int(simulations), folder)
    play()  # compiles
    for line in sys.stdin:
        begun, positions, evaluations = time.process_time(), 0, 0
        while time.process_time() - begun < float(line):
            played, asked = play()
            positions, evaluations = positions + played, evaluations + asked
        print(json.dumps([positions, evaluations, time.process_time() - begun]), file=answers, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
