"""The recall task in PyTorch, one thread, float32, SGD, as told by lines on standard input.

    problem <d> <n> <batch> <steps>   draws start and data; answers the losses of the steps
    sample <runs>                     trains so often from the start; answers the milliseconds
"""

import sys
from pathlib import Path

import torch

from torch_lines import losses_of, serve_training

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "fixtures"))
from recall_task import data_of, start_of  # noqa: E402

SEED, RATE = 13, 0.5


def problem(d, n, batch, steps):
    start = [torch.tensor(one, dtype=torch.float32) for one in start_of(SEED, d)]
    data = []
    for step in range(1, steps + 1):
        tokens, values, right = map(torch.tensor, data_of(SEED, step, d, n, batch))
        data.append((tokens.float(), values.float(), right))
    every = torch.arange(batch)

    def train():
        wq, wk = (one.clone().requires_grad_() for one in start)

        def loss_of(tokens, values, right):
            queries = tokens[every, right] @ wq
            keys = tokens @ wk
            scores = torch.einsum("bd,bnd->bn", queries, keys) * d**-0.5
            output = torch.einsum("bn,bnd->bd", torch.softmax(scores, 1), values)
            return torch.nn.functional.mse_loss(output, values[every, right])

        return losses_of(torch.optim.SGD([wq, wk], lr=RATE), loss_of, data)

    return train


serve_training(problem)
