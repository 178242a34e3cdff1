"""Attention of one sentence on another, without a division of the scores and with one by d**exponent."""
import zlib

import numpy as np
from numpy.random import RandomState
from sentence import Q, W, dim, divisor, projections, seed, softmax, x

# ---- parameters ----
second = "我 很 好"
# ---- end of the parameters ----

if x is None:
    Y = [RandomState([seed, zlib.crc32(word.encode())]).normal(size=dim) for word in second.split(" ")]
else:
    Y = [[1.71, 1.06, 1.49], [0.81, 2.01, 1.47], [1.42, 2.38, 0.11]]
K = V = Y = np.array(Y)
if projections == "random":
    K, V = (Y @ w / np.sqrt(dim) for w in W[1:])
scores = Q @ K.T
print("cross scores", scores, sep="\n")
for name, y in ("unscaled", softmax(scores)), ("scaled", softmax(scores / divisor)):
    entropy = -np.sum(y * np.log(np.maximum(y, 1e-300)), axis=1)  # 0 ln 0 = 0
    print(name + " cross weights", y, name + " cross entropy", entropy, sep="\n")
    print(name + " cross output", (y @ V)[:, :16], sep="\n")
