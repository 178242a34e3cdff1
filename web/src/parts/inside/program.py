"""The trained model's greedy answers without and with a division of the scores by d_k**exponent, its heads, their rotation and groups, and its perplexity, in PyTorch."""
import json
import pathlib
import re

import numpy as np
import torch
from torch.nn.functional import silu

# ---- parameters ----
prompt = "What is the capital of France?"
exponent = 0.5
folder = "model"  # with model.json and its .bin files, as beside the page
most = 24  # tokens of an answer
measured = "pairs"  # the text of the perplexity: twelve questions, or "own", the passage
passage = ""
undivided = "all"  # where the exponents of the perplexity hold: "layer" or "head" alone
modellayer = 5
modelhead = 2
modelword = 40  # the token whose query is shown; beyond the end: the last one
# ---- end of the parameters ----

path = pathlib.Path(folder)
index = json.loads((path / "model.json").read_text())
data = np.concatenate([np.fromfile(path / piece["file"], np.uint8) for piece in index["pieces"]])
layers, heads, key_heads, width, hidden = (
    index[name] for name in ("layers", "heads", "keyHeads", "model", "hidden")
)
d_k = width // heads
at = 0


def take(kind, count):
    global at
    start, at = at, at + count * np.dtype(kind).itemsize
    return np.frombuffer(data[start:at].tobytes(), kind)


def integers(rows, cols):
    return torch.tensor(take("i1", rows * cols).reshape(rows, cols)).float()


keys = key_heads * d_k
shapes = [(width, width), (keys, width), (keys, width), (width, width)]
shapes += [(hidden, width), (hidden, width), (width, hidden)]
W = [integers(*shape) for shape in shapes * layers + [(index["vocabulary"], width)]]
W = [matrix * float(scale) for matrix, scale in zip(W, take("<f4", len(W)))]
gains = torch.tensor(take("<f4", (2 * layers + 1) * width).reshape(-1, width))
embedding = W[-1]

count, merge_count = (int(n) for n in take("<u2", 2))
vocabulary = [take("u1", length).tobytes() for length in take("u1", count)]
triples = take("<u2", 3 * merge_count).reshape(-1, 3).tolist()
merges = {(a, b): (order, merged) for order, (a, b, merged) in enumerate(triples)}
PARTS = r"'(?:s|t|re|ve|m|ll|d)| ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+"


def tokens_of(text):
    tokens = []
    for part in re.findall(PARTS, text):
        own = [vocabulary.index(bytes([byte])) for byte in part.encode()]
        while found := [(merges[p], i) for i, p in enumerate(zip(own, own[1:])) if p in merges]:
            (_, merged), i = min(found)
            own[i : i + 2] = [merged]
        tokens += own
    return tokens


def rms_norm(x, gain):
    return gain * x * torch.rsqrt((x * x).mean(-1, keepdim=True) + index["epsilon"])


