"""The factors of published models, and a sentence under the rule of one of them and under the plain root."""
import numpy as np
from sentence import K, Q, words

# ---- parameters ----
factors = [["Gemma 2 27B", 2024, 128, 0.08333333333333333]]  # of each model: name, year, width of a head, factor
model = "gemma-2-27b"  # its name; what follows is its rule, with d of the sentence in place of the width of its heads
model_factor = 0.08333333333333333  # q.k is multiplied by it; None where queries and keys are normalised
model_norm = None  # queries and keys have length 1, and their cosine is multiplied by it
model_cap = 50  # c of c tanh(x / c)
model_sink = 0  # 1: one more outcome, whose score is 0
# ---- end of the parameters ----


def weights_of(x, cap=None, sink=0):
    """Of each row of logits: the weights and the entropy, of which the sink is an outcome of its own."""
    z = x if cap is None else cap * np.tanh(x / cap)
    z = np.append(z, np.zeros((len(z), sink)), axis=1)
    gap = z.max(axis=1, keepdims=True) - z
    e = np.exp(-gap)
    total = e.sum(axis=1, keepdims=True)
    y = e / total
    return y[:, : x.shape[1]], np.log(total[:, 0]) + np.sum(y * gap, axis=1)


print("year, width of a head, factor, factor times the root of the width")
print(np.array([[year, d, by, by * np.sqrt(d)] for name, year, d, by in factors]))
scores = Q @ K.T
root = scores / np.sqrt(Q.shape[1])
if model_norm is None:
    x = scores * model_factor
else:
    x = model_norm * scores / np.outer(np.linalg.norm(Q, axis=1), np.linalg.norm(K, axis=1))
if words:
    for name, (y, entropy) in ((model, weights_of(x, model_cap, model_sink)), ("plain root", weights_of(root))):
        print(f"{name}: weights", y, sep="\n")
        print(f"{name}: entropy, largest weight", np.array([entropy.mean(), y.max(axis=1).mean()]), sep="\n")
