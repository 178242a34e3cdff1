"""Attention of one sentence on another, without a division of the scores and with one by d**exponent."""
import numpy as np
from second_sentence import Y
from sentence import Q, divisor, projected, softmax

scores = Q @ projected(Y, 2).T
V = projected(Y, 3)
print("cross scores", scores, sep="\n")
for name, y in ("unscaled", softmax(scores)), ("scaled", softmax(scores / divisor)):
    entropy = -np.sum(y * np.log(np.maximum(y, 1e-300)), axis=1)  # 0 ln 0 = 0
    print(name + " cross weights", y, name + " cross entropy", entropy, sep="\n")
    print(name + " cross output", (y @ V)[:, :16], sep="\n")
