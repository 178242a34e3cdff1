"""Runs calls in PyTorch, one thread, as told by lines on standard input: the same lines as native/attention_bench.cpp."""

import numpy as np
import torch

from lines import milliseconds, serve

torch.set_num_threads(1)


def serve_calls(calls):
    """calls(precision, n, d, path) reads a problem file and returns functions by name, each of which returns tensors."""
    prepared = {}

    def problem(precision, n, d, path):
        prepared.update(calls(precision, int(n), int(d), path))
        return True

    def results(what, path):
        found = [result.numpy().astype("float64").ravel() for result in prepared[what]()]
        np.concatenate(found).tofile(path)
        return True

    def sample(what, count):
        # To NumPy, since the others hand out arrays too; it copies nothing.
        return milliseconds(lambda: [result.numpy() for result in prepared[what]()], count)

    serve(problem=problem, results=results, sample=sample)


def serve_training(problem_of):
    """`problem …` makes train = problem_of(*numbers) and answers with the losses of train(), `sample n` with the milliseconds of n runs."""
    trains = []

    def problem(*numbers):
        trains.append(problem_of(*map(int, numbers)))
        return trains[-1]()

    serve(problem=problem, sample=lambda runs: milliseconds(trains[-1], runs))


def losses_of(optimiser, loss_of, data):
    """A step for each batch."""
    losses = []
    for batch in data:
        loss = loss_of(*batch)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
