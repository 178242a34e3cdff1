"""The encoder in PyTorch."""

import numpy as np
import torch

from torch_lines import serve_calls

HEADS = 8
LAYERS = 6


class Numbers:
    """The arrays of the problem file, one after the other."""

    def __init__(self, path, precision):
        self.data = torch.from_numpy(np.fromfile(path, dtype=precision))

    def take(self, *shape):
        count = int(np.prod(shape))
        part, self.data = self.data[:count], self.data[count:]
        return part.reshape(shape)


def layer_of(numbers, d):
    kind = numbers.data.dtype
    layer = torch.nn.TransformerEncoderLayer(d, HEADS, 4 * d, 0.0, batch_first=True).to(kind)
    weights = [numbers.take(d, d).T for _ in range(4)]
    biases = [numbers.take(d) for _ in range(4)]
    own = layer.self_attn
    with torch.no_grad():
        own.in_proj_weight.copy_(torch.cat(weights[:3]))
        own.in_proj_bias.copy_(torch.cat(biases[:3]))
        own.out_proj.weight.copy_(weights[3])
        own.out_proj.bias.copy_(biases[3])
        for linear, shape in ((layer.linear1, (d, 4 * d)), (layer.linear2, (4 * d, d))):
            linear.weight.copy_(numbers.take(*shape).T)
            linear.bias.copy_(numbers.take(shape[1]))
        for norm in (layer.norm1, layer.norm2):
            norm.weight.copy_(numbers.take(d))
            norm.bias.copy_(numbers.take(d))
    return layer


def calls(precision, n, d, path):
    numbers = Numbers(path, precision)
    x, upstream = numbers.take(n, d), numbers.take(n, d)
    model = torch.nn.Sequential(*[layer_of(numbers, d) for _ in range(LAYERS)])
    # With gradients and in training mode the layers take no shortcut, and there is no dropout.
    shortcut = torch.nn.Sequential(*model).eval()

    def encoder():
        with torch.no_grad():
            return [shortcut(x[None])[0]]

    def backward():
        model.zero_grad()
        words = x.clone().requires_grad_()
        model.train()(words[None])[0].backward(upstream)
        model.eval()
        first = model[0]
        return [
            words.grad,
            first.self_attn.in_proj_weight.grad[:d].T,
            first.linear1.weight.grad.T,
        ]

    return {"encoder": encoder, "encoderBackward": backward}


serve_calls(calls)
