"""The recall task in PyTorch, one thread, float32, SGD, as told by lines on standard input.

    problem <d> <n> <batch> <steps>   draws start and data; answers the losses of the steps
    sample <runs>                     trains so often from the start; answers the milliseconds
"""

import numpy as np
import torch

from torch_lines import serve_training

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


class Problem:
    def __init__(self, d, n, batch, steps):
        self.start = start_of(d)
        self.data = [data_of(step, d, n, batch) for step in range(1, steps + 1)]
        self.scale = d**-0.5
        self.every = torch.arange(batch)

    def train(self):
        wq, wk = (one.clone().requires_grad_() for one in self.start)
        optimiser = torch.optim.SGD([wq, wk], lr=RATE)
        losses = []
        for tokens, values, right in self.data:
            queries = tokens[self.every, right] @ wq
            keys = tokens @ wk
            scores = torch.einsum("bd,bnd->bn", queries, keys) * self.scale
            output = torch.einsum("bn,bnd->bd", torch.softmax(scores, 1), values)
            loss = torch.nn.functional.mse_loss(output, values[self.every, right])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
        return losses


serve_training(Problem)
