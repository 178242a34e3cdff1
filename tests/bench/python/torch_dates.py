"""The model of dates in PyTorch, one thread, float32, Adam, as told by lines on standard input.

    problem <d> <batch> <steps>   draws start and examples; answers the losses of the steps
    sample <runs>                 trains so often from the start; answers the milliseconds
"""

import sys
from pathlib import Path

from torch_lines import losses_of, serve_training

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "fixtures"))
from date_model import Model, batch, optimiser_of, start  # noqa: E402

SEED, RATE = 13, 1e-3


def problem(d, count, steps):
    begun = start(SEED, d, 1, 4 * d)
    data = [batch(SEED, step, count) for step in range(1, steps + 1)]

    def train():
        parameters = {name: it.float().requires_grad_() for name, it in begun.items()}
        model = Model(parameters, 1, d**-0.5)
        return losses_of(optimiser_of("adam", parameters, RATE), model.loss, data)

    return train


serve_training(problem)
