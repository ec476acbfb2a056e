"""Action values: a network learns from games against itself what a move is worth to the side that makes it.

It is Monte Carlo control: in every round the network plays games, mostly the move that it values most, and then its
outputs for the moves played are fitted to the results. The tanh of an output is the value of that move, from -1 to 1,
so the network plays like any other: the highest output of a legal move.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...binding.bind import field_types
from ...binding.square_symmetry import SYMMETRIES
from ...binding.state_columns import columns_of
from ...data.othello.expert_moves import ExpertMoves
from ...data.othello.splits import MoveSet
from ...evaluators import weights_file
from ...evaluators.torch_othello import predictor
from ...evaluators.torch_othello.encodings import OUTPUT, encode
from ...evaluators.torch_othello.predictor import Member, Predictor, as_input
from ...evaluators.torch_othello.torch_import import import_torch, reckoning
from ...games.interface.find import find_game
from ...games.othello import PASS
from ...players.network_policy import rank_moves
from ...storage.array_files import MODEL
from ..torch_training import one_cycle
from .schedule import Settings as Training
from .schedule import make_optimizer

ROUNDS = "rounds"
"""How many rounds a network of action values has learned, in the notes of its model."""


@dataclass(frozen=True)
class Settings:
    rounds: int
    games: int
    """In each round."""
    exploration: float = 0.1
    """The share of random moves."""


class OwnMoves(NamedTuple):
    """Moves of a network's own games."""

    moves: ExpertMoves
    results: np.ndarray
    """1, 0 or -1 for the side that moved."""


def learn(
    start: Member, settings: Settings, training: Training, seed: int, folder: Path, report: Callable[[float], None]
) -> tuple[int, float]:
    """Write a model of action values that begin with the layers of a network; return its moves learned, and seconds.

    The first games are played by that network, and only then its last layer begins anew. The model is written after
    every round, each of which depends on nothing but the seed and the network before it: so it can be interrupted.
    """
    path = folder / MODEL
    member: Member = start
    notes: dict[str, Any] = {ROUNDS: 0, "moves": 0, "seconds": 0.0}
    if path.exists():
        model = weights_file.load(str(folder))
        (member,), notes = predictor.members_of(model, str(folder)), model.notes
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(notes[ROUNDS], settings.rounds):
        begun = time.perf_counter()
        rng = np.random.default_rng([seed, number])
        played = play_games(Predictor([member]), settings, rng)
        if number == 0:
            forget_outputs(member.net)
        fit(member, played, training, rng)
        seconds = notes["seconds"] + time.perf_counter() - begun
        notes = {ROUNDS: number + 1, "moves": notes["moves"] + played.moves.size, "seconds": seconds}
        predictor.save(path, [member], notes)
        report((number + 1) / settings.rounds)
    return notes["moves"], notes["seconds"]


def play_games(player: Predictor, settings: Settings, rng: np.random.Generator) -> OwnMoves:
    """Return the moves of games of a network against itself, some of which are random."""
    game = find_game("othello")
    states, types = [game.init_state()] * settings.games, field_types(game.module.State)
    found, going = list[tuple[int, int, int, int, int]](), list(range(settings.games))
    while going:
        ranking = rank_moves(player, columns_of([states[number] for number in going], types))
        for place, number in enumerate(going):
            moves, shares = ranking.of(place)
            is_random = rng.random() < settings.exploration
            move, state = moves[rng.integers(len(moves)) if is_random else int(shares.argmax())], states[number]
            if move != PASS:
                found.append((state.own, state.opponent, move, state.player, number))
            states[number] = game.apply(state, move)
        going = [number for number in going if game.moves(states[number])]
    own, opponent, square, side, game_of = zip(*found, strict=True)
    blacks = np.array([state.player * game.outcome(state) for state in states])
    moves_made = ExpertMoves(
        np.array(own, np.uint64), np.array(opponent, np.uint64), np.array(square, np.uint8), np.array(side, np.int8)
    )
    return OwnMoves(moves_made, (blacks[np.array(game_of)] * moves_made.side).astype(np.float32))


def forget_outputs(net: Any) -> None:
    """Set the last layer to 0, so that every move is worth a draw: what predicts moves is no scale of values."""
    torch = import_torch()
    for each in getattr(net, "nets", [net]):
        *_, last = (layer for layer in each.modules() if isinstance(layer, torch.nn.Linear))
        torch.nn.init.zeros_(last.weight)
        torch.nn.init.zeros_(last.bias)


def fit(member: Member, played: OwnMoves, training: Training, rng: np.random.Generator) -> None:
    """Fit the outputs of the moves played to their results, once, each in a random orientation."""
    torch = import_torch()
    count, optimizer = played.moves.size, make_optimizer(member.net, training)
    codes = (SYMMETRIES * np.arange(count) + rng.integers(SYMMETRIES, size=count)).astype(np.uint32)
    images, order = MoveSet(played.moves, codes), rng.permutation(count)
    member.net.train()
    batches = -(-count // training.batch)
    for number, places in enumerate(np.array_split(order, batches)):
        moves = images.take(places)
        with reckoning(training.precision):
            outputs = member.net(as_input(encode(moves.states, member.plan.encoding)))
        squares = torch.from_numpy(OUTPUT[moves.square])[:, None]
        values = torch.tanh(outputs.float().gather(1, squares)[:, 0])
        error = torch.nn.functional.mse_loss(values, torch.from_numpy(played.results[places]))
        for group in optimizer.param_groups:
            group["lr"] = training.rate * one_cycle(number / batches)
        optimizer.zero_grad(set_to_none=True)
        error.backward()
        optimizer.step()
