"""The second sentence: its word vectors Y, a row for each word."""
import zlib

import numpy as np
from numpy.random import RandomState
from sentence import dim, seed, x

# ---- parameters ----
second = "我 很 好"
# ---- end of the parameters ----

Y = np.array([[1.71, 1.06, 1.49], [0.81, 2.01, 1.47], [1.42, 2.38, 0.11]])
if x is None:
    Y = np.array([RandomState([seed, zlib.crc32(word.encode())]).normal(size=dim) for word in second.split(" ")])
