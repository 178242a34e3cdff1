"""softmax(X X.T) X of the worked example, without a division of the scores and with one, and one row written out."""
import numpy as np
from sentence import X, divisor, scores, softmax

# ---- parameters ----
row = 1
division = "without"
# ---- end of the parameters ----

print("scores", scores, sep="\n")
for name, y in ("unscaled", softmax(scores)), ("scaled", softmax(scores / divisor)):
    print(name + " weights", y, name + " Z", y @ X, sep="\n")

logits = scores[row - 1] / (divisor if division == "with" else 1)
print("products of the row", X[row - 1] * X, "logits of the row", logits, sep="\n")
print("exponentials of the row", np.exp(logits - logits.max()), sep="\n")
print("weighted words of the row", softmax(logits)[:, np.newaxis] * X, sep="\n")
