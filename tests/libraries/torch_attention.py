"""The rows of input through PyTorch: scaled_dot_product_attention, which 1.13 has under a private name, and
nn.MultiheadAttention. Prints JSON: for each of the two what it answered.

    /usr/bin/python3 tests/libraries/torch_attention.py tests/libraries/inputs.json
"""

import json
import math
import sys

import torch
from torch import nn
from torch.nn import functional

torch.set_num_threads(1)

with open(sys.argv[1], encoding="utf-8") as file:
    INPUTS = json.load(file)
WIDTH = INPUTS["width"]
# Before 2.0 it is private, and has neither groups nor an argument for the future.
PRIVATE = not hasattr(functional, "scaled_dot_product_attention")
OPTIONS = "" if PRIVATE else functional.scaled_dot_product_attention.__doc__


def rows(firsts, kind):
    """[n×width]: a number in the first entry of each row."""
    padded = torch.zeros(len(firsts), WIDTH, dtype=torch.float64)
    padded[:, 0] = torch.tensor(firsts, dtype=torch.float64)
    return padded.to(kind)


def attended(queries, keys, values, **options):
    """Heads [1×h×n×d]."""
    if PRIVATE:
        causal = options.pop("is_causal", False)
        return functional._scaled_dot_product_attention(
            queries, keys, values, is_causal=causal, **options
        )[0]
    return functional.scaled_dot_product_attention(queries, keys, values, **options)


def weights(row, kind=torch.float32, **options):
    """The weights of one head, row by row."""
    queries, keys = (rows(row[name], kind)[None, None] for name in ("queries", "keys"))
    values = torch.eye(len(row["keys"]), WIDTH).to(kind)[None, None]
    output = attended(queries, keys, values, **options)
    return output[0, 0, :, : len(row["keys"])]


def mask(row, name="open"):
    return torch.tensor(row[name])


def listed(result):
    """JSON has no word for what is no number."""
    return ["NaN" if math.isnan(number) else number for number in result.double().flatten().tolist()]


def answer(work):
    try:
        return listed(work())
    except (RuntimeError, TypeError, ValueError):
        return "refused"


def masked_gradient():
    """The gradients of all inputs, where the sum of squares of the output is the loss."""
    row = INPUTS["masked"]
    given = [rows(row[name], torch.float32)[None, None] for name in ("queries", "keys")]
    given.append(torch.eye(len(row["keys"]), WIDTH)[None, None])
    for tensor in given:
        tensor.requires_grad_()
    output = attended(*given, attn_mask=mask(row))
    # The masked row itself is no part of the loss.
    output[:, :, 1:].square().sum().backward()
    return torch.cat([tensor.grad.flatten() for tensor in given])


def equal_keys():
    count = INPUTS["sum"]["keys"]
    keys = torch.zeros(1, 1, count, WIDTH)
    return attended(torch.zeros(1, 1, 1, WIDTH), keys, torch.ones_like(keys))[0, 0, 0, :1]


def grouped():
    heads, key_heads = INPUTS["groups"]["queryHeads"], INPUTS["groups"]["keyHeads"]
    queries = torch.zeros(1, heads, 1, WIDTH)
    values = torch.arange(key_heads, dtype=torch.float32)[None, :, None, None].expand(
        1, key_heads, 1, WIDTH
    )
    return attended(queries, torch.zeros_like(values), values, enable_gqa=True)[0, :, 0, 0]


def functional_answers():
    answers = {
        "factor": answer(lambda: weights(INPUTS["factor"])),
        "overflow": answer(lambda: weights(INPUTS["overflow"]["float32"])),
        "causal": answer(lambda: weights(INPUTS["causal"], is_causal=True)),
        "cached": answer(lambda: weights(INPUTS["cached"], is_causal=True)),
        "masked": answer(lambda: weights(INPUTS["masked"], attn_mask=mask(INPUTS["masked"]))),
        "boolean": answer(
            lambda: weights(INPUTS["boolean"], attn_mask=mask(INPUTS["boolean"], "given")[None])
        ),
        "half": answer(lambda: weights(INPUTS["overflow"]["float16"], torch.float16)),
        "sum": answer(equal_keys),
        "gradient": answer(masked_gradient),
    }
    if "enable_gqa" in OPTIONS:
        answers["groups"] = answer(grouped)
    return answers


def module():
    """nn.MultiheadAttention of one head whose projections change nothing."""
    layer = nn.MultiheadAttention(WIDTH, 1, bias=False, batch_first=True)
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.eye(WIDTH).repeat(3, 1))
        layer.out_proj.weight.copy_(torch.eye(WIDTH))
    return layer


def module_weights(row, *, need_weights=True, **options):
    """Training mode, in which nothing takes the fast path for inference; there is no dropout."""
    keys = rows(row["keys"], torch.float32)[None]
    values = torch.eye(len(row["keys"]), WIDTH)[None]
    queries = rows(row["queries"], torch.float32)[None]
    output, _ = module()(queries, keys, values, need_weights=need_weights, **options)
    return output[0, :, : len(row["keys"])]


def module_gradient():
    row = INPUTS["masked"]
    given = [rows(row[name], torch.float32)[None] for name in ("queries", "keys")]
    given.append(torch.eye(len(row["keys"]), WIDTH)[None])
    for tensor in given:
        tensor.requires_grad_()
    output, _ = module()(*given, attn_mask=~mask(row))
    output[:, 1:].square().sum().backward()
    return torch.cat([tensor.grad.flatten() for tensor in given])


def module_answers():
    masked, boolean = INPUTS["masked"], INPUTS["boolean"]

    def causal(row):
        """The mask that the class itself has to offer is a square of the number of queries."""
        return ~torch.ones(len(row["queries"]), len(row["keys"])).tril().bool()

    count = INPUTS["sum"]["keys"]

    def equal():
        keys = torch.zeros(1, count, WIDTH)
        output, _ = module()(torch.zeros(1, 1, WIDTH), keys, torch.ones_like(keys))
        return output[0, 0, :1]

    with torch.no_grad():
        answers = {
            "factor": answer(lambda: module_weights(INPUTS["factor"])),
            "overflow": answer(lambda: module_weights(INPUTS["overflow"]["float32"])),
            "masked": answer(lambda: module_weights(masked, attn_mask=~mask(masked))),
            "maskedWithoutWeights": answer(
                lambda: module_weights(masked, need_weights=False, attn_mask=~mask(masked))
            ),
            "boolean": answer(
                lambda: module_weights(boolean, attn_mask=mask(boolean, "given")[None])
            ),
            "sum": answer(equal),
        }
    return {**answers, "gradient": answer(module_gradient)}


json.dump({"pytorch": functional_answers(), "pytorch-module": module_answers()}, sys.stdout)
