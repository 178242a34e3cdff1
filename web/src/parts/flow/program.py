"""The encoder and the decoder on two sentences, without a division of the scores and with one by d_k**exponent."""
import numpy as np
from layers import active, attention, drawn, heads, layers, norm, normalised, positions, sharpness
from numpy.random import RandomState
from second_sentence import Y
from sentence import X, exponent, seed

# ---- parameters ----
causal = "on"
box = "none"
layer = 1
head = 1
# ---- end of the parameters ----

d = X.shape[1]
d_k = d // heads


def matrices(stream, names):
    """The matrices of a layer, [d×d] each, then w1 [d×4d] and w2 [4d×d]."""
    state = RandomState(stream)
    shapes = {"w1": (d, 4 * d), "w2": (4 * d, d)}
    return {name: drawn(state, name[1] in "qkv", *shapes.get(name, (d, d))) for name in [*names, "w1", "w2"]}


def stack(rows, memory, by, boxes, weights):
    """Adds the matrices of the boxes of each layer and the weights of its attentions; the output of the last."""
    sublayers = ["attention", "norm1", "feed", "norm2"]
    names = ["wq", "wk", "wv", "wo"]
    if memory is not None:
        sublayers = ["masked", "norm3", "cross", "norm4", "feed2", "norm5"]
        names += ["cq", "ck", "cv", "co"]
    for i in range(layers):
        W = matrices([seed, 5 if memory is None else 6, i], names)
        for name, normed in zip(sublayers[::2], sublayers[1::2]):
            read = normalised(rows) if norm == "pre" else rows
            if name.startswith("feed"):
                before = active(read @ W["w1"])
                added = before @ W["w2"]
            else:
                before, keys = read, memory if name == "cross" else read
                letter = "c" if name == "cross" else "w"
                own = [W[letter + of] for of in "qkv"]
                *_, weights[i][name], Z = attention(read, keys, *own, by, name == "masked" and causal == "on")
                added = Z @ W[letter + "o"]
            boxes[i][name] = before, added
            total = rows + added
            boxes[i][normed] = (rows, read) if norm == "pre" else (total, normalised(total))
            rows = total if norm == "pre" else normalised(total)
    return rows


for name, vectors in ("encoder", X), ("decoder", Y):
    added = positions(len(vectors), d)
    for what, rows in ("word vectors", vectors), ("positions", added), ("their sum", vectors + added):
        print(f"{name}: {what}", rows[:, :16], sep="\n")
print("mask", np.tri(len(Y), dtype=int), sep="\n")
for name, by in ("unscaled", 1), ("scaled", d_k**exponent):
    boxes, weights = ([{} for _ in range(layers)] for _ in range(2))
    R = stack(X + positions(len(X), d), None, by, boxes, weights)
    output = stack(Y + positions(len(Y), d), R, by, boxes, weights)
    for of in "attention", "masked", "cross":
        print(f"{name} {of}: mean entropy and largest weight of each layer")
        for at in weights:
            print(*sharpness(at[of]))
    opened = min(layer, layers) - 1
    if box in weights[opened]:
        print(f"{name} weights of the head", weights[opened][box][min(head, heads) - 1], sep="\n")
    if box in ("memory", "output"):
        print(f"{name} output of the box", (R if box == "memory" else output)[:, :16], sep="\n")
    elif box in boxes[opened]:
        before, after = boxes[opened][box]
        print(f"{name} matrix before", before[:, :16], f"{name} output of the box", after[:, :16], sep="\n")
