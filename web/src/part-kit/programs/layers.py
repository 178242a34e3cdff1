"""What the layers of the Transformer are made of."""
import math

import numpy as np
from drawn import drawn
from sentence import softmax

# ---- parameters ----
layers = 6
heads = 8
norm = "post"
activation = "relu"
# ---- end of the parameters ----


def positions(rows, d):
    """Vectors of positions, which are added to those of words."""
    columns = np.arange(d)
    angles = np.arange(rows)[:, None] / 10000 ** (columns // 2 * 2 / d)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))


def deviation(rows):
    return np.sqrt(rows.var(axis=1, keepdims=True) + 1e-5)


def normalised(rows):
    return (rows - rows.mean(axis=1, keepdims=True)) / deviation(rows)


def below(z):
    """The distribution function of the normal law."""
    return np.vectorize(math.erfc)(-z / np.sqrt(2)) / 2


def active(z):
    return np.maximum(z, 0) if activation == "relu" else z * below(z)


def parts(d):
    """The columns of each head."""
    return [slice(i * d // heads, (i + 1) * d // heads) for i in range(heads)]


def attention(queries, keys, wq, wk, wv, by, masked=False):
    """Queries, keys and values, the scores and weights of each head, and what all heads return."""
    Q, K, V = queries @ wq, keys @ wk, keys @ wv
    heads = parts(Q.shape[1])
    scores = [Q[:, own] @ K[:, own].T for own in heads]
    hidden = np.triu(np.full(scores[0].shape, masked), 1)
    weights = [softmax(np.where(hidden, -np.inf, s / by)) for s in scores]
    return Q, K, V, scores, weights, np.hstack([y @ V[:, own] for y, own in zip(weights, heads)])


def sharpness(weights):
    """The mean entropy of all rows, and their mean largest weight."""
    y = np.array(weights)
    entropy = -np.sum(y * np.log(np.maximum(y, 1e-300)), axis=-1)  # 0 ln 0 = 0
    return entropy.mean(), y.max(axis=-1).mean()
