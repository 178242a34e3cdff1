"""The first head of a sentence under each rule for its scores, and random queries and keys under them."""
import numpy as np
from numpy.random import RandomState
from sentence import K, Q, words

# ---- parameters ----
ruleheads = 1
wsize = 1
gain = 1
cap = 50
neutral = 16
rulekeys = 64
ruledraws = 32
drawseed = 0
against = "size"  # or "keys", "dim"
reached = "largest"  # or "entropy", "slope"
# ---- end of the parameters ----

RULES = ("none", "head", "model", "d", "initialisation", "qk-norm", "soft-cap", "log-n", "off-by-one")
VALUES = {
    "size": [1, 1.5, 2, 3, 4, 6, 8, 10, 15, 20, 30],
    "keys": [3, 8, 16, 64, 256, 1024, 4096, 16384, 32768],
    "dim": [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
}
h = max(heads for heads in range(1, ruleheads + 1) if Q.shape[1] % heads == 0)
d = Q.shape[1] // h


def logits(rule, scores, cosines, d):
    """The logits of each row, and their slopes by x, the score after the division or g times the cosine."""
    root = np.sqrt(d)
    by = {"none": 1, "model": root * np.sqrt(h), "d": d}.get(rule, root)
    x = gain * root * cosines if rule == "qk-norm" else scores / by
    slope = np.ones_like(x)
    if rule == "log-n":
        slope *= np.log(x.shape[-1]) / np.log(neutral)
        return x * slope, slope
    if rule == "soft-cap":
        return cap * np.tanh(x / cap), np.cosh(np.minimum(np.abs(x / cap), 300)) ** -2
    return x, slope


def softmax(rule, z):
    """Of each row: the weights, the rest under off-by-one, and the entropy, of which the rest is an outcome of its own."""
    if rule == "off-by-one":
        z = np.append(z, np.zeros((len(z), 1)), axis=1)
    gap = z.max(axis=1, keepdims=True) - z
    e = np.exp(-gap)
    total = e.sum(axis=1, keepdims=True)
    y = e / total
    entropy = np.log(total[:, 0]) + np.sum(y * gap, axis=1)
    return (y[:, :-1], y[:, -1], entropy) if rule == "off-by-one" else (y, np.zeros(len(y)), entropy)


def gradient(rule, q, slope, y):
    """The norm of dy/dq for a query of the sentence. The initialisation has the root in q itself."""
    if rule == "qk-norm":
        a, b = q / np.linalg.norm(q), k / np.linalg.norm(k, axis=1, keepdims=True)
        dx = gain * np.sqrt(d) * (b - np.outer(b @ a, a)) / np.linalg.norm(q)
    else:
        dx = k / {"none": 1, "initialisation": 1, "model": np.sqrt(d * h), "d": d}.get(rule, np.sqrt(d))
    A = slope[:, np.newaxis] * dx
    return np.linalg.norm(y[:, np.newaxis] * (A - y @ A))


q, k = wsize * Q[:, :d], wsize * K[:, :d]
scores = q @ k.T
cosines = scores / np.outer(np.linalg.norm(q, axis=1), np.linalg.norm(k, axis=1))
for rule in RULES if words else ():
    z, slope = logits(rule, scores, cosines, d)
    y, rest, entropy = softmax(rule, z)
    g = np.array([gradient(rule, *row) for row in zip(q, slope, y)])
    share = np.sum(g**2) ** 2 / (len(g) * np.sum(g**4)) if g.any() else 0
    print(f"{rule}: weights", y, sep="\n")
    numbers = [entropy.mean(), y.max(axis=1).mean(), z.max(), np.median(g), share]
    print(f"{rule}: entropy, largest weight, largest logit, gradient, share", np.array(numbers), sep="\n")

# One query and its keys a draw: the part of a key along the query, and the length of the rest.
found = {rule: np.empty((len(VALUES[against]), ruledraws)) for rule in RULES if rule != "initialisation"}
for i, value in enumerate(VALUES[against]):
    size, n, dim = ({"size": wsize, "keys": rulekeys, "dim": d} | {against: value}).values()
    for t in range(ruledraws):
        z = RandomState([drawseed, t, 0]).normal(size=n)
        lengths = RandomState([drawseed, t, 1])
        q2 = lengths.chisquare(dim)
        cosines = np.sign(z) if dim == 1 else z / np.sqrt(z**2 + lengths.chisquare(dim - 1, size=n))
        scores = size**2 * np.sqrt(q2) * z
        for rule, values in found.items():
            x, slope = logits(rule, scores[np.newaxis], cosines[np.newaxis], dim)
            y, rest, entropy = softmax(rule, x)
            if reached == "entropy":
                values[i, t] = entropy[0]
            elif reached == "largest":
                values[i, t] = y.max()
            else:  # the norm of J diag(slope)
                y, top = y[0], y[0].argmax()
                left, squares = 1 - y, np.sum(y**2) - y**2
                others = np.delete(y, top)  # the largest weight may be 1 to the last digit
                left[top], squares[top] = others.sum() + rest[0], np.sum(others**2)
                values[i, t] = np.sqrt(np.sum((y * slope[0]) ** 2 * (left**2 + squares)))
for rule, values in found.items():
    print(f"{rule}: median of the {reached} for each {against}", np.median(values, axis=1), sep="\n")
