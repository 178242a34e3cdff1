"""Two sentences as one tensor [batch, heads, n, d_k]: padded queries, masked weights, and the variance of the scores."""
import numpy as np
from second_sentence import Y
from sentence import X, exponent, projected, softmax

# ---- parameters ----
heads = 8
division = "without"
# ---- end of the parameters ----

batch, n, d_k = (X, Y), max(len(X), len(Y)), X.shape[1] // heads
by = d_k**exponent if division == "with" else 1
Q = np.zeros((2, heads, n, d_k))
K = np.zeros_like(Q)
for b, words in enumerate(batch):
    for i, tensor in enumerate((Q, K), 1):
        tensor[b, :, : len(words)] = projected(words, i).reshape(len(words), heads, d_k).swapaxes(0, 1)
scores = Q @ K.swapaxes(-1, -2)
real = [scores[b, :, : len(words), : len(words)] for b, words in enumerate(batch)]
for b, words in enumerate(batch):
    weights = np.zeros((n, n))
    weights[: len(words), : len(words)] = softmax(real[b][0] / by)
    print(f"queries, sentence {b + 1}, head 1", Q[b, 0, :, :16], sep="\n")
    print(f"weights, sentence {b + 1}, head 1", weights, sep="\n")


def variances(own):
    """Variance of all scores of these heads, and the means over rows and columns of more than one score."""
    told = [np.var(np.concatenate([part[own].ravel() for part in real]), ddof=1)]
    longer = [part[own] for part in real if part.shape[-1] > 1]
    if longer:
        told += [np.concatenate([part.var(axis=axis, ddof=1).ravel() for part in longer]).mean() for axis in (-1, -2)]
    return np.array(told)


for i in range(heads):
    print(f"head {i + 1}: variance of all scores, rows, columns", variances([i]), sep="\n")
print("whole tensor: variance of all scores, rows, columns", variances(slice(None)), sep="\n")
entries = [np.concatenate([part[b, :, : len(words)].ravel() for b, words in enumerate(batch)]) for part in (Q, K)]
q, k = (part.var() for part in entries)
print("sigma^2 of Q and of K, d_k sigma^4", q, k, d_k * q * k, sep="\n")
