"""Fits a net to examples with Adam, on the squared error of its output."""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from ...evaluators import mlp, slfn

DECAYS, SMALL = (0.9, 0.999), np.float32(1e-8)
BATCH = 2048
LAST_PART = 3.0
"""The learning rate falls to 0 over the last 1/LAST_PART of the steps."""


def fit(
    weights: Any,
    X: np.ndarray,
    y: np.ndarray,
    *,
    epochs: int,
    rate: float,
    rng: np.random.Generator,
    symmetries: Sequence[Sequence[int]] = (),
    fixed: Collection[str] = (),
    batch: int = BATCH,
) -> Any:
    """Return the weights of either kind of net fitted to the values y of the rows of X; fixed ones do not change.

    Every batch is transformed by one of the symmetries, permutations of the columns of X. Sums use one thread, so that
    the result does not depend on the number of threads.
    """
    parameters = {name: array.copy() for name, array in weights._asdict().items()}
    means, squares = ({name: np.zeros_like(array) for name, array in parameters.items()} for _ in range(2))
    batch = min(batch, len(y))
    steps = epochs * (len(y) // batch)
    views = np.array(symmetries) if len(symmetries) > 1 else None
    with threadpool_limits(1):
        for step in range(steps):
            place = step % (len(y) // batch) * batch
            if place == 0:
                order = rng.permutation(len(y))
            rows = order[place : place + batch]
            inputs = X[rows] if views is None else X[rows][:, views[rng.integers(len(views))]]
            found = gradient(type(weights)(**parameters), np.asarray(inputs, np.float32), y[rows])
            size = np.float32(rate * min(1.0, LAST_PART * (1.0 - step / steps)))
            for name in found.keys() - set(fixed):
                _take_step(parameters[name], found[name], means[name], squares[name], size, step + 1)
    return type(weights)(**parameters)


def _take_step(
    array: np.ndarray, part: np.ndarray, mean: np.ndarray, square: np.ndarray, size: np.float32, step: int
) -> None:
    mean += np.float32(1.0 - DECAYS[0]) * (part - mean)
    square += np.float32(1.0 - DECAYS[1]) * (part * part - square)
    true_mean, true_square = mean / np.float32(1.0 - DECAYS[0] ** step), square / np.float32(1.0 - DECAYS[1] ** step)
    array -= size * true_mean / (np.sqrt(true_square) + SMALL)


def gradient(weights: Any, X: np.ndarray, y: np.ndarray) -> dict[str, np.ndarray]:
    """Return the gradient of the mean squared error of a net on X."""
    return _mlp_gradient(weights, X, y) if isinstance(weights, mlp.Weights) else _slfn_gradient(weights, X, y)


def predict(weights: Any, X: np.ndarray) -> np.ndarray:
    """Return the output of a net for every row: as `evaluate`, but only from the view of the side to move."""
    X = np.asarray(X, np.float32)
    return (
        _mlp_layers(weights, X)[-1] if isinstance(weights, mlp.Weights) else slfn.squash(_slfn_layers(weights, X)[-1])
    )


def _mlp_layers(weights: mlp.Weights, X: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    one = np.tanh((X @ weights.first + weights.first_biases) / 2)
    two = np.tanh((one @ weights.second + weights.second_biases) / 2)
    return one, two, np.tanh((two @ weights.outputs + weights.bias + weights.link * X.sum(axis=1)) / 2)


def _mlp_gradient(weights: mlp.Weights, X: np.ndarray, y: np.ndarray) -> dict[str, np.ndarray]:
    one, two, out = _mlp_layers(weights, X)
    back = (out - y) * (1 - out * out) / len(y)  # twice the error, half the slope of a unit
    back_two = np.outer(back, weights.outputs) * (1 - two * two) / 2
    back_one = back_two @ weights.second.T * (1 - one * one) / 2
    return {
        "first": X.T @ back_one,
        "first_biases": back_one.sum(axis=0),
        "second": one.T @ back_two,
        "second_biases": back_two.sum(axis=0),
        "outputs": two.T @ back,
        "bias": back.sum(keepdims=True),
        "link": (back @ X.sum(axis=1))[None],
    }


def _slfn_layers(weights: slfn.Weights, X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    hidden = (1 + np.tanh((X @ weights.inputs + weights.biases) / 2)) / 2
    return hidden, hidden @ weights.outputs


def _slfn_gradient(weights: slfn.Weights, X: np.ndarray, y: np.ndarray) -> dict[str, np.ndarray]:
    hidden, out = _slfn_layers(weights, X)
    back = 2 * (slfn.squash(out) - y) / (1 + np.abs(out)) ** 2 / len(y)
    back_hidden = np.outer(back, weights.outputs) * hidden * (1 - hidden)
    return {"inputs": X.T @ back_hidden, "biases": back_hidden.sum(axis=0), "outputs": hidden.T @ back}
