"""Attention in PyTorch, one thread, as told by lines on standard input: the same lines as native/attention_bench.cpp."""

import json
import math
import sys
import time

import numpy as np
import torch

torch.set_num_threads(1)


def output(queries, keys, values):
    # The queries are scaled, not the scores: there are fewer of them.
    weights = torch.softmax((queries / math.sqrt(queries.shape[1])) @ keys.T, dim=1)
    return weights @ values


def calls(precision, n, d, path):
    data = np.fromfile(path, dtype=precision).reshape(4, n, d)
    given = [torch.from_numpy(matrix) for matrix in data[:3]]
    upstream = torch.from_numpy(data[3])

    def forward():
        with torch.no_grad():
            return [output(*given)]

    def backward():
        arguments = [matrix.detach().requires_grad_() for matrix in given]
        return torch.autograd.grad(output(*arguments), arguments, upstream)

    return {"forward": forward, "backward": backward}


def sample(call, count):
    start = time.perf_counter()
    for _ in range(count):
        # To NumPy, since the others hand out arrays too; it copies nothing.
        [result.numpy() for result in call()]
    return (time.perf_counter() - start) * 1000


prepared = {}
for line in sys.stdin:
    command, what, *rest = line.split()
    answer = True
    if command == "problem":
        n, d, path = rest
        prepared = calls(what, int(n), int(d), path)
    elif command == "results":
        results = [result.numpy().astype("float64").ravel() for result in prepared[what]()]
        np.concatenate(results).tofile(rest[0])
    elif command == "sample":
        answer = sample(prepared[what], int(rest[0]))
    print(json.dumps(answer), flush=True)
