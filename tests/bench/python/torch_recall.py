"""The recall task in PyTorch, one thread, float32, SGD, as told by lines on standard input.

    problem <d> <n> <batch> <steps>   draws start and data; answers the losses of the steps
    sample <runs>                     trains so often from the start; answers the milliseconds
"""

import numpy as np
import torch

from torch_lines import losses_of, serve_training

SEED, RATE = 13, 0.5


def start_of(d):
    state = np.random.RandomState(SEED)
    bound = np.sqrt(6 / (2 * d))
    return [torch.tensor(state.uniform(-bound, bound, (d, d)), dtype=torch.float32) for _ in "qk"]


def data_of(step, d, n, batch):
    """Tokens, values, and the numbers of the right tokens."""
    state = np.random.RandomState([SEED, step])
    right, tokens, values = [], [], []
    for _ in range(batch):
        right.append(int(n * state.random_sample()))
        tokens.append(state.normal(size=(n, d)))
        values.append(state.normal(size=(n, d)))
    lists = [torch.tensor(np.array(one), dtype=torch.float32) for one in (tokens, values)]
    return *lists, torch.tensor(right)


def problem(d, n, batch, steps):
    start = start_of(d)
    data = [data_of(step, d, n, batch) for step in range(1, steps + 1)]
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
