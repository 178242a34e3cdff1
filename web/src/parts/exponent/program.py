"""Division by d**exponent for every exponent, for more keys, and in fewer digits."""
import numpy as np
from draws import draws, drawseed, reached, sampled
from numpy.random import RandomState
from sentence import K, Q, divisor, words

# ---- parameters ----
measure = "change"
precision = "half"
accumulate = "same"
place = "scores"
size = 96
growth_done = 400  # the most draws for the entropy against the number of keys
# ---- end of the parameters ----

exponents = np.arange(21) / 20
quantity = "gradient" if measure == "change" else measure
medians = np.median(sampled(quantity, exponents), axis=2).T
print("exponent, median for each d = 1, 2, 4 ...", np.column_stack([exponents, medians]), sep="\n")
if measure == "change":
    print("exponent, power of d by which the median changes between neighbouring d")
    print(np.column_stack([exponents, np.diff(np.log2(medians))]))

d = 64
counts = 2 ** np.arange(1, 13)
most = np.log(512)  # all divisors are equal at 512 keys
entropies = np.empty((len(counts), 3, min(draws, growth_done)))
for t in range(entropies.shape[2]):
    vectors = RandomState([drawseed, d, t]).normal(size=(4097, d))
    for i, n in enumerate(counts):
        products = vectors[1 : n + 1] @ vectors[0]
        divisors = np.sqrt(d) * np.array([1, most / np.log(n), np.sqrt(most / np.log(n))])
        entropies[i, :, t] = reached("entropy", products, None, divisors)
print("n, entropy (lower decile, median, upper decile) over sqrt(d), times kappa ln(n) / d and its root, ln(n)")
for n, lanes in zip(counts, entropies):
    print(n, *np.quantile(lanes, [0.1, 0.5, 0.9], axis=1).T.ravel(), np.log(n))


def bfloat16(z):
    """8 bits of significand, to nearest, ties to even."""
    last = np.maximum(np.frexp(z)[1], -125) - 8  # the power of 2 of the last bit
    return np.ldexp(np.rint(np.ldexp(z, -last)), last)


if words:
    if len(words) > 1:
        print("the sentence: n, entropy of each row")
        print(len(words), *(reached("entropy", K @ q, K, np.array([divisor]))[0] for q in Q))

    np.seterr(over="ignore", invalid="ignore")  # too large numbers become infinite
    formats = {"double": np.float64, "float": np.float32, "half": np.float16, "bfloat16": bfloat16}
    number = formats[precision]  # rounds to the precision
    wide = np.float32 if accumulate == "float" and precision != "double" else number  # rounds sums
    Q, K = size * Q, size * K
    root = np.sqrt(float(Q.shape[1]))
    exact = Q @ K.T / root
    by = number(np.sqrt(root) if place == "both" else root)
    Q, K = number(Q), number(K)
    if place in ("queries", "both"):
        Q = number(Q / by)
    if place in ("keys", "both"):
        K = number(K / by)
    Q, K = wide(Q), wide(K)
    reduced = wide(np.zeros(exact.shape))
    for q, k in zip(Q.T, K.T):  # one coordinate after the other, each step rounded
        reduced = wide(reduced + wide(np.outer(q, k)))
    reduced = number(reduced)
    if place == "scores":
        reduced = number(reduced / by)
    print("logits in fewer digits", np.float64(reduced), sep="\n")
    print("logits in fewer digits minus exact logits", np.float64(reduced) - exact, sep="\n")
