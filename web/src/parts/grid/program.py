"""Recall trained at every learning rate and every d, in PyTorch: what each head has come to."""
import math

import numpy as np
import torch
from drawn import drawn
from numpy.random import RandomState
from recall import batch, exponent, optimiser_of, recall_data, seed

# ---- parameters ----
gridoptimiser = "sgd"  # or "momentum", "adam", "adamw"
gridone = "unscaled"  # or "scaled", "one": divided by d, "norm": QK-norm, "cap": divided, with a
gridtwo = "scaled"  # soft-cap, "clip": not divided, with QK-clip
gridsteps = 300
dims = [4, 8, 16, 32, 64, 128, 256, 512]
rates = [1e-4, 3.2e-4, 1e-3, 3.2e-3, 0.01, 0.032, 0.1, 0.32, 1, 3.2, 10, 32, 100]
cells = 104  # that a stopped run has trained, in the order of d and then of the rate
# ---- end of the parameters ----

CAP, CLIP = 50, 30
TESTED = 256  # sequences of step 0, which is never trained
NAMES = ("loss", "weight on the right key", "score of a token's query and key", "their cosine")
np.set_printoptions(precision=3, suppress=True, linewidth=120)


def scale_of(lane, dim):
    return dim ** {"scaled": -exponent, "cap": -exponent, "one": -1.0}.get(lane, 0.0)


def measured(p, lane, asked, x, values):
    """The loss, the mean weight on the right key, and the largest logit."""
    sequence = torch.arange(len(asked))
    q, k = x[sequence, asked] @ p[0], x @ p[1]
    logits = scale_of(lane, len(p[0])) * torch.einsum("bd,bnd->bn", q, k)
    if lane == "norm":
        logits = math.sqrt(len(p[0])) * torch.cosine_similarity(q[:, None], k, dim=-1)
    if lane == "cap":
        logits = CAP * torch.tanh(logits / CAP)
    weights = torch.softmax(logits, -1)
    error = torch.einsum("bn,bnd->bd", weights, values) - values[sequence, asked]
    return (error**2).mean(), weights[sequence, asked].mean(), logits.detach().abs().max()


def aligned(p, x):
    """Of the query and the key of a token: the mean score, and the mean cosine."""
    q, k = x @ p[0], x @ p[1]
    return (q * k).sum(-1).mean(), torch.cosine_similarity(q, k, dim=-1).mean()


def trained(dim, lane, count):
    """[count x 4]: one head for each of the first rates, all on the same data."""
    state = RandomState(seed)
    start = [torch.tensor(drawn(state, True, dim, dim), dtype=torch.float32) for _ in range(2)]
    heads = [[one.clone().requires_grad_() for one in start] for _ in range(count)]
    optimisers = [optimiser_of(gridoptimiser, p, rate) for p, rate in zip(heads, rates)]
    for step in range(1, gridsteps + 1):
        examples = recall_data(dim, step, batch)
        for p, optimiser in zip(heads, optimisers):
            optimiser.zero_grad()
            loss, _, largest = measured(p, lane, *examples)
            loss.backward()
            optimiser.step()
            if lane == "clip" and largest > CLIP:
                with torch.no_grad():
                    for one in p:
                        one *= torch.sqrt(CLIP / largest)
    test = recall_data(dim, 0, TESTED)
    with torch.no_grad():
        found = [(*measured(p, lane, *test)[:2], *aligned(p, test[1])) for p in heads]
        return np.array([[float(one) for one in numbers] for numbers in found])


called = {"unscaled": "without the division", "scaled": "with the division"}
for lane in dict.fromkeys([gridone, gridtwo]):
    found = np.full((len(rates), len(dims), len(NAMES)), np.nan)
    for column, dim in enumerate(dims):
        count = min(len(rates), cells - column * len(rates))
        if count > 0:
            found[:count, column] = trained(dim, lane, count)
    for i, name in enumerate(NAMES):
        print(f"{called.get(lane, lane)}: {name}, a row for each rate, a column for each d", found[:, :, i], sep="\n")
