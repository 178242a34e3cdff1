"""The sentence: word vectors X, queries Q, keys K and values V, a row for each word, and the scores."""
import zlib

import numpy as np
from numpy.random import RandomState

# ---- parameters ----
words = ["I", "am", "good"]
dim = 64
seed = 13
projections = "random"
exponent = 0.5
x = None
# ---- end of the parameters ----

np.set_printoptions(floatmode="unique", threshold=10**7)  # every digit of every entry


def vectors_of(words):
    drawn = [RandomState([seed, zlib.crc32(word.encode())]).normal(size=dim) for word in words]
    return np.reshape(drawn, (len(words), dim))


X = vectors_of(words) if x is None else np.array(x, dtype=float)


def projected(vectors, i):
    """Queries, keys and values of vectors, for i = 1, 2, 3, and their output, for 4."""
    if projections == "identity":
        return vectors
    return vectors @ RandomState([seed, i]).normal(size=(dim, 1024))[:, :dim] / np.sqrt(dim)


Q, K, V = (projected(X, i) for i in (1, 2, 3))
scores = Q @ K.T
divisor = Q.shape[1] ** exponent


def softmax(logits):
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
