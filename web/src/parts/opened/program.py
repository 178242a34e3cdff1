"""The factor by which the scores behind attention weights were multiplied, measured head by head, in NumPy."""
import numpy as np

# ---- parameters ----
ownrule = "exponent"  # what the divided side divides by: exponent, measured, heads or model
exponent = 0.5
ownhead = 1  # the head of which the weights are printed
npz = ""  # the name of an .npz file with q [heads, n, d], k [heads, m, d] and weights [heads, n, m]
# ---- end of the parameters ----
np.set_printoptions(floatmode="unique", threshold=10**7)  # every digit of every entry


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def random_heads(heads=12, n=16, d=64):
    """Queries and keys as a layer of BERT has them, drawn; the weights divide the scores by sqrt(d)."""
    q, k = (
        np.stack([np.random.RandomState([13, role, head]).normal(size=(n, d)) for head in range(heads)])
        for role in (1, 2)
    )
    return q, k, softmax(q @ k.swapaxes(-1, -2) / np.sqrt(d))


def factor_of(scores, weights):
    """a of ln w = a q.k - c, by least squares in which a weight counts by its square."""
    own = weights > 0
    ln = np.log(np.where(own, weights, 1))
    v = np.where(own, weights, 0) ** 2
    total = v.sum(axis=1, keepdims=True)
    y, s = (x - (v * x).sum(axis=1, keepdims=True) / total for x in (ln, scores))
    return (v * s * y).sum() / (v * s * s).sum()


def saturation(y):
    """Means over the rows: the entropy in nats, and the largest weight."""
    entropy = -(y * np.log(np.maximum(y, 1e-300))).sum(axis=1)  # 0 ln 0 = 0
    return entropy.mean(), y.max(axis=1).mean()


if npz:
    file = np.load(npz)
    q, k, weights = (file[name].astype(float) for name in ("q", "k", "weights"))
else:
    q, k, weights = random_heads()

d = q.shape[-1]
scores = q @ k.swapaxes(-1, -2)
for i, (s, w) in enumerate(zip(scores, weights)):
    a = factor_of(s, w)
    print(f"head {i + 1}: factor, and deviation of the scores", a, s.std(), sep="\n")
    print(f"opened, head {i + 1}: means of entropy and largest weight", *saturation(w), sep="\n")
    divisors = {"exponent": d**exponent, "measured": 1 / a, "heads": len(q) ** 0.5, "model": (len(q) * d) ** 0.5}
    for name, by in ("unscaled", 1), ("scaled", divisors[ownrule]):
        y = w ** (1 / (a * by))  # softmax(x) to the power p is softmax(p x), once its rows sum to 1
        y = y / y.sum(axis=1, keepdims=True)
        print(f"{name}, head {i + 1}: means of entropy and largest weight", *saturation(y), sep="\n")
        if i + 1 == min(ownhead, len(q)):
            print(f"{name}, head {i + 1}: weights", y, sep="\n")
