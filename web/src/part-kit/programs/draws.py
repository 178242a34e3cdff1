"""Many random queries and keys, for every d = 1, 2, 4 ... 1024."""
import numpy as np
from numpy.random import RandomState

# ---- parameters ----
keys = 3
draws = 2000
drawseed = 0
# ---- end of the parameters ----

DIMS = 2 ** np.arange(11)


def reached(quantity, scores, K, divisors):
    """One quantity of y = softmax(scores / divisor) for the keys K, for each of the divisors.

    "peak": largest weight, "entropy", "jacobian": norm of the Jacobian J, "gradient": norm of dy/dq = J K / divisor.
    """
    top = scores.argmax()
    gap = scores[top] - scores
    e = np.exp(-gap / divisors[:, None])
    y = e / e.sum(axis=1, keepdims=True)
    if quantity == "peak":
        return y[:, top]
    if quantity == "entropy":
        return np.log1p(np.delete(e, top, axis=1).sum(axis=1)) + y @ gap / divisors
    A, by = (np.eye(len(K)), 1) if quantity == "jacobian" else (K, divisors)
    A = A - A[top]  # the rows of J sum to 0: this changes nothing, and tiny weights keep their digits
    return np.linalg.norm(y[:, :, None] * (A - (y @ A)[:, None]), axis=(1, 2)) / by  # (diag(y) - yyᵀ) A


def sampled(quantity, exponents, keys=keys, draws=draws):
    """The quantity with scores divided by d**exponent, as an array [DIMS, exponents, draws]."""
    values = np.empty((len(DIMS), len(exponents), draws))
    for t in range(draws):
        vectors = RandomState([drawseed, keys, t]).normal(size=(keys + 1, 1024))
        for i, d in enumerate(DIMS):
            K = vectors[1:, :d]
            values[i, :, t] = reached(quantity, K @ vectors[0, :d], K, d**exponents)
    return values
