"""A sentence's attention with a mistake in its code, and without."""
import numpy as np
from sentence import K, Q, softmax

# ---- parameters ----
bug = "width"  # "after", "twice", "both", "masked", "length", "minus", "path", "yarn", "rotary", "cap" or "heads"
# ---- end of the parameters ----

n, width = Q.shape
h = max(heads for heads in range(1, 9) if width % heads == 0) if bug == "width" else 1
d = width // h
# The head with a cap is one that training has made sharp.
grown = 16 if bug == "cap" else 1
q, k = grown * Q[:, :d], grown * K[:, :d]
future = np.triu(np.ones((n, n), dtype=bool), 1) & (bug == "masked")


def attended(by, masked, after=1, cap=np.inf):
    """Weights, and the norm of dy/dq of each query; `masked` is the score of masked keys."""
    bent = np.ones((n, n)) if cap == np.inf else 1 - np.tanh(q @ k.T / by / cap) ** 2
    logits = q @ k.T / by if cap == np.inf else cap * np.tanh(q @ k.T / by / cap)
    y = softmax(np.where(future, masked, logits))
    slopes = [np.where(hidden, 0, bend)[:, np.newaxis] * k / by for hidden, bend in zip(future, bent)]
    norms = [np.linalg.norm(w[:, np.newaxis] * (a - w @ a)) for w, a in zip(y, slopes)]
    return y / after, np.array(norms) / after


root = np.sqrt(d)
by = {
    "width": np.sqrt(width),
    "after": 1,
    "twice": d,
    "both": d,
    "length": np.sqrt(n),
    "minus": 1 / root,
    "path": 1,
    "rotary": np.sqrt(d - d // 3),
    "heads": np.sqrt(12),
}.get(bug, root)
yarn = 0.1 * 0.707 * np.log(40) + 1
for name, (y, g) in (
    ("with the mistake", attended(by, 0, root if bug == "after" else 1)),
    (
        "without it",
        attended(
            root / yarn**2 if bug == "yarn" else root, -np.inf, cap=50 if bug == "cap" else np.inf
        ),
    ),
):
    p = y / y.sum(axis=1, keepdims=True)
    print(f"{name}: weights", y, sep="\n")
    print(f"{name}: entropy", -np.sum(p * np.log(np.maximum(p, 1e-300)), axis=1), sep="\n")
    print(f"{name}: gradient", g, sep="\n")
