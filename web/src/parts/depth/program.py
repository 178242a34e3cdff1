"""Encoders as they are initialised, without a division of the scores and with one by d_k**exponent: their layers one by one."""
import numpy as np
from layers import activation, active, attention, below, deviation, drawn, heads, layers, norm, normalised, parts, positions, sharpness
from numpy.random import RandomState
from sentence import X, exponent

# ---- parameters ----
encoders = 40
drawseed = 0
# ---- end of the parameters ----

n, d = X.shape
d_k = d // heads
words = X + positions(n, d)


def normalised_back(rows, g):
    y = normalised(rows)
    return (g - g.mean(axis=1, keepdims=True) - y * (g * y).mean(axis=1, keepdims=True)) / deviation(rows)


def attention_back(x, W, by, g):
    """The gradients of x and of W^Q."""
    Q, K, V, _, weights, _ = attention(x, x, *W[:3], by)
    dZ = g @ W[3].T
    dQ, dK, dV = np.empty_like(Q), np.empty_like(K), np.empty_like(V)
    for y, own in zip(weights, parts(d)):
        dy = dZ[:, own] @ V[:, own].T
        dS = y * (dy - (y * dy).sum(axis=1, keepdims=True)) / by
        dQ[:, own], dK[:, own], dV[:, own] = dS @ K[:, own], dS.T @ Q[:, own], y.T @ dZ[:, own]
    return dQ @ W[0].T + dK @ W[1].T + dV @ W[2].T, x.T @ dQ


def active_slope(z):
    if activation == "relu":
        return (z > 0) * 1.0
    return below(z) + z * np.exp(-z * z / 2) / np.sqrt(2 * np.pi)


def encoder(t, by):
    """Deviation of the logits, entropy, largest weight and gradient of W^Q, of each layer of encoder t."""
    state = RandomState([drawseed, t])
    kept, told, rows = [], np.empty((layers, 4)), words
    for i in range(layers):
        W = [drawn(state, k < 3, d, d) for k in range(4)]
        W += [drawn(state, False, d, 4 * d), drawn(state, False, 4 * d, d)]
        for sublayer in 0, 1:
            read = normalised(rows) if norm == "pre" else rows
            if sublayer == 0:
                *_, scores, weights, Z = attention(read, read, *W[:3], by)
                told[i, :3] = np.std(scores) / by, *sharpness(weights)
                added = Z @ W[3]
            else:
                added = active(read @ W[4]) @ W[5]
            kept.append((rows, read, rows + added, W))
            rows = rows + added if norm == "pre" else normalised(rows + added)
    g = state.normal(size=(n, d))
    for k, (rows, read, total, W) in reversed(list(enumerate(kept))):
        g = g if norm == "pre" else normalised_back(total, g)
        if k % 2 == 0:
            dread, dWQ = attention_back(read, W, by, g)
            told[k // 2, 3] = np.linalg.norm(dWQ)
        else:
            dread = (g @ W[5].T * active_slope(read @ W[4])) @ W[4].T
        g = g + (normalised_back(rows, dread) if norm == "pre" else dread)
    return told


for name, by in ("unscaled", 1), ("scaled", d_k**exponent):
    told = np.array([encoder(t, by) for t in range(encoders)])
    for k, what in enumerate(["deviation", "entropy", "largest weight", "gradient"]):
        low, median, high = np.quantile(told[:, :, k], [0.1, 0.5, 0.9], axis=0)
        print(f"{name} {what}: median, lower and upper decile of each layer", np.transpose([median, low, high]), sep="\n")
