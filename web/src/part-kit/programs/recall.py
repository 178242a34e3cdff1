"""Recall in PyTorch: its sequences, and what trains on them."""
import numpy as np
import torch
from drawn import drawn
from numpy.random import RandomState

# ---- parameters ----
seed = 13
exponent = 0.5
tokens = 16  # of a sequence in recall
batch = 64
# ---- end of the parameters ----

torch.set_num_threads(1)


def recall_data(dim, step, sequences):
    """The number of the token that each sequence is asked for, all tokens, and their values."""
    state = RandomState([seed, step])
    asked, x, values = [], [], []
    for _ in range(sequences):
        asked.append(int(tokens * state.random_sample()))
        x.append(state.normal(size=(tokens, dim)))
        values.append(state.normal(size=(tokens, dim)))
    x, values = (torch.tensor(np.array(list_), dtype=torch.float32) for list_ in (x, values))
    return asked, x, values


def optimiser_of(name, parameters, rate):
    return {
        "sgd": lambda: torch.optim.SGD(parameters, lr=rate),
        "momentum": lambda: torch.optim.SGD(parameters, lr=rate, momentum=0.9),
        "adam": lambda: torch.optim.Adam(parameters, lr=rate),
        "adamw": lambda: torch.optim.AdamW(parameters, lr=rate, weight_decay=0.01),
    }[name]()
