"""Attention with any widths: its scores divided by nothing, by the root of d_model and by the root of d_k."""
import numpy as np
from numpy.random import RandomState
from sentence import X, seed, softmax

# ---- parameters ----
dk = 16
dv = 24
projection = "drawn"
wq = "1,0;0,1;1,1"
wk = "1,0;0,1;0,0"
wv = "1,0,0;0,1,0;0,0,1"
# ---- end of the parameters ----

d_model = X.shape[1]
if projection == "pasted":
    W = [np.array([row.split(",") for row in w.split(";")], dtype=float) for w in (wq, wk, wv)]
elif projection == "identity":
    W = [np.eye(d_model, width) for width in (dk, dk, dv)]
else:
    W = [RandomState([seed, i]).normal(size=(d_model, 1024)) / np.sqrt(d_model) for i in (1, 2, 3)]
Q, K, V = X @ W[0][:, :dk], X @ W[1][:, :dk], X @ W[2][:, :dv]
for name, by in ("not divided", 1), ("divided by the root of d_model", d_model), ("divided by the root of d_k", dk):
    by = np.sqrt(by)
    Y = softmax(Q @ K.T / by)
    print(name + ": entropy", -np.sum(Y * np.log(np.maximum(Y, 1e-300)), axis=1), sep="\n")
    # The Jacobian of softmax times the keys, over the divisor.
    chain = [y[:, np.newaxis] * (K - y @ K) / by for y in Y]
    print(name + ": gradient", np.array([np.hypot.reduce(g.ravel()) for g in chain]), sep="\n")
    print(name + ": output", (Y @ V)[:, :16], sep="\n")
