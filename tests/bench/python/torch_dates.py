"""The model of dates in PyTorch, one thread, float32, Adam, as told by lines on standard input.

    problem <d> <batch> <steps>   draws start and examples; answers the losses of the steps
    sample <runs>                 trains so often from the start; answers the milliseconds
"""

import sys
from pathlib import Path

from torch_lines import serve_training

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "fixtures"))
from date_model import Model, batch, optimiser_of, start  # noqa: E402

SEED, RATE = 13, 1e-3


class Problem:
    def __init__(self, d, count, steps):
        self.start = start(SEED, d, 1, 4 * d)
        self.data = [batch(SEED, step, count) for step in range(1, steps + 1)]
        self.scale = d**-0.5

    def train(self):
        parameters = {name: it.float().requires_grad_() for name, it in self.start.items()}
        optimiser = optimiser_of("adam", parameters, RATE)
        losses = []
        for sources, targets in self.data:
            loss = Model(parameters, 1, self.scale).loss(sources, targets)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
        return losses


serve_training(Problem)
