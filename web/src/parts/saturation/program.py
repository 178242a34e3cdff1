"""Softmax of logits that grow: entropy and largest weight."""
import numpy as np
from logits import base, factors, z
from sentence import divisor, scores, softmax


def statistics(z):
    """Spread of the logits, entropy and largest weight of their softmax."""
    gap = z.max() - z
    y = softmax(z)
    # -sum y ln y in a form that keeps its digits where one weight is almost 1
    entropy = np.log1p(np.delete(np.exp(-gap), z.argmax()).sum()) + y @ gap
    return z.std(), entropy, y.max()


print("logits", z, "softmax", softmax(z), "spread, entropy, largest weight", *statistics(z), sep="\n")
print("factor, spread, entropy, largest weight")
for f in factors:
    print(f, *statistics(f * base))
print("rows of the sentence: spread, entropy, largest weight, unscaled and scaled")
for row in scores:
    print(*statistics(row), *statistics(row / divisor))
