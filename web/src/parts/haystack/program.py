"""The weight of one key of cosine c with the query among n random keys, for six rules."""
import numpy as np
from numpy.random import RandomState

# ---- parameters ----
dim = 64
cosine = 0.5
sharpness = 2
rowdraws = 400
drawseed = 0
weight_done = 4000  # the most draws for the weight
cost_done = 4000  # and for the gradient
# ---- end of the parameters ----

np.set_printoptions(floatmode="unique", threshold=10**7)  # every digit of every entry
few = [3, *(int(n) for n in 2 ** np.arange(3, 16))]
root = np.sqrt(dim)
half, last = np.exp(cosine * root - 0.5), np.exp(cosine**2 * dim / 2)
limits = (int(np.floor(n + 0.5)) for n in (half, last) if n < 1e9)
counts = sorted({*few, *(n for n in limits if 3 <= n <= 32768)})
names = ["not divided", "1/sqrt(d)", "ln(n)/ln(16)/sqrt(d)", "c", "own", "g cos(q, k), g = sqrt(d)"]


def factors(n):
    """What q·k is multiplied by; cos(q, k) in place of the last."""
    return [1, 1 / root, np.log(n) / np.log(16) / root, cosine, sharpness / root, root]


def weights(c, counts, draws):
    """The weight of a key of length sqrt(d) and cosine c, as an array [draws, rules, counts]."""
    found = np.empty((draws, len(names), len(counts)))
    others = max(counts) - 1
    for t in range(draws):
        z = RandomState([drawseed, t, 0]).normal(size=others)  # components of the keys along q
        state = RandomState([drawseed, t, 1])
        length = np.sqrt(state.chisquare(dim))
        aside = state.chisquare(dim - 1, size=others) if dim > 1 else 0  # squared length of their rests
        scores = np.concatenate([[length * root * c], length * z])
        cosines = np.concatenate([[c], z / np.sqrt(z**2 + aside)])
        for j, n in enumerate(counts):
            for i, factor in enumerate(factors(n)):
                x = factor * (cosines if i == 5 else scores)[:n]
                found[t, i, j] = 1 / np.exp(x - x[0]).sum()
    return found


mean = weights(cosine, counts, min(rowdraws, weight_done)).mean(axis=0)
print(f"n, mean weight of the needle for each rule: {', '.join(names)}")
print(np.column_stack([counts, mean.T]))
print("half the weight is gone with 1/sqrt(d), and no rule finds it far beyond", half, last, sep="\n")

y = weights(0, few, min(rowdraws, cost_done))
spreads = root * np.array([factors(n) for n in few]).T
spreads[-1] = 1  # of g cos(q, k)
print("n, median dy/dc = spread sqrt(d) y (1 - y) of a key of cosine 0 for each rule")
print(np.column_stack([few, np.median(spreads * root * y * (1 - y), axis=0).T]))
