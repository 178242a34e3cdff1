"""The Jacobian of softmax: its entries, its norms and what it passes on of a gradient."""
import numpy as np
from logits import a, base, factor, factors, source, z
from sentence import divisor, scores, softmax

# ---- parameters ----
upstream = [1, -1, 1, -1]
# ---- end of the parameters ----


def jacobian(z):
    y = softmax(z)
    J = -np.outer(y, y)
    np.fill_diagonal(J, 0)
    np.fill_diagonal(J, -J.sum(axis=1))  # y_i (1 - y_i), as every row of J sums to 0
    return J


def norms(J):
    """Frobenius and spectral norm."""
    return np.hypot.reduce(J.ravel()), np.linalg.norm(J, 2)


for name, J in ("J", jacobian(z)), ("J, divided", jacobian(z / divisor)):
    print(name, J, name + ": Frobenius and spectral norm", *norms(J), sep="\n")

scales, unit = factors, base
if source == "ladder":  # (1, 1, 2, 4) times a
    scales, unit = (*(20 * np.arange(121) ** 2 / 14400), a * factor), np.array([1, 1, 2, 4])
print("factor or a, Frobenius and spectral norm")
for scale in scales:
    print(scale, *norms(jacobian(scale * unit)))
print("Frobenius norm of each row of the sentence, unscaled and scaled")
for row in scores:
    print(norms(jacobian(row))[0], norms(jacobian(row / divisor))[0])

g = np.array([*upstream, *[0.0] * len(base)][: len(base)])
h = 1e-5
print("g", g, "softmax", softmax(z), "J g", jacobian(z) @ g, sep="\n")
print("J g by a central difference", (softmax(z + h * g) - softmax(z - h * g)) / (2 * h), sep="\n")
print("factor, norm of J g")
for f in factors:
    print(f, np.linalg.norm(jacobian(f * base) @ g))
