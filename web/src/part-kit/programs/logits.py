"""One row of logits z = factor * base + shift."""
import numpy as np
from sentence import scores, words

# ---- parameters ----
source = "ladder"
a = 1
logits = [2, 1, 0, -1]
word = 1
factor = 1
shift = 0
# ---- end of the parameters ----

base = np.array(logits if source == "typed" else [a, a, 2 * a, 4 * a], dtype=float)
if source == "word" and words:
    base = scores[min(word, len(words)) - 1]
z = factor * base + shift
factors = (*2 ** (np.arange(49) / 4 - 6), factor)
