"""What the ten rows of input that libraries were asked mean, in float64, and a sentence under each library's rule."""
import numpy as np
from sentence import K, Q, words

# ---- parameters ----
followed = "causal"  # or "masked-row", "cached", "cap-order"
# ---- end of the parameters ----

d = 80


def softmax(z):
    """Of each row; a row of only -inf gives zeros."""
    top = z.max(axis=-1, keepdims=True)
    e = np.exp(z - np.where(np.isfinite(top), top, 0))
    total = e.sum(axis=-1, keepdims=True)
    return np.divide(e, total, out=np.zeros_like(e), where=total > 0)


def weights(q, k, open_keys=True, cap=None):
    """The root before the product, the cap before the mask."""
    z = q / np.sqrt(q.shape[1]) @ k.T
    if cap is not None:
        z = cap * np.tanh(z / cap)
    return softmax(np.where(open_keys, z, -np.inf))


def rows(*firsts):
    """Vectors of d numbers, of which only the first is not 0."""
    vectors = np.zeros((len(firsts), d))
    vectors[:, 0] = firsts
    return vectors


def lower_right(n, m):
    """Whether a query sees a key, where the last query is that of the last key."""
    return np.tri(n, m, m - n, dtype=bool)


four = rows(3, 2, 1, 0)
print("factor", weights(rows(8), rows(1, 0)), sep="\n")
print("where the root is taken", weights(rows(1.4e154), rows(1.4e154, 0)), sep="\n")
print("causal, 2 queries on 4 keys", weights(rows(0, 0), rows(0, 0, 0, 0), lower_right(2, 4)), sep="\n")
print("one query on 4 keys", weights(rows(0), rows(0, 0, 0, 0), lower_right(1, 4)), sep="\n")
seen = np.array([[False] * 4, [True] * 4])
y = weights(rows(8, 8), four, seen)
print("masked row", y, sep="\n")
print("true in a mask", weights(rows(8), rows(0, 0), [[True, False]]), sep="\n")
print("cap and mask", weights(rows(8), rows(3, 1, 2), [[True, True, False]], 2), sep="\n")
print("q·k of 70,000", weights(rows(280), rows(250, 0)), sep="\n")
equal = 32768
print("sum of weights", softmax(np.zeros(equal)) @ np.ones(equal), sep="\n")
heads, key_heads = 4, 2
print("heads of keys", np.repeat(np.arange(key_heads), heads // key_heads), sep="\n")
# Of the sum of the second row's output, whose values are the identity: the first row has no part in it.
dy = np.array([[0.0] * 4, [1.0, 2.0, 3.0, 4.0]])
dz = y * (dy - np.sum(y * dy, axis=1, keepdims=True)) / np.sqrt(d)
print("gradients of queries and keys", (dz @ four)[:, 0], (dz.T @ rows(8, 8))[:, 0], sep="\n")

# The sentence, its rows as in the figure.
m = len(words)
first = {"causal": m // 2, "cached": m - 1}.get(followed, 0)
q, n = Q[first:], m - first
if followed == "masked-row" and m:
    padded = np.tri(n, m, dtype=bool)
    padded[:, 0] = False
    zero = weights(q, K, padded)
    print("zero", zero, sep="\n")
    for name, row in (("mean", np.full(m, 1 / m)), ("unmasked", weights(q, K)[0])):
        print(name, np.vstack([row, zero[1:]]), sep="\n")
elif followed == "cap-order" and m:
    causal = np.tri(n, m, dtype=bool)
    print("cap-first", weights(q, K, causal, 2), sep="\n")
    capped = 2 * np.tanh(q @ K.T / np.sqrt(q.shape[1]) / 2)
    print("mask-first", softmax(np.where(causal, capped, -2)), sep="\n")
elif m:
    print("lower-right", weights(q, K, lower_right(n, m)), sep="\n")
    print("upper-left", weights(q, K, np.tri(n, m, dtype=bool)), sep="\n")
