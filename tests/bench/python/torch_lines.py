"""Runs calls in PyTorch, one thread, as told by lines on standard input: the same lines as native/attention_bench.cpp."""

import json
import sys
import time

import numpy as np
import torch

torch.set_num_threads(1)


def sample(call, count):
    start = time.perf_counter()
    for _ in range(count):
        # To NumPy, since the others hand out arrays too; it copies nothing.
        [result.numpy() for result in call()]
    return (time.perf_counter() - start) * 1000


def serve(calls):
    """calls(precision, n, d, path) reads a problem file and returns functions by name, each of which returns tensors."""
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


def serve_training(problem_of):
    """`problem …` makes problem_of(*numbers) and answers with the losses of train(), `sample n` with the milliseconds of n runs."""
    problem = None
    for line in sys.stdin:
        command, *rest = line.split()
        if command == "problem":
            problem = problem_of(*map(int, rest))
            answer = problem.train()
        else:
            begin = time.perf_counter()
            for _ in range(int(rest[0])):
                problem.train()
            answer = (time.perf_counter() - begin) * 1000
        print(json.dumps(answer), flush=True)
