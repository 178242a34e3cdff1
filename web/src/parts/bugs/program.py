"""A sentence's attention with a mistake in its code, and without."""
import numpy as np
from sentence import K, Q, softmax

# ---- parameters ----
bug = "width"  # or "after", "twice", "both", "masked", "length"
# ---- end of the parameters ----

n, width = Q.shape
h = max(heads for heads in range(1, 9) if width % heads == 0) if bug == "width" else 1
d = width // h
q, k = Q[:, :d], K[:, :d]
future = np.triu(np.ones((n, n), dtype=bool), 1) & (bug == "masked")


def attended(by, masked, after=1):
    """Weights, and the norm of dy/dq of each query; `masked` is the score of masked keys."""
    y = softmax(np.where(future, masked, q @ k.T / by))
    slopes = [np.where(hidden[:, np.newaxis], 0, k / by) for hidden in future]
    norms = [np.linalg.norm(w[:, np.newaxis] * (a - w @ a)) for w, a in zip(y, slopes)]
    return y / after, np.array(norms) / after


root = np.sqrt(d)
by = {"width": np.sqrt(width), "after": 1, "twice": d, "both": d, "length": np.sqrt(n)}.get(bug, root)
for name, (y, g) in (
    ("with the mistake", attended(by, 0, root if bug == "after" else 1)),
    ("without it", attended(root, -np.inf)),
):
    p = y / y.sum(axis=1, keepdims=True)
    print(f"{name}: weights", y, sep="\n")
    print(f"{name}: entropy", -np.sum(p * np.log(np.maximum(p, 1e-300)), axis=1), sep="\n")
    print(f"{name}: gradient", g, sep="\n")
