"""Training with and without a division of the scores by d_k**exponent, in PyTorch: the loss of every step of each lane."""
import datetime
import math

import numpy as np
import torch
from drawn import drawn
from numpy.random import RandomState
from recall import batch, exponent, optimiser_of, recall_data, seed
from torch.nn.functional import cross_entropy, layer_norm, normalize, relu

# ---- parameters ----
task = "dates"  # or "recall"
lanes = ["unscaled", "scaled"]  # and "one": divided by d_k, "smaller": not divided, started smaller,
# "norm": QK-norm, "cap": divided, with a soft-cap, "clip": not divided, with QK-clip
dim = 128
optimiser = "adam"  # or "sgd", "momentum", "adamw"
rate = 0.001
blocks = 1  # layers of the encoder and of the decoder
blockheads = 1
gain = 1.0  # g / sqrt(d_k) of QK-norm
cap = 50.0  # c of the soft-cap
clip = 30.0  # of the largest score of a head, for QK-clip
steps = 40
# ---- end of the parameters ----

dtype = torch.float32
if task == "recall":
    blockheads = 1
while dim % blockheads:
    blockheads -= 1
d_k = dim // blockheads
np.set_printoptions(floatmode="unique", threshold=10**7)


# ---- dates ----

SOURCE = "\0 ,0123456789ADFJMNOSabceghilmnoprstuvy年月日"
ANSWER = "0123456789-"
MONTHS = "January February March April May June July August September October November December".split()
FIRST_DAY = datetime.date(1950, 1, 1)
DAYS = (datetime.date(2050, 1, 1) - FIRST_DAY).days


def date_data(step):
    """Places of characters: the sources, 0 behind shorter ones, and the answers."""
    state = RandomState([seed, step])
    sources, answers = [], []
    for _ in range(batch):
        day = FIRST_DAY + datetime.timedelta(days=int(DAYS * state.uniform()))
        name = MONTHS[day.month - 1]
        forms = [
            f"{day.day} {name[:3]} {day.year}",
            f"{name} {day.day}, {day.year}",
            f"{name[:3]} {day.day} {day.year}",
            f"{day.year}年{day.month}月{day.day}日",
        ]
        sources.append([SOURCE.index(character) for character in forms[int(4 * state.uniform())]])
        answers.append([ANSWER.index(character) for character in day.isoformat()])
    longest = max(map(len, sources))
    padded = [source + [0] * (longest - len(source)) for source in sources]
    return torch.tensor(padded), torch.tensor(answers)


def date_start(factor):
    """Every parameter by its name, in the order in which they are drawn."""
    state, f, start = RandomState(seed), 4 * dim, {}
    start["sourceEmbedding"] = state.normal(size=(len(SOURCE), dim))
    start["targetEmbedding"] = state.normal(size=(len(ANSWER) + 1, dim))
    for stack in "encoder", "decoder":
        for i in range(blocks):
            for name in ["wq", "wk", "wv", "wo"] + ["cq", "ck", "cv", "co"] * (stack == "decoder"):
                weight = drawn(state, name[1] != "o", dim, dim)
                start[f"{stack}.{i}.{name}"] = weight * (factor if name[1] in "qk" else 1)
            start[f"{stack}.{i}.w1"], start[f"{stack}.{i}.b1"] = drawn(state, False, dim, f), np.zeros(f)
            start[f"{stack}.{i}.w2"], start[f"{stack}.{i}.b2"] = drawn(state, False, f, dim), np.zeros(dim)
            for norm in range(3 if stack == "decoder" else 2):
                start[f"{stack}.{i}.gamma{norm + 1}"] = np.ones(dim)
                start[f"{stack}.{i}.beta{norm + 1}"] = np.zeros(dim)
    start["output.weight"] = drawn(state, False, dim, len(ANSWER))
    start["output.bias"] = np.zeros(len(ANSWER))
    return start


