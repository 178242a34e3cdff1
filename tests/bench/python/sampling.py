"""The sampling experiment as one writes it in NumPy: 10,000 queries and keys of 100 entries, their 10⁸ scores.

    sampling.py numbers | histogram    once, as a whole process
    sampling.py serve                  as told by lines on standard input
"""

import json
import sys

import numpy as np

from lines import milliseconds, serve

SAMPLES, DIM = 10_000, 100
BINS, RANGE = 240, (-6, 6)


def experiment(what):
    rng = np.random.RandomState(0)
    query = rng.normal(size=(SAMPLES, DIM))
    key = rng.normal(size=(DIM, SAMPLES))
    scores = query @ key / np.sqrt(DIM)
    numbers = [
        number
        for data in (query, key, scores)
        for number in (float(data.mean()), float(data.std(ddof=1)))
    ]
    if what == "numbers":
        return {"numbers": numbers}
    counts, _ = np.histogram(scores, bins=BINS, range=RANGE)
    return {"numbers": numbers, "counts": counts.tolist()}


def blas():
    """The library that multiplies, by its file."""
    with open("/proc/self/maps", encoding="ascii", errors="replace") as maps:
        files = {line.split("/")[-1].strip() for line in maps if "blas" in line}
    return sorted(files)


if sys.argv[1] == "serve":
    serve(
        blas=blas,
        results=experiment,
        sample=lambda what, count: milliseconds(lambda: experiment(what), count),
    )
else:
    print(json.dumps(experiment(sys.argv[1])))
