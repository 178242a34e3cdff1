"""Three typical scores of a query as d grows: the density of all scores, softmax, and its slope."""
import numpy as np

# ---- parameters ----
dim = 64
exponent = 0.5
# ---- end of the parameters ----

np.set_printoptions(floatmode="unique", threshold=10**7)  # every digit of every entry


def density(x, std):
    return np.exp(-((x / std) ** 2) / 2) / (std * np.sqrt(2 * np.pi))


def weights_and_slopes(x):
    """Softmax y, and y (1 - y), where 1 - y is the sum of the others: it keeps its digits."""
    e = np.exp(x - x.max())
    others = np.array([np.delete(e, i).sum() for i in range(len(e))])
    return e / e.sum(), e * others / e.sum() ** 2


deviations = {"unscaled": np.sqrt(dim), "scaled": np.sqrt(dim) / dim**exponent}
print("standard deviation, unscaled and scaled", *deviations.values(), sep="\n")
for side, deviation in deviations.items():
    scores = deviation * np.array([-1, 0, 1])
    print(f"{side}: score, weight, slope of the three scores")
    for row in zip(scores, *weights_and_slopes(scores)):
        print(*row)
print("score, density of the unscaled scores, of the scaled ones")
for x in range(-40, 41, 4):
    print(x, *(density(x, deviation) for deviation in deviations.values()))
