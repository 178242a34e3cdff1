"""Attention of a sentence without a division of the scores and with one by d**exponent."""
import numpy as np
from sentence import V, X, divisor, scores, softmax

print("word vectors X, the columns on the page", X[:, :16], "scores", scores, sep="\n")
for name, y in ("unscaled", softmax(scores)), ("scaled", softmax(scores / divisor)):
    entropy = -np.sum(y * np.log(np.maximum(y, 1e-300)), axis=1)  # 0 ln 0 = 0
    print(name + " weights", y, name + " entropy", entropy, sep="\n")
    print(name + " largest weight", y.max(axis=1), name + " Z", (y @ V)[:, :16], sep="\n")