def with_positions(x):
    angles = np.arange(x.shape[1])[:, None] / 10000 ** (np.arange(dim) // 2 * 2 / dim)
    places = np.where(np.arange(dim) % 2 == 0, np.sin(angles), np.cos(angles))
    return x + torch.tensor(places, dtype=dtype)


def date_loss(p, logits_of, watch, step):
    sources, answers = date_data(step)
    padding = (sources == 0)[:, None, None, :]
    later = torch.ones(10, 10, dtype=torch.bool).triu(1)

    def attend(x, context, matrices, mask):
        heads = lambda rows, w: (rows @ w).unflatten(-1, (blockheads, d_k)).transpose(1, 2)
        q, k, v = heads(x, matrices[0]), heads(context, matrices[1]), heads(context, matrices[2])
        logits = logits_of(q, k)
        asked = mask.transpose(-1, -2) if x is context and mask.dim() == 4 else False  # not by padding
        watch(logits.detach().abs().masked_fill(mask | asked, 0).amax((0, 2, 3)), matrices[:2])
        logits = logits.masked_fill(mask, -math.inf)
        return (torch.softmax(logits, -1) @ v).transpose(1, 2).flatten(2) @ matrices[3]

    def matrices(layer, first):
        return [p[f"{layer}.{first}{kind}"] for kind in "qkvo"]

    def norm(layer, i, x):
        return layer_norm(x, (dim,), p[f"{layer}.gamma{i}"], p[f"{layer}.beta{i}"])

    def feed(layer, x):
        hidden = relu(x @ p[f"{layer}.w1"] + p[f"{layer}.b1"])
        return hidden @ p[f"{layer}.w2"] + p[f"{layer}.b2"]

    x = with_positions(p["sourceEmbedding"][sources])
    for i in range(blocks):
        layer = f"encoder.{i}"
        x = norm(layer, 1, x + attend(x, x, matrices(layer, "w"), padding))
        x = norm(layer, 2, x + feed(layer, x))
    shifted = torch.cat([torch.full((batch, 1), len(ANSWER)), answers[:, :-1]], dim=1)
    y = with_positions(p["targetEmbedding"][shifted])
    for i in range(blocks):
        layer = f"decoder.{i}"
        y = norm(layer, 1, y + attend(y, y, matrices(layer, "w"), later))
        y = norm(layer, 2, y + attend(y, x, matrices(layer, "c"), padding))
        y = norm(layer, 3, y + feed(layer, y))
    logits = y @ p["output.weight"] + p["output.bias"]
    return cross_entropy(logits.flatten(0, 1), answers.flatten())


# ---- recall ----


def recall_start(factor):
    state = RandomState(seed)
    return {name: drawn(state, True, dim, dim) * factor for name in ["wq", "wk"]}


def recall_loss(p, logits_of, watch, step):
    asked, x, values = recall_data(dim, step, batch)
    sequence = torch.arange(batch)
    logits = logits_of((x[sequence, asked] @ p["wq"])[:, None], x @ p["wk"])[:, 0]
    watch(logits.detach().abs().max()[None], [p["wq"], p["wk"]])
    weights = torch.softmax(logits, -1)
    return ((torch.einsum("bn,bnd->bd", weights, values) - values[sequence, asked]) ** 2).mean()


# ---- training ----

def lane_losses(lane):
    adam = optimiser.startswith("adam")
    scale = {"scaled": d_k**-exponent, "one": 1 / d_k, "cap": d_k**-exponent}.get(lane, 1)
    largest = []  # of each head of each attention, with its matrices of queries and of keys

    def logits_of(q, k):
        if lane == "norm":
            return gain * math.sqrt(d_k) * (normalize(q, dim=-1) @ normalize(k, dim=-1).transpose(-1, -2))
        x = scale * (q @ k.transpose(-1, -2))
        return cap * torch.tanh(x / cap) if lane == "cap" else x

    smaller = lane == "smaller"
    factor = d_k ** (-exponent / 2) if smaller else 1
    factor_of_rate = (factor if adam else d_k**-exponent) if smaller else 1
    start = date_start(factor) if task == "dates" else recall_start(factor)
    p = {name: torch.nn.Parameter(torch.tensor(value, dtype=dtype)) for name, value in start.items()}
    makes_scores = lambda name: name.split(".")[-1] in ("wq", "wk", "cq", "ck")
    groups = [
        {"params": [value for name, value in p.items() if makes_scores(name)], "lr": rate * factor_of_rate},
        {"params": [value for name, value in p.items() if not makes_scores(name)], "lr": rate},
    ]
    groups = [group for group in groups if group["params"]]
    optim = optimiser_of(optimiser, groups, rate)
    losses = []
    for step in range(1, steps + 1):
        optim.zero_grad()
        largest.clear()
        loss = (date_loss if task == "dates" else recall_loss)(p, logits_of, lambda *of: largest.append(of), step)
        if not torch.isfinite(loss):
            print(f"{lane} diverged after step {step - 1}")
            break
        loss.backward()
        optim.step()
        if lane == "clip":
            with torch.no_grad():
                for of_heads, matrices in largest:
                    for head, most in enumerate(of_heads):
                        for one in matrices:
                            one[:, head * d_k : (head + 1) * d_k] *= torch.sqrt(clip / most.clamp(min=clip))
        losses.append(loss.item())
    return losses


for lane in lanes:
    print(f"{lane}: loss of each step", np.array(lane_losses(lane)), sep="\n")
