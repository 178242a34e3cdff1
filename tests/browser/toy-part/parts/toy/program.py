"""The sums of the first odd numbers."""
import numpy as np

# ---- parameters ----
terms = 6
# ---- end of the parameters ----

print(np.cumsum(2 * np.arange(terms) + 1))
