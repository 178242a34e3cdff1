"""The gradient that reaches a query through softmax: of random keys, and of the sentence."""
import numpy as np
from draws import DIMS, reached, sampled
from sentence import K, Q, V, dim, divisor, exponent, scores, softmax, words

# ---- parameters ----
loss = "squares"
target = 1
# ---- end of the parameters ----

print("n, exponent, d, median of the gradient over the draws, share of the draws that supply it")
for n, every in (3, 1), (16, 1), (64, 2), (512, 8):  # with many keys every second, every eighth draw
    values = sampled("gradient", np.array([0, exponent]), n, -(-draws // every))
    for j, p in enumerate((0, exponent)):
        for d, g in zip(DIMS, values[:, j]):
            squares = (g / g.max()) ** 2
            print(n, p, d, np.median(g), squares.sum() ** 2 / (len(g) * np.sum(squares**2)))

for quantity in "peak", "jacobian", "gradient":
    values = sampled(quantity, np.array([0, exponent]))
    print(f"{quantity}: exponent, d, median, lower and upper decile, mean of the draws")
    for j, p in enumerate((0, exponent)):
        for d, v in zip(DIMS, values[:, j]):
            print(p, d, *np.quantile(v, [0.5, 0.1, 0.9]), v.mean())
    print(f"{quantity}: each row of the sentence, unscaled and scaled")
    for q in Q:
        print(*reached(quantity, K @ q, K, np.array([1, divisor])))

octave = round(np.log2(dim))
print("gradient: one d, then single draws, unscaled and scaled")
print(DIMS[octave], values[octave, :, :60].T, sep="\n")

for name, by in (("unscaled", 1), ("scaled", divisor)) if words else ():
    Y = softmax(scores / by)
    Z = Y @ V
    row = V[min(target, len(words)) - 1]
    L, dZ = {
        "squares": (np.sum(Z**2) / 2, Z),
        "sum": (Z.sum(), np.ones_like(Z)),
        "target": (np.sum((Z - row) ** 2) / 2, Z - row),
    }[loss]
    dY = dZ @ V.T
    dY -= np.take_along_axis(dY, scores.argmax(axis=1)[:, None], axis=1)  # changes nothing, keeps digits
    dS = Y * (dY - np.sum(Y * dY, axis=1, keepdims=True)) / by  # each row: its Jacobian times dY
    print(name + " loss", L, name + " dL/dscores", dS, sep="\n")
    print(name + " dL/dQ", (dS @ K)[:, :16], name + " dL/dK", (dS.T @ Q)[:, :16], sep="\n")
