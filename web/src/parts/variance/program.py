"""The variance of scores: of many random queries and keys, and of the sentence."""
import numpy as np
from numpy.random import RandomState
from sentence import Q, divisor, scores, words

# ---- parameters ----
samples = 10000
sampledim = 100
sampleseed = 0
sigma = 1
law = "normal"
histogram_done = 20000  # queries whose scores a stopped run has counted
spread_done = 24  # repeats that a stopped run has made
aligned_done = 200  # pairs of vectors that a stopped run has drawn
# ---- end of the parameters ----


def drawn(random, shape):
    """Entries of mean 0 and standard deviation sigma."""
    if law == "normal":
        return random.normal(0, sigma, size=shape)
    if law == "uniform":
        return random.uniform(-np.sqrt(3) * sigma, np.sqrt(3) * sigma, size=shape)
    return np.where(random.uniform(size=shape) < 0.5, -sigma, sigma)


random = RandomState(sampleseed)
query = drawn(random, (samples, sampledim))
key = drawn(random, (sampledim, samples))

# The moments of all samples**2 scores without computing one: sum q·k = (sum q)·(sum k), sum (q·k)² = <QᵀQ, KKᵀ>.
total = query.sum(axis=0) @ key.sum(axis=1)
squares = np.sum((query.T @ query) * (key @ key.T))
mean = total / samples**2 / np.sqrt(sampledim)
std = np.sqrt((squares - total**2 / samples**2) / (samples**2 - 1) / sampledim)
print("mean and standard deviation of the query, the key and the scaled scores")
print(query.mean(), query.std(ddof=1), key.mean(), key.std(ddof=1), mean, std)
print("first entries of the query", query.ravel()[:400], sep="\n")

# Signs have scores d, d - 2 ... -d: each has a bin of its own.
bins = 240
reach = 6 * sigma**2
if law == "sign":
    bins = int(np.ceil(6 * np.sqrt(sampledim)))
    bins += bins % 2 == sampledim % 2
    reach = bins * sigma**2 / np.sqrt(sampledim)
# The page counts in single precision: a score beside an edge may be in the other bin.
counts = np.zeros(bins, dtype=int)
counted = min(samples, histogram_done)
for start in range(0, counted, 500):  # not all scores at once
    products = query[start : min(start + 500, counted)] @ key
    counts += np.histogram(products / np.sqrt(sampledim), bins, (-reach, reach))[0]
print("histogram of the scaled scores: edges", np.linspace(-reach, reach, bins + 1), sep="\n")
print("histogram of the scaled scores: counts", counts, sep="\n")

dims = 2 ** np.arange(11)
stds = np.empty((spread_done, len(dims)))
for repeat in range(spread_done):
    random = RandomState([sampleseed, repeat])
    query, key = drawn(random, (200, 1024)), drawn(random, (200, 1024))
    stds[repeat] = [(query[:, :d] @ key[:, :d].T).std(ddof=1) for d in dims]
between = stds.std(axis=0, ddof=1) if spread_done > 1 else np.zeros(len(dims))
print("d, mean and deviation of the repeats, both divided by sqrt(d), sqrt(d) sigma²")
for d, m, b in zip(dims, stds.mean(axis=0), between):
    print(d, m, b, m / np.sqrt(d), b / np.sqrt(d), np.sqrt(d) * sigma**2)

# k = c q + sqrt(1 - c²) u lies at the cosine c to q, on average.
sizes = np.empty((aligned_done, len(dims), 3))
for t in range(aligned_done):
    q, u = RandomState([sampleseed, t]).normal(size=(2, 1024))
    for i, d in enumerate(dims):
        sizes[t, i] = [q[:d] @ (c * q[:d] + s * u[:d]) for c, s in ((0, 1), (0.28, 0.96), (0.6, 0.8))]
deviation = sizes[:, :, 0].std(axis=0, ddof=1) if aligned_done > 1 else np.zeros(len(dims))
means = sizes[:, :, 1:].mean(axis=0)
print("d, deviation of q·k of independent vectors, its mean at c = 0.28 and 0.6, all divided by sqrt(d)")
for d, std, both in zip(dims, deviation, means):
    print(d, std, *both, std / np.sqrt(d), *(both / np.sqrt(d)))

if words:
    d = Q.shape[1]
    for name, S in ("scores", scores), ("scaled scores", scores / divisor):
        print(f"variance of the sentence's {name}: all, rows, columns")
        print(S.var(), *S.var(axis=1), *S.var(axis=0))
    if sigma == 1 and len(words) > 1:
        print("d, deviation of the sentence's scores, divided by sqrt(d)")
        print(d, scores.std(), scores.std() / np.sqrt(d))
