"""Sum of the squared weights of undivided scores over d and n, and how even divided ones are."""
import numpy as np
from numpy.random import RandomState

# ---- parameters ----
dim = 64
rowdraws = 400
drawseed = 0
map_done = 4000  # the most draws for the map
means_done = 4000  # and for the entropy and the largest weight
largest_done = 4000
# ---- end of the parameters ----

np.set_printoptions(floatmode="unique", threshold=10**7)  # every digit of every entry
counts = [3, *(2 ** np.arange(3, 16))]
dims = 2 ** np.arange(11)


def drawn(dims, exponent, draws):
    """Sum of y**2, entropy / ln n and largest weight, as an array [3, draws, dims, counts].

    A query of d normal entries has the squared length chisquare(d); its products with keys of normal entries are its length
    times one normal number each.
    """
    found = np.empty((3, draws, len(dims), len(counts)))
    for t in range(draws):
        z = RandomState([drawseed, t, 0]).normal(size=max(counts))
        lengths = RandomState([drawseed, t, 1])
        for i, d in enumerate(dims):
            logits = np.sqrt(lengths.chisquare(d)) * z / d**exponent
            for j, n in enumerate(counts):
                x = logits[:n] - logits[:n].max()
                y = np.exp(x)
                total = y.sum()
                entropy = np.log(total) - y @ x / total
                found[:, t, i, j] = (y @ y) / total**2, entropy / np.log(n), 1 / total
    return found


def summary(values):
    low, high = np.quantile(values, [0.1, 0.9], axis=0)
    return np.column_stack([low, values.mean(axis=0), high])


participation = drawn(dims, 0, min(rowdraws, map_done))[0].mean(axis=0)
print("n, mean sum of the squared weights for each d = 1, 2, 4 ... without the division")
print(np.column_stack([counts, participation.T]))
print("n, the formula for many keys, 1 - sqrt(2 ln(n) / d)")
critical = np.sqrt(2 * np.log(counts))
print(np.column_stack([counts, np.maximum(0, 1 - critical[:, None] / np.sqrt(dims))]))

_, entropy, largest = drawn([dim], 0.5, min(rowdraws, means_done, largest_done))[:, :, 0]
print("n, entropy / ln n over sqrt(d) (lower decile, mean, upper decile), 1 - 1 / (2 ln n)")
print(np.column_stack([counts, summary(entropy), 1 - 1 / (2 * np.log(counts))]))
print("n, largest weight over sqrt(d) (lower decile, mean, upper decile)")
print(np.column_stack([counts, summary(largest)]))
