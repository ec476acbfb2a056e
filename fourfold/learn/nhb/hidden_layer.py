"""The hidden layer of a net: logistic units with random input weights, and how many of them an example set needs.

After Ghignone and Cancelliere, "Neural Learning of Heuristic Functions for General Game Playing", sections 3 and 4.2.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from ...errors import InputError

PIECE = 1024
"""Rows computed together, so that X is never copied as a whole into double precision; all at once would not be quicker
(100,000 rows, 42 inputs, 100 units: 0.058 s in pieces, 0.077 s at once)."""
EPSILON = np.finfo(np.float64).eps


class HiddenLayer(NamedTuple):
    """The inputs of the hidden units: variables times weights, plus biases."""

    weights: np.ndarray
    """[inputs, units]"""
    biases: np.ndarray
    """[units]"""


class Trial(NamedTuple):
    """A size that was tried, and the validation error of the best layer of that size."""

    size: int
    error: float


class Choice(NamedTuple):
    """The layer with the lowest validation error, and all sizes that were tried, in that order."""

    layer: HiddenLayer
    error: float
    curve: list[Trial]


def random_layer(inputs: int, units: int, interval: float, rng: np.random.Generator) -> HiddenLayer:
    """Return a layer with weights and biases uniform in [-interval, interval]."""
    if inputs < 1 or units < 1:
        raise InputError(f"a hidden layer needs at least 1 input and 1 unit, not {inputs} and {units}")
    if not 0.0 < interval < math.inf:
        raise InputError(f"interval={interval} must be a positive number")
    return HiddenLayer(rng.uniform(-interval, interval, (inputs, units)), rng.uniform(-interval, interval, units))


def hidden_outputs(layer: HiddenLayer, X: np.ndarray) -> np.ndarray:
    """Return the matrix H of the NHB paper: the logistic units' outputs for every row of X, [rows, units]."""
    outputs = np.empty((len(X), len(layer.biases)))
    for start in range(0, len(X), PIECE):
        piece = outputs[start : start + PIECE]
        np.matmul(np.asarray(X[start : start + PIECE], np.float64), layer.weights, out=piece)
        piece += layer.biases
        _apply_logistic(piece)
    return outputs


def _apply_logistic(sums: np.ndarray) -> None:
    """Replace sums by 1 / (1 + exp(-sums)), written so that nothing overflows."""
    sums *= 0.5
    np.tanh(sums, out=sums)
    sums *= 0.5
    sums += 0.5


def output_weights(gram: np.ndarray, moments: np.ndarray) -> np.ndarray:
    """Return the W with gram W = moments, H'H and H'T of all examples: |HW - T| is least, and then |W|."""
    try:
        definite = _is_definite(gram)
        found = np.linalg.solve(gram, moments) if definite else np.linalg.lstsq(gram, moments, rcond=None)[0]
    except np.linalg.LinAlgError:
        found = np.full_like(moments, np.nan)
    if not np.isfinite(found).all():
        raise InputError("the examples give no finite output weights: their numbers are too large or too small")
    return found


def _is_definite(gram: np.ndarray) -> bool:
    """Return whether gram is not singular to rounding."""
    try:
        diagonal = np.linalg.cholesky(gram).diagonal()
    except np.linalg.LinAlgError:
        return False
    return bool(diagonal.min() ** 2 > len(gram) * EPSILON * diagonal.max() ** 2)


def inverse(gram: np.ndarray) -> np.ndarray:
    """Return the inverse of gram, exactly symmetric; its pseudo-inverse if gram is singular to rounding."""
    values, vectors = np.linalg.eigh(gram)
    kept = values > len(gram) * EPSILON * values[-1]
    root = vectors[:, kept] / np.sqrt(values[kept])
    return root @ root.T


def choose_hidden_layer(
    X: np.ndarray,
    y: np.ndarray,
    *,
    interval: float,
    ridge: float,
    rng: np.random.Generator,
    folds: int = 10,
    initialisations: int = 3,
    patience: int = 10,
    first: int = 1,
    step: int = 1,
    most: int = 300,
    progress: Callable[[Trial], None] | None = None,
) -> Choice:
    """Return the best random layer by cross-validation, to be used unchanged as the net's input weights.

    Layers of first, first + step, ... units are tried, several initialisations of each size, until the lowest error has
    not improved for patience sizes, or size most is reached. Rows are assigned to folds at random.
    """
    X, y = _checked_examples(X, y, folds)
    _check_settings(ridge, initialisations=initialisations, patience=patience, first=first, step=step)
    if most < first:
        raise InputError(f"most={most} must be at least first={first}")
    order = rng.permutation(len(X))
    X, y = X[order], y[order]
    layers, curve = [], []
    for size in range(first, most + 1, step):
        candidates = [random_layer(X.shape[1], size, interval, rng) for _ in range(initialisations)]
        with threadpool_limits(1):  # many small solves: threads of the solver's own took twenty times as long
            errors = [validation_error(layer, X, y, ridge, folds) for layer in candidates]
        layers.append(candidates[int(np.argmin(errors))])
        curve.append(Trial(size, min(errors)))
        best = int(np.argmin([trial.error for trial in curve]))
        if progress is not None:
            progress(curve[-1])
        if len(curve) - 1 - best == patience:
            break
    return Choice(layers[best], curve[best].error, curve)


def validation_error(layer: HiddenLayer, X: np.ndarray, y: np.ndarray, ridge: float, folds: int) -> float:
    """Return the mean over folds, which are ranges of rows, of the squared error of the weights fitted to the other
    rows.

    The sums of the other rows are those of all rows minus the fold's own, so nothing is fitted from scratch.
    """
    parts = list(zip(np.array_split(hidden_outputs(layer, X), folds), np.array_split(y, folds), strict=True))
    grams = np.array([H.T @ H for H, _ in parts])
    moments = np.array([H.T @ T for H, T in parts])
    rest_grams = grams.sum(axis=0) + ridge * np.eye(grams.shape[1]) - grams
    rest_moments = moments.sum(axis=0) - moments
    rests = zip(parts, rest_grams, rest_moments, strict=True)
    return float(np.mean([np.mean((T - H @ output_weights(*rest)) ** 2) for (H, T), *rest in rests]))


def _checked_examples(X: np.ndarray, y: np.ndarray, folds: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the examples as arrays that can be split into folds; raise InputError if they cannot."""
    X, y = np.asarray(X), np.asarray(y, np.float64)
    if X.ndim != 2 or y.shape != X.shape[:1]:
        raise InputError(f"X must be a table and y a value for each of its rows, not of shapes {X.shape} and {y.shape}")
    if not 2 <= folds <= len(X):
        raise InputError(f"folds={folds} must be at least 2 and at most the number of examples, {len(X)}")
    if X.dtype.kind not in "biuf" or not (np.isfinite(X).all() and np.isfinite(y).all()):
        raise InputError("X and y must be numbers, with no NaN and no infinite values")
    return X, y


def _check_settings(ridge: float, **at_least_one: int) -> None:
    if not 0.0 <= ridge < math.inf:
        raise InputError(f"ridge={ridge} must be 0 or a positive number")
    for name, value in at_least_one.items():
        if value < 1:
            raise InputError(f"{name}={value} must be at least 1")