def rotated(x):
    """Queries or keys of heads [heads, n, d_k] by their positions."""
    angles = torch.arange(x.shape[1], dtype=torch.float64)[:, None]
    angles = angles * index["theta"] ** (-2 * torch.arange(d_k // 2, dtype=torch.float64) / d_k)
    cos, sin = angles.cos().float(), angles.sin().float()
    a, b = x.chunk(2, -1)
    return torch.cat((a * cos - b * sin, b * cos + a * sin), -1)


def forward(tokens, by):
    """The logits of each next token, and of each head the weights, the scores before the rotation and those after it, which are divided by `by` [layers, heads, 1, 1]."""
    x = embedding[tokens]
    n = len(tokens)
    seen, plain, turned = [], [], []
    mask = torch.full((n, n), -torch.inf).triu(1)
    for layer in range(layers):
        wq, wk, wv, wo, gate, up, down = W[7 * layer : 7 * layer + 7]
        before = rms_norm(x, gains[2 * layer])
        q, k, v = ((before @ w.T).view(n, -1, d_k).transpose(0, 1) for w in (wq, wk, wv))
        k, v = (t.repeat_interleave(heads // key_heads, 0) for t in (k, v))
        plain.append(q @ k.transpose(1, 2))
        turned.append(rotated(q) @ rotated(k).transpose(1, 2))
        y = torch.softmax(turned[-1] / by[layer] + mask, -1)
        seen.append(y)
        x = x + (y @ v).transpose(0, 1).reshape(n, width) @ wo.T
        before = rms_norm(x, gains[2 * layer + 1])
        x = x + (silu(before @ gate.T) * (before @ up.T)) @ down.T
    return rms_norm(x, gains[-1]) @ embedding.T, torch.cat(seen), plain, turned


def divisors(exponent, where=...):
    """d_k**exponent there, and the square root of d_k elsewhere."""
    by = torch.full((layers, heads, 1, 1), d_k**0.5)
    by[where] = d_k**exponent
    return by


def said(text):
    return [1, *tokens_of(text), 2, *tokens_of("\n")]


def chat(question):
    start = said("system\nYou are a helpful assistant") + said("user\n" + question)
    return start + [1, *tokens_of("assistant\n")]


torch.set_grad_enabled(False)
start = chat(prompt)
for name, power in ("unscaled", 0), ("scaled", exponent):
    tokens = list(start)
    for _ in range(most):
        logits, y, plain, turned = forward(tokens, divisors(power))
        if (token := int(logits[-1].argmax())) == 2:
            break
        tokens.append(token)
    answer = b"".join(vocabulary[token] for token in tokens[len(start) :] if token > 2)
    print(f"{name} answer:", answer.decode(errors="replace"))
    print(f"{name}: entropy of the heads", torch.special.entr(y).sum(-1).mean(-1).numpy(), sep="\n")
    print(f"{name}: largest weight of the heads", y.amax(-1).mean(-1).numpy(), sep="\n")

n = y.shape[-1]
here = torch.ones(n, n).tril().bool()  # pairs of a query with a key up to it
query = min(modelword, n) - 1
for name, scores in ("without", plain), ("with", turned):
    own = scores[modellayer - 1][modelhead - 1]
    print(f"scores {name} the rotation, from the first key to the query's own")
    print(own[query, : query + 1].numpy())
    print("their standard deviation over all pairs:", float(own[here].std(unbiased=False)))
group = torch.arange(heads) // (heads // key_heads)
same = group[:, None] == group
print("layer, mean correlation of heads with the same keys and with different ones")
for layer, scores in enumerate(turned, 1):
    centred = scores - (scores * here).sum(-1, keepdim=True) / here.sum(-1, keepdim=True)
    found = torch.corrcoef(centred[:, here])
    print(layer, float(found[same & ~torch.eye(heads).bool()].mean()), float(found[~same].mean()))

pairs = [
    ("What is the largest planet in the solar system?", "The largest planet in the solar system is Jupiter."),
    ("How many days are there in a week?", "There are seven days in a week."),
    ("What is the capital of Japan?", "The capital of Japan is Tokyo."),
    ("Who wrote Romeo and Juliet?", "Romeo and Juliet was written by William Shakespeare."),
    ("What color is the sky?", "The sky is blue."),
    ("At what temperature does water boil?", "Water boils at 100 degrees Celsius."),
    ("世界上最高的山是哪座？", "世界上最高的山是珠穆朗玛峰。"),
    ("一年有多少个月？", "一年有十二个月。"),
    ("地球的卫星叫什么？", "地球的卫星叫月球。"),
    ("中国最长的河流是哪条？", "中国最长的河流是长江。"),
    ("太阳从哪边升起？", "太阳从东边升起。"),
    ("水在什么温度下结冰？", "水在零摄氏度时结冰。"),
]
texts = [(chat(question), [*tokens_of(answer), 2]) for question, answer in pairs]
if measured == "own" and passage:
    texts = [([1], tokens_of(passage))]
where = {"layer": modellayer - 1, "head": (modellayer - 1, modelhead - 1)}.get(undivided, ...)
print("exponent, perplexity")
for tenths in range(11):
    losses = []
    for before, tokens in texts:
        logits, *_ = forward(before + tokens, divisors(tenths / 10, where))
        likely = torch.log_softmax(logits[len(before) - 1 : -1], -1)
        losses.append(-likely[range(len(tokens)), tokens])
    print(tenths / 10, float(torch.cat(losses).mean().exp()))
