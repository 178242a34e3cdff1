"""The second sentence: its word vectors Y, a row for each word."""
import numpy as np
from sentence import vectors_of, x

# ---- parameters ----
second = "我 很 好"
# ---- end of the parameters ----

Y = np.array([[1.71, 1.06, 1.49], [0.81, 2.01, 1.47], [1.42, 2.38, 0.11]])
if x is None:
    Y = vectors_of(second.split(" "))
