"""Random draws of a query and its keys in NumPy, many at a time, as told by lines on standard input.

What they measure is that of the engine's sampleGradients. <stream> is "own", a stream a draw as the engine has it, or
"one" for all draws, which is what NumPy does fastest.
    sample <stream> <keys> <exponents> <draws>    milliseconds for so many draws
    medians <stream> <keys> <exponents> <draws>   of peak, entropy, ‖J‖ and ‖∂y/∂q‖ for each d and exponent
"""

import json

import numpy as np

from lines import milliseconds, serve

LARGEST_DIM = 1024
DIMS = 2 ** np.arange(11)
# Large enough that NumPy's calls cost little, small enough that the arrays stay in the cache.
BATCH = 25

rng = np.random.RandomState(0)


def entries(stream, keys, first, draws):
    size = (keys + 1, LARGEST_DIM)
    if stream == "one":
        return rng.normal(size=(draws, *size))
    states = (np.random.RandomState([0, keys, t]) for t in range(first, first + draws))
    return np.stack([state.normal(size=size) for state in states])


def batch(x, exponents):
    draws, keys = len(x), x.shape[1] - 1
    query, key = x[:, :1], x[:, 1:]
    starts = np.concatenate([[0], DIMS[:-1]])
    scores = np.cumsum(np.add.reduceat(key * query, starts, axis=2), axis=2)  # [draws, keys, dims]
    gram = np.empty((draws, len(DIMS), keys, keys))  # k·k of all pairs, for each d
    total = np.zeros((draws, keys, keys))
    for i, (start, end) in enumerate(zip(starts, DIMS)):
        part = key[:, :, start:end]
        total = total + part @ part.transpose(0, 2, 1)
        gram[:, i] = total

    divisors = DIMS[:, None] ** exponents  # [dims, exponents]
    scores = scores.transpose(0, 2, 1)[:, :, None, :]
    gap = (scores.max(axis=-1, keepdims=True) - scores) / divisors[:, :, None]
    exponential = np.exp(-gap)
    total = exponential.sum(axis=-1, keepdims=True)
    y = exponential / total  # [draws, dims, exponents, keys]
    square = y * y
    sum2 = square.sum(axis=-1)
    peak = y.max(axis=-1)
    entropy = np.log(total[..., 0]) + (y * gap).sum(axis=-1)
    # ‖diag(y) − yyᵀ‖² = Σy² − 2Σy³ + (Σy²)²
    jacobian = np.sqrt(np.maximum(sum2 - 2 * (square * y).sum(axis=-1) + sum2 * sum2, 0))
    # Row i of J·K is y_i (k_i − Σ y_j k_j); its square needs the products of the keys alone.
    mixed = y @ gram
    own = np.diagonal(gram, axis1=-2, axis2=-1)[:, :, None]
    distance = own - 2 * mixed + (mixed * y).sum(axis=-1, keepdims=True)
    gradient = np.sqrt(np.maximum((square * distance).sum(axis=-1), 0)) / divisors
    return peak, entropy, jacobian, gradient


def draws(stream, keys, exponents, count):
    parts = [
        batch(entries(stream, keys, done, min(BATCH, count - done)), exponents)
        for done in range(0, count, BATCH)
    ]
    return [np.concatenate(each) for each in zip(*parts)]


def arguments(stream, keys, exponents, count):
    return stream, int(keys), np.array(json.loads(exponents)), int(count)


def medians(*words):
    return [np.median(each, axis=0).ravel().tolist() for each in draws(*arguments(*words))]


serve(medians=medians, sample=lambda *words: milliseconds(lambda: draws(*arguments(*words))))
