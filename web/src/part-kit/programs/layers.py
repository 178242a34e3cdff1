"""What the layers of the Transformer are made of."""
import math

import numpy as np
from drawn import drawn

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


def sharpness(weights):
    """The mean entropy of all rows, and their mean largest weight."""
    y = np.array(weights)
    entropy = -np.sum(y * np.log(np.maximum(y, 1e-300)), axis=-1)  # 0 ln 0 = 0
    return entropy.mean(), y.max(axis=-1).mean()
