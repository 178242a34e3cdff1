"""All heads of a sentence, without a division of the scores and with one by d_k**exponent, and their outputs through W^O."""
import numpy as np
from sentence import K, Q, V, exponent, projected, softmax

# ---- parameters ----
heads = 8
head = 1
query = 7
division = "without"
# ---- end of the parameters ----

d_k = V.shape[1] // heads
for name, by in ("unscaled", 1), ("scaled", d_k**exponent):
    Z = []
    for i in range(heads):
        own = slice(i * d_k, (i + 1) * d_k)
        y = softmax(Q[:, own] @ K[:, own].T / by)
        Z.append(y @ V[:, own])
        row = y[min(query, len(y)) - 1]
        entropy = -np.sum(row * np.log(np.maximum(row, 1e-300)))  # 0 ln 0 = 0
        told = f"{name}, head {i + 1}: entropy and largest weight of the word"
        print(told, entropy, row.max(), sep="\n")
        if i + 1 == min(head, heads):
            print(name + " weights of the head", y, sep="\n")
    if (name == "scaled") == (division == "with"):
        print("Concat(Z_1 ... Z_h)", np.hstack(Z)[:, :16], sep="\n")
        print("Concat(Z_1 ... Z_h) W^O", projected(np.hstack(Z), 4)[:, :16], sep="\n")
